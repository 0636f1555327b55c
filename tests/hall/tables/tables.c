/* Whole games by requests through the hall. The test provides the platform: no sockets, no threads, and
 * a clock that the test turns. */
#include "tables_world.h"

#include "base/base.h"
#include "game/game.h"
#include "players/players.h"

#include <setjmp.h>
#include <sqlite3.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h> /* needs those above */

static void test_whole_games(void **state)
{
    struct world *world = *state;
    struct connection *host = world_come(world, "Anna"), *watcher = world_come(world, "Zoe");
    struct connection *others[2] = {world_come(world, "Bert"), world_come(world, "Cleo")};
    for (const struct game *const *game = games_all; *game; game++) {
        int seats = (*game)->seats_min > 3 ? (*game)->seats_min : 3;
        if (seats > 3)
            continue;
        play_create(host, (*game)->id, seats, ",\"public\":true");
        play_sit_down(host, 2, others);
        connection_watch(watcher, host->table, -1);
        assert_answered(watcher);
        play_start(host);
        play_on(world, host->table, WHOLE_GAME);
        const struct table *table = world_table(world, host->table);
        assert_int_equal(table->state, TABLE_OVER);
        assert_int_equal(watcher->version, table->version);
        assert_int_equal(others[1]->version, table->version);
        assert_true(json_is_object(json_object_get(watcher->step, "result")));
        connection_say(host, "{\"id\":8,\"cmd\":\"record\",\"table\":\"%s\"}", host->table);
        world_settle(world);
        assert_answered(host);
        const json_t *moves = json_object_get(json_object_get(host->answer, "record"), "moves");
        assert_int_equal(json_array_size(moves), table->match.move_count);
        assert_true(world->hall->environment.figures.moves_person > 0);
        assert_int_equal(world->hall->tables.open_count, 0);
    }
}

static void test_again(void **state)
{
    struct world *world = *state;
    struct connection *host = three_at(world, "trex", "");
    play_start(host);
    const struct table *table = world_table(world, host->table);
    int seat = bits_first(table->settings.game->to_act(table->match.state.bytes));
    struct connection *mover = world_on_seat(world, table, seat);
    char text[GAME_MOVE_TEXT_MAX];
    play_sample(world, table, seat, text, sizeof text);
    /* The second request comes while the first is under way. */
    for (int i = 0; i < 2; i++)
        connection_say(
            mover, "{\"id\":%d,\"cmd\":\"move\",\"table\":\"%s\",\"move\":\"%s\",\"cid\":\"m1\"}",
            i, host->table, text);
    int64_t version = table->version;
    world_settle(world);
    assert_int_equal(table->version, version + 1);
    for (int i = 0; i < 2; i++) {
        assert_answered(mover);
        assert_true(json_is_true(json_object_get(mover->answer, "again")));
        assert_int_equal(json_integer_value(json_object_get(mover->answer, "v")), version + 1);
        connection_say(mover,
                       "{\"id\":5,\"cmd\":\"move\",\"table\":\"%s\",\"move\":\"x\",\"cid\":\"m1\"}",
                       host->table);
        world_settle(world);
    }
    connection_say(mover,
                   "{\"id\":5,\"cmd\":\"move\",\"table\":\"%s\",\"move\":\"x\",\"cid\":\"m2\"}",
                   host->table);
    world_settle(world);
    assert_refused(mover, "bad_move");
}

static void test_resume(void **state)
{
    struct world *world = *state;
    struct connection *host = three_at(world, "tyrannosaurus", "");
    struct connection *bert = &world->connection[1];
    play_start(host);
    play_on(world, host->table, 5);
    int64_t seen = bert->version;
    connection_go(bert);
    const struct table *table = world_table(world, host->table);
    int seat = table_seat_of(table, bert->person);
    world_pass(world, HALL_TICK_MS);
    assert_true(json_is_false(json_array_get(json_object_get(host->online, "online"), 1)));
    play_on(world, host->table, 4);
    connection_come_back(world, bert, bert->secret);
    int received_before = bert->tables_received;
    connection_watch(bert, host->table, seen);
    assert_answered(bert);
    assert_int_equal(bert->version, table->version);
    assert_int_equal(bert->tables_received, received_before);
    assert_int_equal(table_seat_of(table, bert->person), seat);
    world_pass(world, HALL_TICK_MS);
    assert_true(json_is_true(json_array_get(json_object_get(host->online, "online"), 1)));
    /* A version that does not exist yet: the whole table is sent. */
    connection_watch(bert, host->table, table->version + 1);
    assert_int_equal(bert->tables_received, received_before + 1);
    assert_int_equal(bert->you, seat);
}

