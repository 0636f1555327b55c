/* Tables that start from a scene of a lesson: every scene of every lesson, and requests for others. */
#include "tables_world.h"

#include "game/game.h"
#include "wire/wire.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h> /* needs those above */

enum { LONG_MS = 20000 };

/* The value of a scene. */
static const json_t *scene_value(const json_t *lesson, int scene, const char *key)
{
    return json_object_get(json_array_get(json_object_get(lesson, "scenes"), (size_t)scene), key);
}

/* A table of this scene, with computer players on the other seats; its match begins at once. */
static void open_scene(struct connection *host, const struct game *game, const json_t *lesson,
                       int scene)
{
    const json_t *position = scene_value(lesson, scene, "position");
    int seats = (int)json_integer_value(json_object_get(position, "seats"));
    char *options = json_dumps(json_object_get(position, "options"), JSON_COMPACT);
    char more[400], bots[100] = "null";
    for (int seat = 1; seat < seats; seat++)
        strcat(bots, ",\"easy\"");
    snprintf(more, sizeof more,
             ",\"autostart\":true,\"options\":%s,\"bots\":[%s],"
             "\"origin\":{\"lesson\":\"%s\",\"scene\":%d}",
             options, bots, game->id, scene);
    play_create(host, game->id, seats, more);
    free(options);
}

/* A legal move where the scene asks for a performance instead: a new card in Scale. */
#define PERFORMING_MOVE "change"

/* The person is shown the scene, and is the only one to move in it. Nothing of it is recorded. */
static void play_scene(struct world *world, const struct game *game, const json_t *lesson,
                       int scene)
{
    char name[40];
    snprintf(name, sizeof name, "%s, scene %d", game->id, scene);
    print_message("%s\n", name);
    struct connection *host = world_come(world, "Anna");
    struct match match = {0};
    struct fault fault;
    open_scene(host, game, lesson, scene);
    const struct table *table = world_table(world, host->table);
    const json_t *origin = json_object_get(json_object_get(host->shown, "info"), "origin");
    assert_string_equal(json_string_value(json_object_get(origin, "lesson")), game->id);
    assert_int_equal(json_integer_value(json_object_get(origin, "scene")), scene);
    assert_true(wire_lesson_start(lesson, scene, game, NULL, &match, &fault));
    assert_memory_equal(table->match.state.bytes, match.state.bytes, game->state_size);
    world_pass(world, LONG_MS);
    assert_int_equal(table->match.move_count, 0);
    const char *show = json_string_value(scene_value(lesson, scene, "show"));
    connection_say(host, "{\"id\":5,\"cmd\":\"move\",\"table\":\"%s\",\"move\":\"%s\"}",
                   host->table, show ? show : PERFORMING_MOVE);
    world_settle(world);
    assert_answered(host);
    world_pass(world, LONG_MS);
    assert_int_equal(table->match.move_count, 1);
    connection_say(host, "{\"id\":6,\"cmd\":\"record\",\"table\":\"%s\"}", host->table);
    world_settle(world);
    assert_refused(host, "no_table");
    connection_go(host);
    connection_forget(host);
    match_free(&match);
}

static void test_scenes(void **state)
{
    struct world *world = *state;
    int lessons = 0;
    for (const struct game *const *game = games_all; *game; game++) {
        json_t *lesson = wire_lesson_json(*game, NULL);
        lessons += lesson != NULL;
        for (int scene = 0; scene < wire_lesson_scenes(lesson); scene++) {
            play_scene(world, *game, lesson, scene);
            world->count = 0;
        }
        json_decref(lesson);
    }
    assert_true(lessons > 0);
}

