/* Observations and numbers of actions, at every moment of random matches of every game. */
#include "../support.h"

#include "base/base.h"
#include "game/game.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { MOVES_MAX = 4000, WORLDS = 3, CANARY = 0xA5 };

struct run {
    const struct game *game;
    int seats, seed;
    struct match match;
    struct rng rng;
    struct move *moves;
    size_t observation_size, action_count;
    uint8_t *observation, *observation_again, *mask, *mask_again;
    bool failed;
};

static void fail(struct run *run, const char *what)
{
    if (!run->failed)
        printf("%s %d %d: after %zu moves: %s\n", run->game->id, run->seats, run->seed,
               run->match.move_count, what);
    run->failed = true;
}

/* The observation of a viewer, from a state. */
static void observe(struct run *run, const void *state, int viewer, uint8_t *bytes)
{
    struct game_state_storage view;
    game_view(run->game, state, viewer, view.bytes);
    memset(bytes, CANARY, run->observation_size + 1);
    game_observe(run->game, view.bytes, viewer, bytes, run->observation_size);
    if (bytes[run->observation_size] != CANARY)
        fail(run, "an observation has its size");
}

/* Two states that a viewer cannot tell apart give it the same bytes. */
static void test_worlds(struct run *run, int viewer)
{
    const struct game *game = run->game;
    struct game_state_storage view, world;
    const void *memory = viewer < 0 ? NULL : run->match.memories[viewer].bytes;
    game_view(game, run->match.state.bytes, viewer, view.bytes);
    observe(run, run->match.state.bytes, viewer, run->observation);
    if (viewer >= 0)
        game_mask(game, run->match.state.bytes, viewer, run->moves, run->mask, run->action_count);
    for (int i = 0; i < WORLDS; i++) {
        bool remembers = game->memory_size && memory && i % 2;
        game_determinize(game, view.bytes, viewer, remembers ? memory : NULL, &run->rng,
                         world.bytes);
        observe(run, world.bytes, viewer, run->observation_again);
        if (memcmp(run->observation, run->observation_again, run->observation_size) != 0)
            fail(run, "states that a seat cannot tell apart have one observation");
        if (viewer < 0)
            continue;
        game_mask(game, world.bytes, viewer, run->moves, run->mask_again, run->action_count);
        if (memcmp(run->mask, run->mask_again, run->action_count) != 0)
            fail(run, "states that a seat cannot tell apart have one mask");
    }
}

/* The mask has exactly the numbers that stand for legal moves. */
static void test_actions(struct run *run, int seat)
{
    const struct game *game = run->game;
    const void *state = run->match.state.bytes;
    bool acts = bits_have(game->to_act(state), seat);
    game_mask(game, state, seat, run->moves, run->mask, run->action_count);
    for (int action = 0; action < (int)run->action_count; action++) {
        union game_move_storage move = {0};
        struct fault fault;
        bool decoded = game->encoding->decode(state, seat, action, &move.head);
        bool legal = acts && decoded && game->check(state, seat, &move.head, &fault);
        if (run->mask[action] != legal)
            fail(run, "the mask has exactly the legal actions"), printf("  action %d\n", action);
        int number = decoded ? game->encoding->number(state, seat, &move.head) : -1;
        if (number >= 0 && number != action)
            fail(run, "a decoded action has its number again"), printf("  action %d\n", action);
    }
}

/* A move of one seat has a number for another seat only if that number stands for the same move. */
static void test_numbers(struct run *run, int seat, int other)
{
    const struct game_encoding *encoding = run->game->encoding;
    const void *state = run->match.state.bytes;
    for (int action = 0; action < (int)run->action_count; action++) {
        union game_move_storage move = {0}, again = {0};
        if (!encoding->decode(state, other, action, &move.head))
            continue;
        int number = encoding->number(state, seat, &move.head);
        if (number >= 0 && (!encoding->decode(state, seat, number, &again.head) ||
                            memcmp(&move, &again, sizeof move) != 0))
            fail(run, "a number stands for its move"), printf("  action %d\n", action);
    }
}

/* One of the numbered actions at random, or one of all moves. False: there is no number. */
static bool choose(struct run *run, int seat, union game_move_storage *move)
{
    game_mask(run->game, run->match.state.bytes, seat, run->moves, run->mask, run->action_count);
    uint32_t seen = 0;
    int chosen = -1;
    for (int action = 0; action < (int)run->action_count; action++)
        if (run->mask[action] && rng_below(&run->rng, ++seen) == 0)
            chosen = action;
    return chosen >= 0 && rng_below(&run->rng, 4) == 0 &&
           run->game->encoding->decode(run->match.state.bytes, seat, chosen, &move->head);
}

static void step(struct run *run)
{
    const struct game *game = run->game;
    for (int viewer = GAME_SPECTATOR; viewer < run->seats; viewer++)
        test_worlds(run, viewer);
    for (int seat = 0; seat < run->seats; seat++)
        test_actions(run, seat);
    test_numbers(run, 0, 1);
    uint32_t to_act = game->to_act(run->match.state.bytes);
    if (!to_act || run->failed)
        return;
    int seat = bits_nth(to_act, (int)rng_below(&run->rng, (uint32_t)bits_count(to_act)));
    union game_move_storage move = {0};
    struct buffer text;
    char storage[GAME_MOVE_TEXT_MAX];
    struct fault fault;
    if (!choose(run, seat, &move))
        game_sample(game, run->match.state.bytes, seat, &run->rng, &move.head);
    buffer_start(&text, storage, sizeof storage);
    game->format(run->match.state.bytes, &move.head, &text);
    observe(run, run->match.state.bytes, seat, run->observation);
    if (!match_play(&run->match, seat, text.text, NULL, STORY_ALL, &fault))
        fail(run, fault.text);
    observe(run, run->match.state.bytes, seat, run->observation_again);
    if (memcmp(run->observation, run->observation_again, run->observation_size) == 0)
        fail(run, "a move changes what its seat observes"), printf("  %s\n", text.text);
}

static bool test_game(const struct game *game, int seats, int seed)
{
    struct run run = {.game = game, .seats = seats, .seed = seed};
    char text[32];
    if (!game->encoding)
        return true;
    run.observation_size = (size_t)game_observation_size(game);
    run.action_count = (size_t)game_action_count(game);
    run.moves = calloc(GAME_MOVES_MAX, sizeof *run.moves);
    run.observation = malloc(2 * (run.observation_size + 1));
    run.mask = malloc(2 * run.action_count);
    CHECK(run.moves && run.observation && run.mask);
    run.observation_again = run.observation + run.observation_size + 1;
    run.mask_again = run.mask + run.action_count;
    rng_start(&run.rng, (uint64_t)seed);
    snprintf(text, sizeof text, "encoding %d", seed);
    tested_match_start(&run.match, game, seats, text, &run.rng);
    while (!run.failed && !match_is_over(&run.match) && run.match.move_count < MOVES_MAX)
        step(&run);
    if (!run.failed)
        step(&run);
    match_free(&run.match);
    free(run.moves);
    free(run.observation);
    free(run.mask);
    return !run.failed;
}

int main(int argc, char **argv)
{
    return tested_main(argc, argv, 2, test_game);
}