static void test_private(void **state)
{
    struct world *world = *state;
    struct connection *host = world_come(world, "Anna"), *other = world_come(world, "Bert");
    play_create(host, "trex", 2, "");
    char table[STORE_ID_TEXT], old[16];
    memcpy(table, host->table, sizeof table);
    snprintf(old, sizeof old, "%s", connection_answer(host, "code"));
    connection_watch(other, table, -1);
    assert_refused(other, "forbidden");
    connection_say(other, "{\"id\":1,\"cmd\":\"watch\",\"code\":\"22222222\"}");
    world_settle(world);
    assert_refused(other, "no_table");
    connection_say(host, "{\"id\":1,\"cmd\":\"invite\",\"table\":\"%s\"}", table);
    world_settle(world);
    assert_answered(host);
    connection_say(other, "{\"id\":1,\"cmd\":\"watch\",\"code\":\"%s\"}", old);
    world_settle(world);
    assert_refused(other, "no_table");
    connection_say(other, "{\"id\":1,\"cmd\":\"watch\",\"invite\":\"%s\"}",
                   connection_answer(host, "invite"));
    world_settle(world);
    assert_answered(other);
}

static void test_clock(void **state)
{
    struct world *world = *state;
    struct connection *host =
        three_at(world, "trakks", ",\"clock\":{\"kind\":\"move\",\"seconds\":5}");
    play_start(host);
    const struct table *table = world_table(world, host->table);
    int64_t version = table->version;
    world_pass(world, 4900);
    assert_int_equal(table->version, version);
    world_pass(world, 200);
    assert_int_equal(table->version, version + 1);
    assert_string_equal(json_string_value(json_object_get(host->step, "by")), "clock");
    for (int i = 0; i < 2000 && table->state == TABLE_PLAYING; i++)
        world_pass(world, 5000);
    assert_int_equal(table->state, TABLE_OVER);
    assert_int_equal(host->version, table->version);
}

/* A statement for the database, from outside. */
static void execute(const char *statement)
{
    sqlite3 *handle;
    assert_int_equal(sqlite3_open(world_path, &handle), SQLITE_OK);
    assert_int_equal(sqlite3_exec(handle, statement, NULL, NULL, NULL), SQLITE_OK);
    sqlite3_close(handle);
}

/* Time is up while the database does not work: the move is made when it works again. */
static void test_clock_of_broken_database(void **state)
{
    struct world *world = *state;
    struct connection *host =
        three_at(world, "trakks", ",\"clock\":{\"kind\":\"move\",\"seconds\":5}");
    play_start(host);
    const struct table *table = world_table(world, host->table);
    int64_t version = table->version;
    world_pass(world, 4900);
    execute("ALTER TABLE entries RENAME TO entries_elsewhere");
    world_pass(world, 3000);
    assert_int_equal(table->version, version);
    execute("ALTER TABLE entries_elsewhere RENAME TO entries");
    world_pass(world, 1000);
    assert_int_equal(table->version, version + 1);
}