/* After a restart the scene is as it was, and the others still wait. */
static void test_lasting(void **state)
{
    struct world *world = *state;
    struct connection *host = world_come(world, "Anna");
    const struct game *game = game_find(games_all, "trex");
    json_t *lesson = wire_lesson_json(game, NULL);
    char secret[64], id[STORE_ID_TEXT];
    open_scene(host, game, lesson, 0);
    snprintf(secret, sizeof secret, "%s", host->secret);
    snprintf(id, sizeof id, "%s", host->table);
    struct game_state_storage start = world_table(world, id)->match.state;
    world_close(world);
    world_open(world, 5, WORLD_BEGIN_MS);
    host = &world->connection[world->count++];
    *host = (struct connection){.you = -1};
    connection_come_back(world, host, secret);
    connection_watch(host, id, -1);
    assert_answered(host);
    world_pass(world, LONG_MS);
    assert_memory_equal(&world_table(world, id)->match.state, &start, sizeof start);
    json_decref(lesson);
}

/* Scenes that the learner has left do not count towards the tables that a person may have. */
static void test_left(void **state)
{
    struct world *world = *state;
    struct connection *host = world_come(world, "Anna");
    const struct game *game = game_find(games_all, "trex");
    json_t *lesson = wire_lesson_json(game, NULL);
    for (int i = 0; i <= hall_limits_standard.tables_per_person; i++) {
        open_scene(host, game, lesson, 0);
        connection_say(host, "{\"id\":5,\"cmd\":\"stand\",\"table\":\"%s\"}", host->table);
        connection_say(host, "{\"id\":6,\"cmd\":\"unwatch\",\"table\":\"%s\"}", host->table);
        world_settle(world);
        assert_answered(host);
        world_pass_long(world, 2 * SWEEP_MS);
        assert_int_equal(world->hall->tables.open_count, 0);
    }
    /* One who does not say so may come back soon. */
    open_scene(host, game, lesson, 0);
    connection_go(host);
    world_pass_long(world, SWEEP_EXERCISE_MS / 2);
    assert_int_equal(world->hall->tables.open_count, 1);
    world_pass_long(world, SWEEP_EXERCISE_MS);
    assert_int_equal(world->hall->tables.open_count, 0);
    connection_forget(host);
    json_decref(lesson);
}

struct request_case {
    const char *game;
    int seats;
    const char *origin;
    const char *code; /* NULL: it is opened */
};

static void ask_all(struct world *world, const struct request_case *cases, size_t count)
{
    struct connection *host = world_come(world, "Eve");
    size_t open = world->hall->tables.by_id.count;
    for (size_t i = 0; i < count; i++) {
        connection_say(host,
                       "{\"id\":3,\"cmd\":\"create\",\"game\":\"%s\",\"seats\":%d,"
                       "\"position\":{\"game\":\"trex\"},\"seed\":\"mine\",\"origin\":%s}",
                       cases[i].game, cases[i].seats, cases[i].origin);
        world_settle(world);
        if (cases[i].code)
            assert_refused(host, cases[i].code);
        else
            assert_answered(host);
        open += !cases[i].code;
        assert_int_equal(world->hall->tables.by_id.count, open);
    }
}

/* A client names a scene, and never supplies a position. */
static void test_hostile(void **state)
{
    static const struct request_case cases[] = {
        {"trex", 3, "{\"lesson\":\"go\",\"scene\":0}", "bad_request"},
        {"trex", 3, "{\"lesson\":\"../texts/core\",\"scene\":0}", "bad_request"},
        {"trex", 3, "{\"lesson\":\"\",\"scene\":0}", "bad_request"},
        {"trex", 3, "{\"lesson\":\"trex\\u0000\",\"scene\":0}", "bad_request"},
        {"trex", 3, "{\"lesson\":null,\"scene\":0}", "bad_request"},
        {"trex", 3, "{\"lesson\":7,\"scene\":0}", "bad_request"},
        {"trex", 3, "{\"lesson\":{\"scenes\":[{\"position\":{}}]},\"scene\":0}", "bad_request"},
        {"trex", 3, "{\"lesson\":\"trex\",\"scene\":-1}", "bad_request"},
        {"trex", 3, "{\"lesson\":\"trex\",\"scene\":99}", "bad_request"},
        {"trex", 3, "{\"lesson\":\"trex\",\"scene\":2147483647}", "bad_request"},
        {"trex", 3, "{\"lesson\":\"trex\",\"scene\":18446744073709551616}", "bad_request"},
        {"trex", 3, "{\"lesson\":\"trex\",\"scene\":\"0\"}", "bad_request"},
        {"trex", 3, "{\"lesson\":\"trex\"}", "bad_request"},
        {"trex", 4, "{\"lesson\":\"trex\",\"scene\":0}", "bad_request"},
        {"trakks", 3, "{\"lesson\":\"trex\",\"scene\":0}", "bad_request"},
        {"trex", 3, "{\"lesson\":\"trex\",\"scene\":0,\"record\":null}", "bad_request"},
        {"trex", 3, "{\"lesson\":\"trex\",\"scene\":0,\"position\":{}}", NULL},
    };
    struct world *world = *state;
    world->hall->environment.settings.positions = false;
    ask_all(world, cases, sizeof cases / sizeof *cases);
}

