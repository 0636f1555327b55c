/* Tables that start from a moment of a finished match: who may ask for which, what the people there see,
 * and what is stored. */
#include "tables_world.h"

#include "game/game.h"
#include "wire/wire.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h> /* needs those above */

enum { OTHERS = 2, MOVES_MADE = 9 };

struct company {
    struct connection *host, *others[OTHERS];
};

static struct company company_of(struct world *world)
{
    return (struct company){world_come(world, "Anna"),
                            {world_come(world, "Bert"), world_come(world, "Cleo")}};
}

/* Plays the match of the host's table to its end and returns its record. */
static json_t *play_out(struct world *world, struct company *company)
{
    struct connection *host = company->host;
    play_sit_down(host, OTHERS, company->others);
    play_start(host);
    play_on(world, host->table, WHOLE_GAME);
    connection_say(host, "{\"id\":8,\"cmd\":\"record\",\"table\":\"%s\"}", host->table);
    world_settle(world);
    assert_answered(host);
    return json_incref(json_object_get(host->answer, "record"));
}

static json_t *finished(struct world *world, struct company *company, const char *game)
{
    play_create(company->host, game, 1 + OTHERS, ",\"public\":true");
    return play_out(world, company);
}

/* Opens a table that starts from this moment of the host's finished match. */
static void continue_from(struct company *company, const char *game, size_t moves, const char *more)
{
    char settings[200];
    snprintf(settings, sizeof settings, ",\"origin\":{\"record\":\"%s\",\"move\":%zu}%s",
             company->host->table, moves, more);
    play_create(company->host, game, 1 + OTHERS, settings);
}

/* The view of a seat after the first moves of a record. */
static void view_of(const json_t *json, size_t moves, int seat, struct game_state_storage *view)
{
    struct record record;
    struct match match = {0};
    struct fault fault;
    assert_true(record_read(&record, json, &fault));
    assert_true(record_start(&record, NULL, &match, &fault));
    for (size_t i = 0; i < moves; i++) {
        int mover;
        const char *text;
        record_move(&record, i, &mover, &text);
        assert_true(match_play(&match, mover, text, NULL, STORY_ALL, &fault));
    }
    game_view(record.game, match.state.bytes, seat, view->bytes);
    match_free(&match);
}

/* Every game: the person sees what was to be seen then, plays on with others, and the new match has a
 * record that can be replayed. */
static void test_continuing(void **state)
{
    struct world *world = *state;
    struct company company = company_of(world);
    struct connection *host = company.host;
    for (const struct game *const *game = games_all; *game; game++) {
        json_t *record = finished(world, &company, (*game)->id);
        size_t moves = json_array_size(json_object_get(record, "moves")) / 2;
        char old[STORE_ID_TEXT];
        snprintf(old, sizeof old, "%s", host->table);
        continue_from(&company, (*game)->id, moves, ",\"sit\":1");
        const json_t *origin = json_object_get(json_object_get(host->shown, "info"), "origin");
        assert_string_equal(json_string_value(json_object_get(origin, "record")), old);
        assert_int_equal(json_integer_value(json_object_get(origin, "move")), moves);
        json_t *continued = play_out(world, &company);
        const struct table *table = world_table(world, host->table);
        struct game_state_storage then, now;
        view_of(record, moves, 1, &then);
        game_view(*game, table->match.start.bytes, 1, now.bytes);
        assert_memory_equal(then.bytes, now.bytes, (*game)->state_size);
        assert_string_equal(
            json_string_value(json_object_get(json_object_get(continued, "origin"), "record")),
            old);
        view_of(continued, json_array_size(json_object_get(continued, "moves")), 1, &then);
        game_view(*game, table->match.state.bytes, 1, now.bytes);
        assert_memory_equal(then.bytes, now.bytes, (*game)->state_size);
        json_decref(continued);
        json_decref(record);
    }
}

/* What the person could not know is not as it was: two tables from one moment differ. */
static void test_dealt_anew(void **state)
{
    struct world *world = *state;
    struct company company = company_of(world);
    json_t *record = finished(world, &company, "trex");
    char old[STORE_ID_TEXT];
    struct game_state_storage starts[2];
    snprintf(old, sizeof old, "%s", company.host->table);
    for (int i = 0; i < 2; i++) {
        snprintf(company.host->table, sizeof company.host->table, "%s", old);
        continue_from(&company, "trex", MOVES_MADE, "");
        play_sit_down(company.host, OTHERS, company.others);
        play_start(company.host);
        starts[i] = world_table(world, company.host->table)->match.start;
    }
    assert_memory_not_equal(&starts[0], &starts[1], sizeof starts[0]);
    json_decref(record);
}