static void test_takeover(void **state)
{
    struct world *world = *state;
    struct connection *host = three_at(world, "trex", ",\"pace\":\"fast\"");
    struct connection *bert = &world->connection[1], *cleo = &world->connection[2];
    play_start(host);
    const struct table *table = world_table(world, host->table);
    connection_say(bert, "{\"id\":1,\"cmd\":\"stand\",\"table\":\"%s\"}", host->table);
    world_settle(world);
    assert_answered(bert);
    assert_non_null(table->seat[1].bot);
    connection_say(host,
                   "{\"id\":1,\"cmd\":\"bot\",\"table\":\"%s\",\"seat\":2,\"level\":\"easy\"}",
                   host->table);
    world_settle(world);
    assert_refused(host, "forbidden");
    connection_go(cleo);
    world_pass(world, 20000);
    connection_say(host,
                   "{\"id\":1,\"cmd\":\"bot\",\"table\":\"%s\",\"seat\":2,\"level\":\"easy\"}",
                   host->table);
    world_settle(world);
    assert_refused(host, "forbidden");
    world_pass(world, 11000);
    connection_say(host,
                   "{\"id\":1,\"cmd\":\"bot\",\"table\":\"%s\",\"seat\":2,\"level\":\"casual\"}",
                   host->table);
    world_settle(world);
    assert_answered(host);
    play_on(world, host->table, WHOLE_GAME);
    assert_int_equal(table->state, TABLE_OVER);
}

static void test_autostart(void **state)
{
    struct world *world = *state;
    struct connection *host = three_at(world, "trex", ",\"autostart\":true");
    assert_int_equal(world_table(world, host->table)->state, TABLE_PLAYING);
    assert_string_equal(json_string_value(json_object_get(host->step, "kind")), "start");
}

static void test_rematch(void **state)
{
    struct world *world = *state;
    struct connection *host = three_at(world, "trex", ",\"open_hands_after\":false");
    struct connection *bert = &world->connection[1];
    connection_say(bert, "{\"id\":1,\"cmd\":\"rematch\",\"table\":\"%s\"}", host->table);
    world_settle(world);
    assert_refused(bert, "forbidden");
    play_start(host);
    play_on(world, host->table, WHOLE_GAME);
    connection_say(bert, "{\"id\":1,\"cmd\":\"rematch\",\"table\":\"%s\"}", host->table);
    connection_say(host, "{\"id\":2,\"cmd\":\"rematch\",\"table\":\"%s\"}", host->table);
    world_settle(world);
    assert_answered(bert);
    assert_answered(host);
    assert_string_equal(connection_answer(bert, "table"), connection_answer(host, "table"));
    const struct table *table = world_table(world, host->table);
    const struct table *second = world_table(world, connection_answer(host, "table"));
    assert_string_equal(table->rematch, second->id);
    for (int seat = 0; seat < 3; seat++)
        assert_string_equal(second->seat[seat].person, table->seat[(seat + 1) % 3].person);
    assert_string_not_equal(second->settings.seed, table->settings.seed);
    assert_false(second->settings.open_hands_after);
    assert_string_equal(second->settings.host, table->settings.host);
    connection_say(bert, "{\"id\":1,\"cmd\":\"rematch\",\"table\":\"%s\"}", host->table);
    world_settle(world);
    assert_string_equal(connection_answer(bert, "table"), second->id);
    connection_watch(bert, second->id, -1);
    assert_answered(bert);
}

/* `auto` is a level only until the match starts. A rematch decides again. */
static void test_auto(void **state)
{
    struct world *world = *state;
    struct connection *host = world_come(world, "Anna");
    play_create(host, "tyrannosaurus", 2, ",\"bots\":[null,\"auto\"],\"pace\":\"fast\"");
    const struct table *table = world_table(world, host->table);
    assert_ptr_equal(table->seat[1].bot, &player_auto);
    play_start(host);
    assert_string_equal(table->seat[1].bot->name, "casual");
    assert_true(table->seat[1].was_auto);
    connection_say(host,
                   "{\"id\":1,\"cmd\":\"bot\",\"table\":\"%s\",\"seat\":1,\"level\":\"auto\"}",
                   host->table);
    world_settle(world);
    assert_refused(host, "forbidden");
    play_on(world, host->table, WHOLE_GAME);
    assert_int_equal(table->state, TABLE_OVER);
    struct game_result result;
    table->settings.game->result(table->match.state.bytes, &result);
    connection_say(host, "{\"id\":2,\"cmd\":\"rematch\",\"table\":\"%s\"}", host->table);
    world_settle(world);
    assert_answered(host);
    connection_watch(host, connection_answer(host, "table"), -1);
    const struct table *second = world_table(world, host->table);
    assert_ptr_equal(second->seat[0].bot, &player_auto);
    play_start(host);
    assert_string_equal(second->seat[0].bot->name, bits_have(result.winners, 1)   ? "child"
                                                   : bits_have(result.winners, 0) ? "skilled"
                                                                                  : "casual");
}

