/* Records step by step: after every move of random games, a viewer gets the view and the events of the
 * match itself. Broken records and requests are refused.
 *
 * usage: replay [--games N] [GAME]  N random games of each kind (default 2)
 *        replay GAME SEATS SEED     one game, as named by a failure */
#include "support.h"

#include "base/base.h"
#include "base/system/system.h"
#include "game/game.h"
#include "wire/wire.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

struct run {
    const struct game *game;
    int seats, seed;
    struct rng rng;
    struct match match;
    struct wire_replay *replay;
    struct doc *doc;
    bool failed;
};

static void fail(struct run *run, const char *property)
{
    if (!run->failed)
        printf("%s %d %d: after %zu moves, broken: %s\n", run->game->id, run->seats, run->seed,
               run->match.move_count, property);
    run->failed = true;
}

static json_t *ask(struct run *run, json_t *request)
{
    json_t *answer = wire_replay_ask(&run->replay, tested_texts(), request);
    json_decref(request);
    return answer;
}

static json_t *viewer_json(int viewer)
{
    return viewer >= 0                ? json_integer(viewer)
           : viewer == GAME_SPECTATOR ? json_null()
                                      : json_string("all");
}

/* Whether the value under `key` is the document. */
static bool is_doc(const struct run *run, const json_t *answer, const char *key)
{
    json_t *expected = wire_from_doc(run->doc, doc_root(run->doc));
    bool is = json_equal(json_object_get(answer, key), expected);
    json_decref(expected);
    return is;
}

static void test_moment(struct run *run, int viewer)
{
    struct game_state_storage view = run->match.state;
    json_t *answer =
        ask(run, json_pack("{s:s, s:I, s:o}", "cmd", "at", "move",
                           (json_int_t)run->match.move_count, "viewer", viewer_json(viewer)));
    if (viewer != STORY_ALL)
        game_view(run->game, run->match.state.bytes, viewer, view.bytes);
    doc_start(run->doc);
    run->game->save(run->game, view.bytes, run->doc, NULL);
    if (!is_doc(run, answer, "view"))
        fail(run, "a viewer gets its view");
    if ((viewer == STORY_ALL) != is_doc(run, answer, "position"))
        fail(run, "only who sees everything gets the position");
    if (match_is_over(&run->match) != json_is_object(json_object_get(answer, "result")))
        fail(run, "the result comes at the end");
    json_decref(answer);
}

/* The latest move, whose events for this viewer are in run->doc. */
static void test_line(struct run *run, int viewer)
{
    json_int_t number = (json_int_t)run->match.move_count;
    json_t *answer = ask(run, json_pack("{s:s, s:I, s:I, s:o}", "cmd", "log", "first", number,
                                        "last", number, "viewer", viewer_json(viewer)));
    const json_t *line = json_array_get(json_object_get(answer, "log"), 0);
    if (!is_doc(run, line, "events"))
        fail(run, "a viewer gets its events");
    json_decref(answer);
}

static void play_record(struct run *run, const struct record *record)
{
    struct fault fault;
    CHECK(record_start(record, NULL, &run->match, &fault));
    for (size_t i = 0; i <= record->move_count; i++) {
        int seat;
        const char *text;
        int viewer = STORY_ALL + (int)rng_below(&run->rng, (uint32_t)run->seats + 2);
        test_moment(run, viewer);
        if (i == record->move_count)
            return;
        record_move(record, i, &seat, &text);
        CHECK(match_play(&run->match, seat, text, run->doc, viewer, &fault));
        test_line(run, viewer);
    }
}

static void test_points(struct run *run, const json_t *summary, size_t moves)
{
    const json_t *points = json_object_get(summary, "points"), *point;
    json_int_t before = 0;
    size_t index;
    json_array_foreach(points, index, point)
    {
        json_int_t move = json_integer_value(json_object_get(point, "move"));
        if (move < before || move > (json_int_t)moves)
            fail(run, "turning points are in order");
        before = move;
    }
    const char *last = json_string_value(
        json_object_get(json_array_get(points, json_array_size(points) - 1), "kind"));
    if (!last || strcmp(last, "end") != 0 || before != (json_int_t)moves)
        fail(run, "the last turning point is the end");
}

