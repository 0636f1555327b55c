/* Computer players of every level, in positions of every game that has a mind, from random games
 * and from their own: their choices are legal, depend only on what their seat may know and on their
 * own random numbers, are the same each time they are asked, and come with a reason.
 *
 * usage: minds [--games N] [GAME]  N games of each kind (default 3): random, easy and casual in turn
 *        minds GAME SEATS SEED   one game, as named by a failure */
#include "support.h"

#include "base/base.h"
#include "players/players.h"
#include "text/text.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { ITERATIONS = 20, ASKED_ONE_IN = 24 };

struct run {
    const struct game *game;
    int seats, seed;
    struct rng rng;
    struct match match;
    bool failed;
};

static void fail(struct run *run, const struct player *player, const char *what)
{
    if (!run->failed)
        printf("%s %d %d: after %zu moves, %s: %s\n", run->game->id, run->seats, run->seed,
               run->match.move_count, player->name, what);
    run->failed = true;
}

static struct player_question question_of(const struct run *run, int seat, const void *view,
                                          struct rng *rng)
{
    rng_start(rng, (uint64_t)run->seed);
    return (struct player_question){.game = run->game,
                                    .seat = seat,
                                    .view = view,
                                    .memory = run->match.memories[seat].bytes,
                                    .rng = rng,
                                    .iterations = ITERATIONS};
}

static void ask(const struct run *run, const struct player *player, int seat, const void *view,
                union game_move_storage *move)
{
    struct rng rng;
    struct player_question question = question_of(run, seat, view, &rng);
    memset(move, 0, sizeof *move);
    player_choose(player, &question, &move->head);
}

/* Sensible games reach other positions than random ones; some randomness ensures that they all end.
 */
static const struct player *mover_of(struct run *run)
{
    static const char *const movers[] = {"random", "easy", "casual"};
    return player_find(movers[rng_below(&run->rng, 4) ? run->seed % 3 : 0]);
}

/* Whether a move begins like one of these, separated by " | "; NULL: it waits. */
static bool move_fits(const char *beginnings, const char *move)
{
    static const char bar[] = " | ";
    if (!move)
        return strcmp(beginnings, "wait") == 0;
    for (const char *at = beginnings; at;) {
        const char *end = strstr(at, bar);
        size_t length = end ? (size_t)(end - at) : strlen(at);
        if (strncmp(at, move, length) == 0 && (move[length] == ' ' || !move[length]))
            return true;
        at = end ? end + strlen(bar) : NULL;
    }
    return false;
}

/* tests/games/<id>/reasons.txt lists the moves that each reason can explain; those that all games share
 * explain any. */
static bool reason_fits(const char *game, const char *hint, const char *move)
{
    if (texts_get(tested_texts(), ENGLISH, "core", "hints", hint))
        return true;
    char path[128], line[256];
    snprintf(path, sizeof path, "tests/games/%s/reasons.txt", game);
    FILE *file = fopen(path, "r");
    if (!file) {
        printf("%s cannot be read from here\n", path);
        return false;
    }
    bool fits = false;
    size_t length = strlen(hint);
    while (!fits && fgets(line, sizeof line, file)) {
        line[strcspn(line, "\n")] = '\0';
        fits = strncmp(line, hint, length) == 0 && strncmp(line + length, ": ", 2) == 0 &&
               move_fits(line + length + 2, move);
    }
    fclose(file);
    return fits;
}

/* A hint is a move, or to wait, and a reason that is a sentence of the game texts and fits the
 * move. */
static void test_reason(struct run *run, const struct player *player, int seat, const void *view,
                        const union game_move_storage *move)
{
    struct rng rng;
    struct player_question question = question_of(run, seat, view, &rng);
    char text[GAME_MOVE_TEXT_MAX], move_storage[GAME_MOVE_TEXT_MAX];
    struct buffer detail, move_text;
    buffer_start(&detail, text, sizeof text);
    buffer_start(&move_text, move_storage, sizeof move_storage);
    bool waits = player_waits(player, &question);
    if (!waits)
        run->game->format(view, &move->head, &move_text);
    const char *hint = player_reason(player, &question, waits ? NULL : &move->head, &detail);
    if (!hint && player->way && !player->is_step && run->game->mind && run->game->mind->teaching)
        fail(run, player, "it says why");
    if (hint && !reason_fits(run->game->id, hint, waits ? NULL : move_text.text)) {
        printf("%s for “%s”\n", hint, move_text.text);
        fail(run, player, "its reason fits what it does");
    }
    for (int language = 0; hint && language < LANGUAGES; language++)
        if (!texts_get(tested_texts(), (enum language)language, run->game->id, "hints", hint) &&
            !texts_get(tested_texts(), (enum language)language, "core", "hints", hint))
            fail(run, player, "its reason is a sentence");
}

static void test_player(struct run *run, const struct player *player, int seat)
{
    const struct game *game = run->game;
    struct game_state_storage view, world, view_of_world;
    union game_move_storage move, again, elsewhere;
    struct fault fault;
    game_view(game, run->match.state.bytes, seat, view.bytes);
    ask(run, player, seat, view.bytes, &move);
    if (!game->check(run->match.state.bytes, seat, &move.head, &fault))
        fail(run, player, "its move is legal");
    ask(run, player, seat, view.bytes, &again);
    if (memcmp(&move, &again, game->move_size) != 0)
        fail(run, player, "asked twice, it answers the same");
    game_determinize(game, view.bytes, seat, run->match.memories[seat].bytes, &run->rng,
                     world.bytes);
    game_view(game, world.bytes, seat, view_of_world.bytes);
    ask(run, player, seat, view_of_world.bytes, &elsewhere);
    if (memcmp(&move, &elsewhere, game->move_size) != 0)
        fail(run, player, "in another world behind the same view, it answers the same");
    if (!run->failed)
        test_reason(run, player, seat, view.bytes, &move);
}

static void play_on(struct run *run, int seat)
{
    char text[GAME_MOVE_TEXT_MAX];
    struct buffer buffer;
    struct game_state_storage view;
    union game_move_storage move = {0};
    struct rng rng;
    struct fault fault;
    buffer_start(&buffer, text, sizeof text);
    game_view(run->game, run->match.state.bytes, seat, view.bytes);
    struct player_question question = question_of(run, seat, view.bytes, &rng);
    question.rng = &run->rng; /* different random numbers each time */
    player_choose(mover_of(run), &question, &move.head);
    run->game->format(run->match.state.bytes, &move.head, &buffer);
    CHECK(match_play(&run->match, seat, text, NULL, STORY_ALL, &fault));
}

static void step(struct run *run)
{
    uint32_t to_act = run->game->to_act(run->match.state.bytes);
    int seat = bits_nth(to_act, (int)rng_below(&run->rng, (uint32_t)bits_count(to_act)));
    if (rng_below(&run->rng, ASKED_ONE_IN) == 0)
        for (const struct player *player = players_all; player->name && !run->failed; player++)
            test_player(run, player, seat);
    play_on(run, seat);
}

static bool test_game(const struct game *game, int seats, int seed)
{
    struct run run = {.game = game, .seats = seats, .seed = seed};
    char text[32];
    snprintf(text, sizeof text, "minds %d", seed);
    rng_start(&run.rng, (uint64_t)seed);
    tested_match_start(&run.match, game, seats, text, &run.rng);
    while (!run.failed && !match_is_over(&run.match))
        step(&run);
    match_free(&run.match);
    return !run.failed;
}

int main(int argc, char **argv)
{
    return tested_main(argc, argv, 3, test_game);
}
