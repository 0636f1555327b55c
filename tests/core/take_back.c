/* Taking moves back, in random games of every game. What a game says that a move reveals is compared with what every
 * viewer can tell: in worlds that the viewer imagines before the move (determinize), it must look the same. After a move
 * was taken back, everything is as before it, the same cards come again, and seed and moves reproduce the match.
 *
 * usage: take_back [--games N] [GAME]  N random games of each kind (default 4)
 *        take_back GAME SEATS SEED     one game, as named by a failure
 *
 * Then: what a move reveals; taking back; games. */
#include "support.h"

#include "base/base.h"
#include "base/system/system.h"
#include "game/game.h"
#include "match/match.h"
#include "wire/wire.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { WORLDS = 4, BACK_EVERY = 5 /* moves, on average */, STEPS_MAX = 400 /* of long matches */ };

/* The match after each number of moves. */
struct moment {
    struct game_state_storage state;
    struct game_memory_storage memories[GAME_SEATS_MAX];
};

struct run {
    const struct game *game;
    int seats, seed;
    struct rng rng;
    struct match match;
    struct moment *moments;
    size_t moment_count, moment_capacity;
    int said[GAME_REVEALS_MORE + 1], taken_back;
    bool failed;
    struct doc *doc, *doc_world;
    struct move *moves; /* for `legal` */
};

static void fail(struct run *run, int viewer, const char *property)
{
    if (!run->failed)
        printf("%s %d %d: after %zu moves, for seat %d, broken: %s\n", run->game->id, run->seats,
               run->seed, run->match.move_count, viewer, property);
    run->failed = true;
}

/* ---- What a move reveals ---- */

/* Whether a move, made in this world, shows the viewer what the other one showed in the match: `doc` has its events,
 * `seen` is the view after it. */
static bool looks_the_same(struct run *run, const void *world, int seat, const struct move *move,
                           int viewer, const void *seen)
{
    struct game_state_storage after, view;
    memcpy(after.bytes, world, run->game->state_size);
    game_move_apply(run->game, after.bytes, seat, move, viewer, run->doc_world);
    game_view(run->game, after.bytes, viewer, view.bytes);
    return memcmp(view.bytes, seen, run->game->state_size) == 0 &&
           doc_equal(run->doc, doc_root(run->doc), run->doc_world, doc_root(run->doc_world));
}

/* Whether the viewer could have seen the same in this world, if the seat had chosen otherwise. */
static bool is_possible(struct run *run, const void *world, int seat, int viewer, const void *seen)
{
    bool found = false;
    int count = run->game->legal(world, seat, run->moves);
    for (int i = 0; i < count && !found; i++)
        found = looks_the_same(run, world, seat, &run->moves[i], viewer, seen);
    return found;
}

static void test_world(struct run *run, const void *world, int seat, const struct move *move,
                       enum game_reveals reveals, int viewer, const void *seen)
{
    struct fault fault;
    bool legal = run->game->check(world, seat, move, &fault);
    if (viewer == seat && !legal)
        fail(run, viewer, "players know which moves they may make");
    else if (legal ? looks_the_same(run, world, seat, move, viewer, seen)
                   : reveals == GAME_REVEALS_OWN)
        return;
    else if (viewer == seat || reveals != GAME_REVEALS_NO_MOVE)
        fail(run, viewer, "nobody learns what the game says they do not");
    else if (!is_possible(run, world, seat, viewer, seen))
        fail(run, viewer, "nobody can tell which move was made in secret");
}

