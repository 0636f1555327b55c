/* Tables that start from a puzzle: what is shown and dealt, and requests for other puzzles. */
#include "tables_world.h"

#include "game/game.h"
#include "puzzles/puzzles.h"
#include "wire/wire.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h> /* needs those above */

enum { DAY_MS = 86400000 };

/* A world in which the first puzzles have had their days: those with numbers up to `number`. */
static void world_on_day(struct world *world, int number)
{
    int64_t now_ms = (int64_t)(PUZZLE_FIRST_DAY + number) * DAY_MS + DAY_MS - 1;
    world_close(world);
    world_open(world, 3, now_ms);
}

static void open_puzzle(struct connection *host, const struct puzzle *puzzle, int number)
{
    char more[400], bots[100] = "";
    for (int seat = 0; seat < puzzle->seats; seat++)
        strcat(bots, seat == puzzle->seat ? ",null" : ",\"easy\"");
    snprintf(more, sizeof more,
             ",\"autostart\":true,\"sit\":%d,\"bots\":[%s],"
             "\"origin\":{\"puzzle\":\"%s\",\"number\":%d}",
             puzzle->seat, bots + 1, puzzle->game->id, number);
    play_create(host, puzzle->game->id, puzzle->seats, more);
}

/* The person sees what the puzzle shows; what it hides is dealt anew. */
static void test_start(void **state)
{
    struct world *world = *state;
    int hidden = 0;
    world_on_day(world, 0);
    for (const struct game *const *game = games_all; *game; game++) {
        json_t *list = puzzle_list(*game, NULL);
        if (!list)
            continue;
        struct game_components_storage components;
        struct fault fault;
        struct puzzle puzzle;
        struct game_state_storage expected, seen;
        assert_true(wire_components_load(*game, NULL, &components, &fault));
        assert_true(puzzle_read(&puzzle, *game, &components, puzzle_list_entry(list, 0), &fault));
        struct connection *host = world_come(world, "Anna");
        open_puzzle(host, &puzzle, 0);
        const json_t *origin = json_object_get(json_object_get(host->shown, "info"), "origin");
        assert_string_equal(json_string_value(json_object_get(origin, "puzzle")), (*game)->id);
        assert_int_equal(json_integer_value(json_object_get(origin, "number")), 0);
        const struct game_state_storage *dealt = &world_table(world, host->table)->match.state;
        puzzle_view(&puzzle, &expected);
        game_view(*game, dealt->bytes, puzzle.seat, seen.bytes);
        assert_memory_equal(seen.bytes, expected.bytes, (*game)->state_size);
        hidden += memcmp(dealt->bytes, puzzle.state.bytes, (*game)->state_size) != 0;
        json_decref(list);
    }
    assert_true(hidden >= 2);
}

static void assert_create(struct world *world, struct connection *host, const char *game, int seats,
                          const char *origin, const char *code)
{
    size_t open = world->hall->tables.by_id.count;
    connection_say(host, "{\"id\":3,\"cmd\":\"create\",\"game\":\"%s\",\"seats\":%d,\"origin\":%s}",
                   game, seats, origin);
    world_settle(world);
    if (code)
        assert_refused(host, code);
    else
        assert_answered(host);
    assert_int_equal(world->hall->tables.by_id.count, open + !code);
}

/* A client names a puzzle whose day has come, and never supplies a position. */
static void test_hostile(void **state)
{
    static const struct {
        const char *game;
        int seats;
        const char *origin, *code;
    } cases[] = {
        {"tyrannosaurus", 2, "{\"puzzle\":\"tyrannosaurus\",\"number\":0}", NULL},
        {"tyrannosaurus", 2, "{\"puzzle\":\"tyrannosaurus\",\"number\":5}", NULL},
        {"tyrannosaurus", 2, "{\"puzzle\":\"tyrannosaurus\",\"number\":6}", "forbidden"},
        {"tyrannosaurus", 2, "{\"puzzle\":\"tyrannosaurus\",\"number\":99999}", "bad_request"},
        {"tyrannosaurus", 2, "{\"puzzle\":\"tyrannosaurus\",\"number\":-1}", "bad_request"},
        {"tyrannosaurus", 2, "{\"puzzle\":\"tyrannosaurus\"}", "bad_request"},
        {"tyrannosaurus", 3, "{\"puzzle\":\"tyrannosaurus\",\"number\":0}", "bad_request"},
        {"trakks", 2, "{\"puzzle\":\"tyrannosaurus\",\"number\":0}", "bad_request"},
        {"trex", 2, "{\"puzzle\":\"../texts/core\",\"number\":0}", "bad_request"},
        {"trex", 2, "{\"puzzle\":{\"position\":{}},\"number\":0}", "bad_request"},
        {"trex", 2, "{\"puzzle\":null,\"number\":0}", "bad_request"},
    };
    struct world *world = *state;
    world_on_day(world, 5);
    world->hall->environment.settings.positions = false;
    struct connection *host = world_come(world, "Eve");
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++)
        assert_create(world, host, cases[i].game, cases[i].seats, cases[i].origin, cases[i].code);
}

/* On one device, the page has the file and supplies the puzzle. */
static void test_given(void **state)
{
    struct world *world = *state;
    json_t *list = puzzle_list(game_find(games_all, "tyrannosaurus"), NULL);
    json_t *origin = json_pack("{s:O, s:i}", "puzzle", puzzle_list_entry(list, 0), "number", 0);
    char *text = json_dumps(origin, JSON_COMPACT);
    struct connection *host = world_come(world, "Anna");
    assert_create(world, host, "tyrannosaurus", 2, text, "bad_request");
    world->hall->environment.settings.records = true;
    assert_create(world, host, "tyrannosaurus", 2, text, NULL);
    assert_create(world, host, "trex", 2, text, "bad_position");
    assert_create(world, host, "trex", 2, "{\"puzzle\":{},\"number\":0}", "bad_request");
    free(text);
    json_decref(origin);
    json_decref(list);
}

int puzzles_tests(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test_setup_teardown(test_start, world_set_up, world_tear_down),
        cmocka_unit_test_setup_teardown(test_hostile, world_set_up, world_tear_down),
        cmocka_unit_test_setup_teardown(test_given, world_set_up, world_tear_down),
    };
    return cmocka_run_group_tests(tests, world_load_texts, world_free_texts);
}