static void test_refusals(struct run *run, const json_t *record, size_t moves)
{
    static const char *const requests[] = {
        "{}",
        "[]",
        "{\"cmd\":\"at\"}",
        "{\"cmd\":\"dance\",\"viewer\":0,\"move\":0}",
        "{\"cmd\":\"at\",\"move\":-1,\"viewer\":0}",
        "{\"cmd\":\"at\",\"move\":99999999,\"viewer\":0}",
        "{\"cmd\":\"at\",\"move\":0.5,\"viewer\":0}",
        "{\"cmd\":\"at\",\"move\":0,\"viewer\":8}",
        "{\"cmd\":\"at\",\"move\":0,\"viewer\":\"everything\"}",
        "{\"cmd\":\"log\",\"first\":0,\"last\":1,\"viewer\":0}",
        "{\"cmd\":\"log\",\"first\":1,\"last\":99999999,\"viewer\":0}",
        "{\"cmd\":\"open\"}",
        "{\"cmd\":\"open\",\"record\":{\"ludosaure\":2}}",
    };
    for (size_t i = 0; i < sizeof requests / sizeof *requests; i++) {
        json_t *answer = ask(run, json_loads(requests[i], 0, NULL));
        if (!json_is_object(json_object_get(answer, "error")))
            fail(run, requests[i]);
        json_decref(answer);
    }
    json_t *broken = json_deep_copy(record);
    json_array_set_new(json_array_get(json_object_get(broken, "moves"), moves - 1), 1,
                       json_string("fly"));
    json_t *answer = ask(run, json_pack("{s:s, s:o}", "cmd", "open", "record", broken));
    if (json_integer_value(json_object_get(answer, "move")) != (json_int_t)moves)
        fail(run, "the answer says which move breaks the record");
    json_decref(answer);
}

static void test_record(struct run *run, json_t *json)
{
    struct record record;
    struct fault fault;
    CHECK(record_read(&record, json, &fault));
    json_t *summary = ask(run, json_pack("{s:s, s:O}", "cmd", "open", "record", json));
    if (json_integer_value(json_object_get(summary, "moves")) != (json_int_t)record.move_count)
        fail(run, "a record can be opened");
    test_points(run, summary, record.move_count);
    json_decref(summary);
    play_record(run, &record);
    test_refusals(run, json, record.move_count);
    test_moment(run, STORY_ALL); /* what was refused has changed nothing */
}

static bool test(const struct game *game, int seats, int seed)
{
    if (!game_find(games_all, game->id))
        return true; /* only registered games have records */
    struct run run = {.game = game, .seats = seats, .seed = seed, .doc = doc_new()};
    struct fault fault;
    char text[GAME_MOVE_TEXT_MAX];
    snprintf(text, sizeof text, "%d", seed);
    rng_start(&run.rng, (uint64_t)seed);
    tested_match_start(&run.match, game, seats, text, &run.rng);
    while (!match_is_over(&run.match)) {
        uint64_t to_act = game->to_act(run.match.state.bytes);
        int seat = 0;
        for (int skip = (int)rng_below(&run.rng, (uint32_t)bits_count(to_act)); skip >= 0; skip--)
            seat = bits_pop(&to_act);
        union game_move_storage move = {0};
        struct buffer buffer;
        buffer_start(&buffer, text, sizeof text);
        game_sample(game, run.match.state.bytes, seat, &run.rng, &move.head);
        game->format(run.match.state.bytes, &move.head, &buffer);
        CHECK(match_play(&run.match, seat, text, NULL, STORY_ALL, &fault));
    }
    json_t *record = record_from_match(&run.match, NULL);
    test_record(&run, record);
    json_decref(record);
    wire_replay_free(run.replay);
    match_free(&run.match);
    free(run.doc);
    return !run.failed;
}

int main(int argc, char **argv)
{
    return tested_main(argc, argv, 2, test);
}