/* The move is about to be made. */
static void test_reveals(struct run *run, int seat, const struct move *move)
{
    const struct game *game = run->game;
    enum game_reveals reveals = game_reveals(game, run->match.state.bytes, seat, move);
    run->said[reveals]++;
    for (int viewer = GAME_SPECTATOR; viewer < run->seats && reveals < GAME_REVEALS_MORE;
         viewer++) {
        struct game_state_storage after = run->match.state, view, seen, world;
        const void *memory =
            viewer >= 0 && game->memory_size ? run->match.memories[viewer].bytes : NULL;
        game_view(game, run->match.state.bytes, viewer, view.bytes);
        game_move_apply(game, after.bytes, seat, move, viewer, run->doc);
        game_view(game, after.bytes, viewer, seen.bytes);
        for (int i = 0; i < WORLDS && !run->failed; i++) {
            game_determinize(game, view.bytes, viewer, memory, &run->rng, world.bytes);
            test_world(run, world.bytes, seat, move, reveals, viewer, seen.bytes);
        }
        /* The last choice in secret completes nothing: even those who chose before learn nothing. */
        if (reveals == GAME_REVEALS_NO_MOVE && viewer != seat &&
            !is_possible(run, run->match.state.bytes, seat, viewer, seen.bytes))
            fail(run, viewer, "a secret choice is one of those that are listed");
    }
}

/* ---- Taking back ---- */

static void note_moment(struct run *run)
{
    run->moment_count = run->match.move_count;
    run->moments =
        alloc_grow(run->moments, run->moment_count, &run->moment_capacity, sizeof *run->moments);
    run->moments[run->moment_count] = (struct moment){.state = run->match.state};
    memcpy(run->moments[run->moment_count].memories, run->match.memories,
           sizeof run->match.memories);
}

static bool is_at(const struct run *run, const struct match *match, size_t count)
{
    const struct moment *moment = &run->moments[count];
    return memcmp(&match->state, &moment->state, run->game->state_size) == 0 &&
           memcmp(match->memories, moment->memories, sizeof moment->memories) == 0;
}

/* What match_taking has to say, from the moves alone. */
static enum match_taking expected(const struct run *run, int seat, size_t *at)
{
    enum match_taking taking = MATCH_TAKES_SECRET;
    for (size_t i = run->match.move_count; i-- > 0;) {
        const struct match_move *move = &run->match.moves[i];
        if (move->reveals == GAME_REVEALS_MORE ||
            (move->reveals == GAME_REVEALS_OWN && move->seat != seat))
            taking = MATCH_TAKES_REVEALED;
        else if (move->reveals != GAME_REVEALS_NO_MOVE && taking == MATCH_TAKES_SECRET)
            taking = MATCH_TAKES_OPEN;
        *at = i;
        if (move->seat == seat)
            return taking;
    }
    return MATCH_TAKES_NOTHING;
}

/* What was taken back can be made again, and leads to the same. */
static void test_again(struct run *run, int seat, size_t at, size_t count)
{
    struct match again = match_copy(&run->match);
    const struct match_undone *undone = &run->match.undone[run->match.undone_count - 1];
    struct fault fault;
    if (undone->seat != seat || undone->at != at || undone->move_count != count - at)
        fail(run, seat, "what was taken back is kept");
    for (size_t i = 0; i < undone->move_count && !run->failed; i++)
        if (!match_play(&again, undone->moves[i].seat, undone->moves[i].text, NULL, STORY_ALL,
                        &fault) ||
            !is_at(run, &again, at + i + 1))
            fail(run, seat, "what was taken back can be made again");
    match_free(&again);
}

/* Seed and moves reproduce the match. */
static void test_replay(struct run *run)
{
    struct match again = {0};
    struct fault fault;
    CHECK(match_start(&again, run->game, &run->match.components, run->seats, run->match.options,
                      run->match.seed, run->match.seed_length, &fault));
    for (size_t i = 0; i < run->match.move_count && !run->failed; i++)
        if (!match_play(&again, run->match.moves[i].seat, run->match.moves[i].text, NULL, STORY_ALL,
                        &fault))
            fail(run, -1, "a match in which something was taken back can be replayed");
    if (!is_at(run, &again, run->match.move_count))
        fail(run, -1, "a replay is the same match");
    match_free(&again);
}

static void test_take_back(struct run *run, int seat)
{
    size_t at = 0, count = run->match.move_count;
    enum match_taking taking = match_taking(&run->match, seat);
    if (taking != expected(run, seat, &at))
        fail(run, seat, "only what has revealed nothing can be taken back");
    if (run->failed || taking < MATCH_TAKES_SECRET)
        return;
    match_take_back(&run->match, seat);
    run->taken_back++;
    if (taking == MATCH_TAKES_SECRET) { /* the choices of the others stay */
        if (run->match.move_count != count - 1 ||
            !bits_have(run->game->to_act(run->match.state.bytes), seat))
            fail(run, seat, "a secret choice is taken back alone");
    } else {
        if (run->match.move_count != at || !is_at(run, &run->match, at))
            fail(run, seat, "everything is as before the move");
        test_again(run, seat, at, count);
    }
    note_moment(run);
}

