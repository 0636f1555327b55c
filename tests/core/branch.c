/* Playing on from moments of random games, for every viewer. The viewer sees what was to be seen, a
 * branch can be stored as a position, and its record can be verified.
 *
 * usage: branch [--games N] [GAME]  N random games of each kind (default 5)
 *        branch GAME SEATS SEED     one game, as named by a failure */
#include "support.h"

#include "base/base.h"
#include "game/game.h"
#include "match/match.h"
#include "wire/wire.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { BRANCH_EVERY = 8, FINISHED_EVERY = 10 }; /* on average */

struct run {
    const struct game *game;
    int seats, seed;
    struct rng rng;
    struct match match, branch;
    bool failed;
};

static void fail(struct run *run, const char *property)
{
    if (!run->failed)
        printf("%s %d %d: after %zu moves, broken: %s\n", run->game->id, run->seats, run->seed,
               run->match.move_count, property);
    run->failed = true;
}

static void play_random(struct run *run, struct match *match)
{
    uint64_t to_act = run->game->to_act(match->state.bytes);
    int seat = 0;
    for (int skip = (int)rng_below(&run->rng, (uint32_t)bits_count(to_act)); skip >= 0; skip--)
        seat = bits_pop(&to_act);
    union game_move_storage move = {0};
    char text[GAME_MOVE_TEXT_MAX];
    struct buffer buffer;
    struct fault fault;
    buffer_start(&buffer, text, sizeof text);
    game_sample(run->game, match->state.bytes, seat, &run->rng, &move.head);
    run->game->format(match->state.bytes, &move.head, &buffer);
    if (!match_play(match, seat, text, NULL, STORY_ALL, &fault))
        fail(run, "a sampled move is legal");
}

static void test_view(struct run *run, int viewer)
{
    struct game_state_storage before, after;
    game_view(run->game, run->match.state.bytes, viewer, before.bytes);
    game_view(run->game, run->branch.state.bytes, viewer, after.bytes);
    if (memcmp(before.bytes, after.bytes, run->game->state_size) != 0)
        fail(run, "the viewer of a branch sees what was to be seen");
}

/* Plays the moves of a record; false if it cannot be read or breaks. */
static bool replay(const json_t *json, struct match *match)
{
    struct record record;
    struct fault fault;
    if (!record_read(&record, json, &fault) || !record_seed_agrees(&record) ||
        !record_start(&record, NULL, match, &fault))
        return false;
    for (size_t i = 0; i < record.move_count; i++) {
        int seat;
        const char *text;
        record_move(&record, i, &seat, &text);
        if (!match_play(match, seat, text, NULL, STORY_ALL, &fault))
            return false;
    }
    return record_result_agrees(&record, match);
}

static bool can_be_replayed(const json_t *json)
{
    struct match match = {0};
    bool can = replay(json, &match);
    match_free(&match);
    return can;
}

/* Records that contradict themselves are refused. */
static void test_bad_records(struct run *run, json_t *record)
{
    json_object_set_new(record, "seed_hash", json_string("00"));
    if (can_be_replayed(record))
        fail(run, "a position has no announced seed");
    json_object_del(record, "seed_hash");
    json_object_set_new(record, "seed", json_string("seed"));
    if (can_be_replayed(record))
        fail(run, "a record has a seed or a position");
    json_object_del(record, "seed");
    if (!can_be_replayed(record))
        fail(run, "a record without these changes can be replayed");
    json_object_set_new(json_object_get(record, "position"), "seats", json_integer(99));
    if (can_be_replayed(record))
        fail(run, "the position of a record has its seats");
    json_object_set_new(record, "position", json_null());
    if (can_be_replayed(record))
        fail(run, "a position is an object");
}

static void test_record(struct run *run)
{
    if (!game_find(games_all, run->game->id))
        return; /* only registered games have records */
    json_t *record = record_from_match(&run->branch, NULL);
    struct match match = {0};
    if (!replay(record, &match))
        fail(run, "the record of a branch can be replayed");
    else if (memcmp(&match.state, &run->branch.state, sizeof match.state) != 0)
        fail(run, "the record of a branch leads to its state");
    match_free(&match);
    if (match_is_over(&run->branch))
        test_bad_records(run, record);
    json_decref(record);
}

static void test_branch(struct run *run)
{
    int viewer = GAME_SPECTATOR + (int)rng_below(&run->rng, (uint32_t)run->seats + 1);
    match_branch(&run->match, viewer, &run->rng, &run->branch);
    test_view(run, viewer);
    test_record(run);
    if (rng_below(&run->rng, FINISHED_EVERY) > 0)
        return;
    while (!run->failed && !match_is_over(&run->branch))
        play_random(run, &run->branch);
    test_record(run);
}

static bool test(const struct game *game, int seats, int seed)
{
    struct run *run = calloc(1, sizeof *run);
    CHECK(run);
    *run = (struct run){.game = game, .seats = seats, .seed = seed};
    char text[32];
    snprintf(text, sizeof text, "%d", seed);
    rng_start(&run->rng, (uint64_t)seed);
    tested_match_start(&run->match, game, seats, text, &run->rng);
    while (!run->failed && !match_is_over(&run->match)) {
        if (rng_below(&run->rng, BRANCH_EVERY) == 0)
            test_branch(run);
        play_random(run, &run->match);
    }
    bool passed = !run->failed;
    match_free(&run->match);
    match_free(&run->branch);
    free(run);
    return passed;
}

int main(int argc, char **argv)
{
    return tested_main(argc, argv, 5, test);
}
