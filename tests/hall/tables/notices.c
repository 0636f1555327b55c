/* Notices: when people who are not there are told that it is their turn, and how often, through restarts and kills. The clock is
 * moved: no test waits. */
#include "tables_world.h"

#include "base/base.h"
#include "push/push.h"

#include <setjmp.h>
#include <sqlite3.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h> /* needs those above */

#define MINUTE_MS INT64_C(60000)
#define HOUR_MS (60 * MINUTE_MS)

static const char days[] = ",\"clock\":{\"kind\":\"days\",\"seconds\":259200}";
/* The browser of RFC 8291. */
static const char keys[] = "\"key\":\"BCVxsr7N_eNgVRqvHtD0zTZsEc6-VV-JvLexhqUzORcxaOzi6-"
                           "AYWXvTBHm4bjyPjs7Vd8pZGH6SRpkNtoIAiw4\","
                           "\"auth\":\"BTBZMqHH6r4Tts7J_aSIgg\"";

static int set_up(void **state)
{
    world_push_after_ms = 45000;
    return world_set_up(state);
}

static int tear_down(void **state)
{
    world_push_after_ms = 0;
    return world_tear_down(state);
}

/* Runs a statement on the database, from outside, and copies the text that it returns. */
static void ask_database(const char *statement, char *text, size_t size)
{
    sqlite3 *handle;
    sqlite3_stmt *query;
    assert_int_equal(sqlite3_open(world_path, &handle), SQLITE_OK);
    assert_int_equal(sqlite3_prepare_v2(handle, statement, -1, &query, NULL), SQLITE_OK);
    *text = '\0';
    if (sqlite3_step(query) == SQLITE_ROW)
        snprintf(text, size, "%s", (const char *)sqlite3_column_text(query, 0));
    sqlite3_finalize(query);
    sqlite3_close(handle);
}

/* A person with an account and a device. */
static struct connection *come(struct world *world, const char *name)
{
    char statement[200], none[2];
    struct connection *connection = world_come(world, name);
    snprintf(statement, sizeof statement, "UPDATE people SET login = '%s' WHERE id = '%s'", name,
             connection->person);
    ask_database(statement, none, sizeof none);
    connection_go(connection);
    connection_come_back(world, connection, connection->secret);
    world_pass(world, HALL_TICK_MS);
    connection_say(connection,
                   "{\"id\":1,\"cmd\":\"push\",\"endpoint\":\"https://push.example/%s\",%s}", name,
                   keys);
    world_settle(world);
    assert_answered(connection);
    return connection;
}

/* What the latest notice says, or "". */
static const char *latest(const struct world *world)
{
    return world->push_count ? world->pushes[world->push_count - 1]->text : "";
}

/* The sender is done with all of them. */
static void send_all(struct world *world, enum push_outcome outcome)
{
    while (world->push_count) {
        struct push_message *message = world->pushes[--world->push_count];
        message->outcome = outcome;
        hall_push_done(world->hall, message, world->now_ms);
    }
    world_settle(world);
}

/* Time passes, and how many notices there are at the end of it. */
static int pass(struct world *world, int64_t ms)
{
    int64_t long_ms = ms > MINUTE_MS ? ms - MINUTE_MS : 0;
    for (int64_t end_ms = world->now_ms + long_ms; world->now_ms < end_ms;) {
        world->now_ms += MINUTE_MS / 2;
        hall_tick(world->hall, world->now_ms);
        world_settle(world);
    }
    world_pass(world, ms - long_ms);
    return world->push_count;
}

/* Two people at a table, whose match has begun; both leave. Returns the seat whose turn it is. */
static int away(struct world *world, char id[STORE_ID_TEXT])
{
    struct connection *host = come(world, "anna"), *other = come(world, "bert");
    play_create(host, "trex", 2, days);
    play_sit_down(host, 1, &other);
    play_start(host);
    memcpy(id, host->table, STORE_ID_TEXT);
    connection_go(host);
    connection_go(other);
    return bits_first(table_awaited(world_table(world, id)));
}

/* The server starts again, after it was away for some time. */
static void restart(struct world *world, int64_t ms)
{
    static uint64_t seed = 900;
    int64_t now_ms = world->now_ms + ms;
    world_close(world);
    world_open(world, seed++, now_ms);
}

static void test_once_a_turn(void **state)
{
    struct world *world = *state;
    char id[STORE_ID_TEXT];
    int seat = away(world, id);
    assert_int_equal(pass(world, 44000), 0); /* a connection may have died without a word */
    assert_int_equal(pass(world, 2000), 1);
    assert_non_null(strstr(latest(world), id));
    assert_non_null(strstr(latest(world), "\"turns\":1"));
    const struct table *table = world_table(world, id);
    const char *name = table->seat[seat].name;
    assert_non_null(strstr(world->pushes[0]->target.endpoint, name));
    assert_null(strstr(latest(world), table->seat[1 - seat].name)); /* nor anything of the match */
    assert_true(world->pushes[0]->lasts_s > 258000 && world->pushes[0]->lasts_s <= 259200);
    send_all(world, PUSH_SENT);
    assert_int_equal(pass(world, 5 * HOUR_MS), 0);
    restart(world, HOUR_MS);
    assert_int_equal(pass(world, 5 * HOUR_MS), 0);
}