/* The record tells what was taken back, and in which order. */
static void test_record(struct run *run)
{
    json_t *json = record_from_match(&run->match, NULL);
    struct record record;
    struct record_taken taken = {0};
    struct fault fault;
    size_t count = 0;
    if (!game_find(games_all, run->game->id)) { /* the templates are not registered */
        json_decref(json);
        return;
    }
    if (!record_read(&record, json, &fault) || !record_taken_read(&record, NULL, &taken, &fault)) {
        fail(run, -1, fault.text);
    } else {
        struct record_step *steps = record_steps(&record, &count);
        size_t made = 0;
        for (size_t i = 0; i < count; i++)
            made += steps[i].text != NULL;
        if (count - made != run->match.undone_count || taken.count != run->match.undone_count)
            fail(run, -1, "a record has all that was taken back");
        free(steps);
    }
    record_taken_free(&taken);
    /* It is not possible that a move of another seat was taken back. */
    json_t *first = json_array_get(json_object_get(json, "taken_back"), 0);
    int seat = (int)json_integer_value(json_object_get(first, "seat"));
    json_object_set_new(first, "seat", json_integer((seat + 1) % run->seats));
    if (first && record_read(&record, json, &fault) &&
        record_taken_read(&record, NULL, &taken, &fault))
        fail(run, -1, "a record is checked");
    record_taken_free(&taken);
    json_decref(json);
}

/* ---- Games ---- */

static void step(struct run *run)
{
    uint32_t to_act = run->game->to_act(run->match.state.bytes);
    int seat = bits_nth(to_act, (int)rng_below(&run->rng, (uint32_t)bits_count(to_act)));
    union game_move_storage move = {0};
    char text[GAME_MOVE_TEXT_MAX];
    struct buffer buffer;
    struct fault fault;
    buffer_start(&buffer, text, sizeof text);
    game_sample(run->game, run->match.state.bytes, seat, &run->rng, &move.head);
    run->game->format(run->match.state.bytes, &move.head, &buffer);
    test_reveals(run, seat, &move.head);
    CHECK(match_play(&run->match, seat, text, NULL, STORY_ALL, &fault));
    note_moment(run);
    if (rng_below(&run->rng, BACK_EVERY) == 0 && !match_is_over(&run->match))
        for (int i = (int)rng_below(&run->rng, 3); i >= 0; i--)
            test_take_back(run, (int)rng_below(&run->rng, (uint32_t)run->seats));
}

static bool test_game(const struct game *game, int seats, int seed)
{
    struct run run = {.game = game, .seats = seats, .seed = seed};
    char text[64];
    snprintf(text, sizeof text, "take back %d", seed);
    rng_start(&run.rng, (uint64_t)seed);
    run.doc = doc_new();
    run.doc_world = doc_new();
    run.moves = alloc_array(GAME_MOVES_MAX, sizeof *run.moves);
    tested_match_start(&run.match, game, seats, text, &run.rng);
    note_moment(&run);
    for (int i = 0; i < STEPS_MAX && !run.failed && !match_is_over(&run.match); i++)
        step(&run);
    test_replay(&run);
    test_record(&run);
    bool open = !game->view, real_time = game->realtime != NULL;
    if (real_time ? run.taken_back > 0
                  : run.said[open ? GAME_REVEALS_NOTHING : GAME_REVEALS_OWN] +
                            run.said[GAME_REVEALS_NO_MOVE] ==
                        0)
        fail(&run, -1, "there are moves that can be taken back, except in real time");
    match_free(&run.match);
    free(run.moments);
    free(run.doc);
    free(run.doc_world);
    free(run.moves);
    return !run.failed;
}

int main(int argc, char **argv)
{
    return tested_main(argc, argv, 4, test_game);
}