/* The end of a random match, as the position of a scene. */
static char *origin_over(struct world *world)
{
    struct connection *host = three_at(world, "trex", "");
    play_start(host);
    play_on(world, host->table, WHOLE_GAME);
    const struct match *match = &world_table(world, host->table)->match;
    struct table_settings settings = {.game = match->game, .seats = match->seats};
    table_settings_set_position(&settings, match);
    json_t *json = json_pack("{s:{s:[{s:O}]}, s:i}", "lesson", "scenes", "position",
                             settings.position, "scene", 0);
    char *text = json_dumps(json, JSON_COMPACT);
    json_decref(json);
    table_settings_free(&settings);
    return text;
}

/* On one device, a lesson may come from a file. Its position is checked like any other. */
static void test_lesson_given(void **state)
{
    struct world *world = *state;
    json_t *lesson = wire_lesson_json(game_find(games_all, "trex"), NULL);
    json_t *position = json_incref((json_t *)scene_value(lesson, 0, "position"));
    json_t *given =
        json_pack("{s:{s:[{s:O}]}, s:i}", "lesson", "scenes", "position", position, "scene", 0);
    char *good = json_dumps(given, JSON_COMPACT);
    json_object_set_new(position, "strong", json_string("pink"));
    char *bad = json_dumps(given, JSON_COMPACT);
    char *over = origin_over(world);
    const struct request_case cases[] = {
        {"trex", 3, good, NULL},
        {"trakks", 3, good, "bad_position"},
        {"trex", 2, good, "bad_request"},
        {"trex", 3, bad, "bad_position"},
        {"trex", 3, over, "over"},
        {"trex", 3, "{\"lesson\":{},\"scene\":0}", "bad_request"},
        {"trex", 3, "{\"lesson\":{\"scenes\":7},\"scene\":0}", "bad_request"},
        {"trex", 3, "{\"lesson\":{\"scenes\":[[]]},\"scene\":0}", "bad_request"},
        {"trex", 3, "{\"lesson\":{\"scenes\":[{\"position\":[]}]},\"scene\":0}", "bad_request"},
        {"trex", 3, "{\"lesson\":{\"scenes\":[{\"position\":{}}]},\"scene\":0}", "bad_position"},
    };
    world->hall->environment.settings.records = true;
    ask_all(world, cases, sizeof cases / sizeof *cases);
    free(good);
    free(bad);
    free(over);
    json_decref(given);
    json_decref(position);
    json_decref(lesson);
}

int lessons_tests(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test_setup_teardown(test_scenes, world_set_up, world_tear_down),
        cmocka_unit_test_setup_teardown(test_lasting, world_set_up, world_tear_down),
        cmocka_unit_test_setup_teardown(test_left, world_set_up, world_tear_down),
        cmocka_unit_test_setup_teardown(test_hostile, world_set_up, world_tear_down),
        cmocka_unit_test_setup_teardown(test_lesson_given, world_set_up, world_tear_down),
    };
    return cmocka_run_group_tests(tests, world_load_texts, world_free_texts);
}