/* After a restart the table is the same. A rematch is a match like any other. */
static void test_lasting(void **state)
{
    struct world *world = *state;
    struct company company = company_of(world);
    json_decref(finished(world, &company, "tyrannosaurus"));
    continue_from(&company, "tyrannosaurus", MOVES_MADE, "");
    char secret[64], id[STORE_ID_TEXT];
    snprintf(secret, sizeof secret, "%s", company.host->secret);
    snprintf(id, sizeof id, "%s", company.host->table);
    json_decref(play_out(world, &company));
    struct game_state_storage start = world_table(world, id)->match.start;
    world_close(world);
    world_open(world, 5, WORLD_BEGIN_MS);
    struct connection *host = &world->connection[world->count++];
    *host = (struct connection){.you = -1};
    connection_come_back(world, host, secret);
    connection_watch(host, id, -1);
    assert_answered(host);
    assert_memory_equal(&world_table(world, id)->match.start, &start, sizeof start);
    connection_say(host, "{\"id\":4,\"cmd\":\"rematch\",\"table\":\"%s\"}", id);
    world_settle(world);
    assert_answered(host);
    const struct table_settings *settings =
        &world_table(world, connection_answer(host, "table"))->settings;
    assert_non_null(settings->seed);
    assert_null(settings->position);
    assert_int_equal(settings->origin.kind, ORIGIN_NONE);
}

/* A client names a moment, and never supplies a position. */
static void test_hostile(void **state)
{
    struct world *world = *state;
    struct company company = company_of(world);
    struct connection *host = company.host;
    json_t *record = finished(world, &company, "trex");
    int moves = (int)json_array_size(json_object_get(record, "moves"));
    char *text = json_dumps(record, JSON_COMPACT);
    const char *id = host->table;
    const struct {
        const char *game, *seats, *record;
        int move;
        const char *code;
    } cases[] = {
        {"trex", "3", "\"000000000000\"", 3, "no_table"},
        {"trex", "3", "\"../../../etc\"", 3, "bad_request"},
        {"trex", "3", "7", 3, "bad_request"},
        {"trex", "3", "null", 3, "bad_request"},
        {"trex", "3", "[]", 3, "bad_request"},
        {"trex", "3", "{\"position\":{}}", 3, "bad_request"},
        {"trex", "3", text, 3, "bad_request"},
        {"trex", "3", NULL, -1, "bad_request"},
        {"trex", "3", NULL, moves + 1, "bad_request"},
        {"trex", "3", NULL, moves, "over"},
        {"trex", "4", NULL, 3, "bad_request"},
        {"trakks", "3", NULL, 3, "bad_request"},
        {"trex", "3", NULL, 3, NULL},
    };
    size_t open = world->hall->tables.by_id.count;
    world->hall->environment.settings.positions = false;
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        char own[20];
        snprintf(own, sizeof own, "\"%s\"", id);
        connection_say(host,
                       "{\"id\":3,\"cmd\":\"create\",\"game\":\"%s\",\"seats\":%s,"
                       "\"position\":{\"game\":\"trex\"},\"seed\":\"mine\","
                       "\"origin\":{\"record\":%s,\"move\":%d,\"position\":{}}}",
                       cases[i].game, cases[i].seats, cases[i].record ? cases[i].record : own,
                       cases[i].move);
        world_settle(world);
        if (cases[i].code)
            assert_refused(host, cases[i].code);
        else
            assert_answered(host);
        assert_int_equal(world->hall->tables.by_id.count, open + !cases[i].code);
    }
    free(text);
    json_decref(record);
}

/* On one device, a record may come from a file. A record that breaks is refused. */
static void test_record_given(void **state)
{
    struct world *world = *state;
    struct company company = company_of(world);
    struct connection *host = company.host;
    json_t *record = finished(world, &company, "trex");
    world->hall->environment.settings.records = true;
    for (int good = 1; good >= 0; good--) {
        char *text = json_dumps(record, JSON_COMPACT);
        connection_say(host,
                       "{\"id\":3,\"cmd\":\"create\",\"game\":\"trex\",\"seats\":3,"
                       "\"origin\":{\"record\":%s,\"move\":3}}",
                       text);
        world_settle(world);
        if (good)
            assert_answered(host);
        else
            assert_refused(host, "bad_move");
        free(text);
        json_array_set_new(json_array_get(json_object_get(record, "moves"), 2), 1,
                           json_string("fly"));
    }
    json_decref(record);
}

int origins_tests(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test_setup_teardown(test_continuing, world_set_up, world_tear_down),
        cmocka_unit_test_setup_teardown(test_dealt_anew, world_set_up, world_tear_down),
        cmocka_unit_test_setup_teardown(test_lasting, world_set_up, world_tear_down),
        cmocka_unit_test_setup_teardown(test_hostile, world_set_up, world_tear_down),
        cmocka_unit_test_setup_teardown(test_record_given, world_set_up, world_tear_down),
    };
    return cmocka_run_group_tests(tests, world_load_texts, world_free_texts);
}