/* Turns that follow each other quickly: at most one notice an hour for each person, also through a restart. */
static void test_once_an_hour(void **state)
{
    struct world *world = *state;
    char id[STORE_ID_TEXT];
    int seat = away(world, id);
    assert_int_equal(pass(world, MINUTE_MS), 1);
    int64_t told_ms = world->now_ms;
    send_all(world, PUSH_SENT);
    /* Both move, and leave, until it is the turn of the first one again. */
    struct connection *people[2];
    for (int i = 0; i < 2; i++) {
        people[i] = &world->connection[i];
        connection_come_back(world, people[i], people[i]->secret);
        connection_watch(people[i], id, -1);
    }
    world_pass(world, 2000);
    const struct table *table = world_table(world, id);
    int64_t began_ms = table->seat[seat].awaited_since_ms;
    do
        play_move(world, id);
    while (bits_first(table_awaited(table)) != seat ||
           table->seat[seat].awaited_since_ms == began_ms);
    connection_go(people[0]);
    connection_go(people[1]);
    while (world->now_ms < told_ms + 20 * MINUTE_MS)
        assert_int_equal(pass(world, MINUTE_MS), 0);
    restart(world, MINUTE_MS);
    while (world->now_ms < told_ms + 58 * MINUTE_MS)
        assert_int_equal(pass(world, MINUTE_MS), 0);
    assert_int_equal(pass(world, 3 * MINUTE_MS), 1);
}

/* The server is killed while the sender has the notice: an hour later there is another one. */
static void test_killed(void **state)
{
    struct world *world = *state;
    char id[STORE_ID_TEXT];
    away(world, id);
    assert_int_equal(pass(world, MINUTE_MS), 1);
    restart(world, 0);
    assert_int_equal(pass(world, 50 * MINUTE_MS), 0);
    assert_int_equal(pass(world, 12 * MINUTE_MS), 1);
    send_all(world, PUSH_SENT);
    assert_int_equal(pass(world, 5 * HOUR_MS), 0);
}

/* Those who watch see it; and who has seen it is not told. */
static void test_seen(void **state)
{
    struct world *world = *state;
    struct connection *host = come(world, "anna"), *other = come(world, "bert");
    play_create(host, "trex", 2, days);
    play_sit_down(host, 1, &other);
    play_start(host);
    assert_int_equal(pass(world, MINUTE_MS), 0);
    connection_go(host);
    connection_go(other);
    assert_int_equal(pass(world, 3 * HOUR_MS), 0);
}

/* Nobody is told on holiday; those whose turn it still is are, when it ends, also if the server has started again. */
static void test_holiday(void **state)
{
    struct world *world = *state;
    char id[STORE_ID_TEXT];
    struct connection *host = come(world, "anna"), *other = come(world, "bert");
    play_create(host, "trex", 2, days);
    play_sit_down(host, 1, &other);
    play_start(host);
    memcpy(id, host->table, STORE_ID_TEXT);
    const struct table *table = world_table(world, id);
    int seat = bits_first(table_awaited(table));
    connection_say(world_on_seat(world, table, seat), "{\"id\":1,\"cmd\":\"holiday\",\"days\":2}");
    world_settle(world);
    connection_go(host);
    connection_go(other);
    assert_int_equal(pass(world, 24 * HOUR_MS), 0);
    restart(world, HOUR_MS);
    assert_int_equal(pass(world, 22 * HOUR_MS + 59 * MINUTE_MS), 0);
    assert_int_equal(pass(world, 2 * MINUTE_MS), 1);
    assert_true(world->pushes[0]->lasts_s > 258000);
    send_all(world, PUSH_SENT);
}

/* The push service says that a device is gone: it is forgotten. */
static void test_gone(void **state)
{
    struct world *world = *state;
    char id[STORE_ID_TEXT], note[4000];
    int seat = away(world, id);
    assert_int_equal(pass(world, MINUTE_MS), 1);
    send_all(world, PUSH_GONE);
    char statement[200];
    snprintf(statement, sizeof statement, "SELECT text FROM notes WHERE id = '%s'",
             world_table(world, id)->seat[seat].person);
    ask_database(statement, note, sizeof note);
    assert_null(strstr(note, "push.example"));
    assert_non_null(strstr(note, "\"devices\":[]"));
}

/* It is their turn in several matches: one notice says so, and none says more than their number. */
static void test_grouped(void **state)
{
    struct world *world = *state;
    struct connection *host = come(world, "anna"), *other = come(world, "bert");
    char tables[3][STORE_ID_TEXT];
    for (int i = 0; i < 3; i++) {
        play_create(host, "trex", 2, days);
        play_sit_down(host, 1, &other);
        play_start(host);
        memcpy(tables[i], host->table, STORE_ID_TEXT);
    }
    connection_go(host);
    connection_go(other);
    int turns[2] = {0}, many = 0;
    for (int i = 0; i < 3; i++)
        turns[bits_first(table_awaited(world_table(world, tables[i])))]++;
    assert_int_equal(pass(world, MINUTE_MS), 3);
    for (int i = 0; i < 3; i++) {
        char wanted[40];
        bool is_host = strstr(world->pushes[i]->target.endpoint, "anna") != NULL;
        snprintf(wanted, sizeof wanted, "\"turns\":%d", turns[!is_host]);
        assert_non_null(strstr(world->pushes[i]->text, wanted));
        assert_string_equal(world->pushes[i]->topic, "turns");
        many += strstr(world->pushes[i]->text, "\"table\"") == NULL;
    }
    assert_int_equal(many, turns[0] > 1 ? turns[0] : turns[1]);
    send_all(world, PUSH_SENT);
}

int notices_tests(void)
{
#define TEST(name) cmocka_unit_test_setup_teardown(test_##name, set_up, tear_down)
    const struct CMUnitTest tests[] = {
        TEST(once_a_turn), TEST(once_an_hour), TEST(killed),  TEST(seen),
        TEST(holiday),     TEST(gone),         TEST(grouped),
    };
#undef TEST
    return cmocka_run_group_tests(tests, world_load_texts, world_free_texts);
}