static void test_limits(void **state)
{
    struct world *world = *state;
    struct connection *host = world_come(world, "Anna");
    for (int i = 0; i < world->hall->environment.settings.limits.tables_per_person; i++)
        play_create(host, "trex", 2, "");
    connection_say(host, "{\"id\":3,\"cmd\":\"create\",\"game\":\"trex\",\"seats\":2}");
    world_settle(world);
    assert_refused(host, "limit");
}

static void test_unused_are_closed(void **state)
{
    struct world *world = *state;
    struct connection *host = world_come(world, "Anna");
    play_create(host, "trex", 2, ",\"bots\":[null,\"easy\"]");
    char waiting[STORE_ID_TEXT], over[STORE_ID_TEXT];
    memcpy(waiting, host->table, sizeof waiting);
    play_create(host, "trex", 2, ",\"sit\":null,\"pace\":\"fast\",\"bots\":[\"easy\",\"easy\"]");
    memcpy(over, host->table, sizeof over);
    play_start(host);
    play_on(world, over, WHOLE_GAME);
    assert_int_equal(world_table(world, over)->state, TABLE_OVER);
    connection_go(host);
    world_pass_long(world, 30 * 1000); /* finished matches must not pile up in memory */
    assert_null(world_live(world, over));
    assert_int_equal(world_table(world, waiting)->state, TABLE_WAITING);
    world_pass_long(world, SWEEP_WAITING_MS);
    assert_null(world_live(world, waiting));
    assert_null(world_live(world, over));
    assert_int_equal(world->hall->tables.by_id.count, 0);
    assert_int_equal(world->hall->tables.open_count, 0);
    /* They are closed, but can still be watched. */
    connection_come_back(world, host, host->secret);
    connection_watch(host, over, -1);
    assert_answered(host);
    assert_int_equal(world_table(world, over)->state, TABLE_CLOSED);
}

/* The hall ends while everything is under way. The sanitizer finds what is not freed. */
static void test_end_in_the_middle(void **state)
{
    struct world *world = *state;
    struct connection *host = three_at(world, "trex", ",\"pace\":\"fast\"");
    play_start(host);
    play_on(world, host->table, WHOLE_GAME);
    connection_say(host, "{\"id\":1,\"cmd\":\"rematch\",\"table\":\"%s\"}", host->table);
    connection_say(host, "{\"id\":1,\"cmd\":\"create\",\"game\":\"trex\",\"seats\":2}");
    struct connection *other = world_come(world, "Zoe");
    play_create(other, "trakks", 2, ",\"bots\":[null,\"strong\"]");
    world->thinks_never = true;
    play_start(other);
    connection_say(other, "{\"id\":1,\"cmd\":\"suggest\",\"table\":\"%s\"}", other->table);
    world_settle(world); /* the entry of the first hint comes before the thinking */
    assert_true(world->decision_count > 0);
    connection_say(other, "{\"id\":1,\"cmd\":\"stand\",\"table\":\"%s\"}", other->table);
    connection_say(other, "{\"id\":1,\"cmd\":\"chat\",\"table\":\"%s\",\"text\":\"!\"}",
                   other->table);
    connection_say(other, "{\"id\":1,\"cmd\":\"watch\",\"table\":\"aaaaaaaaaaaa\"}");
    connection_go(other);
    hall_stop(world->hall);
}

int tables_tests(void)
{
#define TEST(name) cmocka_unit_test_setup_teardown(test_##name, world_set_up, world_tear_down)
    const struct CMUnitTest tests[] = {
        TEST(whole_games),
        TEST(again),
        TEST(resume),
        TEST(private),
        TEST(clock),
        TEST(clock_of_broken_database),
        TEST(takeover),
        TEST(autostart),
        TEST(rematch),
        TEST(auto),
        TEST(limits),
        TEST(unused_are_closed),
        TEST(end_in_the_middle),
    };
    return cmocka_run_group_tests(tests, world_load_texts, world_free_texts);
}
