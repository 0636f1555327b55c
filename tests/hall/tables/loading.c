/* What a start reads from the database, what is read when somebody asks, and tables that cannot be
 * read. */
#define _GNU_SOURCE /* memmem */
#include "tables_world.h"

#include "base/base.h"

#include <setjmp.h>
#include <sqlite3.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h> /* needs those above */

static void say(struct connection *connection, const char *cmd, const char *table)
{
    connection_say(connection, "{\"id\":1,\"cmd\":\"%s\",\"table\":\"%s\"}", cmd, table);
    world_settle(connection->world);
}

/* The server restarts, and this person comes back. */
static struct connection *start_again(struct world *world, const char *secret)
{
    static uint64_t seed = 100;
    char kept[64];
    snprintf(kept, sizeof kept, "%s", secret);
    int64_t now_ms = world->now_ms + 1000;
    world_close(world);
    world_open(world, seed++, now_ms);
    struct connection *back = &world->connection[world->count++];
    *back = (struct connection){.you = -1};
    snprintf(back->secret, sizeof back->secret, "%s", kept);
    connection_come_back(world, back, kept);
    return back;
}

/* Tables that are over are not read at the start: a busy server has many. */
static void test_ended_wait(void **state)
{
    enum { ENDED = 12, OPEN = 3 };
    struct world *world = *state;
    struct connection *host = world_come(world, "Anna"), *bert = world_come(world, "Bert");
    char ended[ENDED][STORE_ID_TEXT], secret[64];
    for (int i = 0; i < ENDED; i++) {
        play_create(host, "trex", 2, "");
        memcpy(ended[i], host->table, sizeof ended[i]);
        play_sit_down(host, 1, &bert);
        play_start(host);
        play_on(world, ended[i], WHOLE_GAME);
        assert_int_equal(world_table(world, ended[i])->state, TABLE_OVER);
        world_pass_long(world, 60000);
    }
    for (int i = 0; i < OPEN; i++)
        play_create(host, "trex", 2, "");
    snprintf(secret, sizeof secret, "%s", host->secret);
    host = start_again(world, secret);
    assert_int_equal(world->hall->tables.by_id.count, OPEN);
    assert_int_equal(world->hall->tables.open_count, OPEN);
    /* They are read when somebody asks: to look at, or to play again. */
    connection_watch(host, ended[0], -1);
    assert_answered(host);
    assert_int_equal(world->hall->tables.by_id.count, OPEN + 1);
    assert_true(json_is_object(json_object_get(host->shown, "result")));
    say(host, "log", ended[0]);
    assert_true(json_array_size(json_object_get(host->answer, "log")) > 10);
    say(host, "record", ended[1]);
    assert_true(json_is_object(json_object_get(host->answer, "record")));
    say(host, "rematch", ended[0]);
    assert_answered(host);
    assert_int_equal(world_table(world, connection_answer(host, "table"))->state, TABLE_WAITING);
    /* After an hour they are closed, and the next start ignores them. */
    say(host, "unwatch", ended[0]);
    world_pass_long(world, SWEEP_OVER_MS + SWEEP_OVER_MEMORY_MS + 3 * SWEEP_MS);
    assert_int_equal(world->hall->sweep.closing_count, 0);
    host = start_again(world, secret);
    assert_int_equal(world->hall->sweep.closing_count, 0);
    for (int i = 0; i < ENDED; i++) {
        connection_watch(host, ended[i], -1);
        assert_answered(host);
        assert_int_equal(world_table(world, ended[i])->state, TABLE_CLOSED);
    }
}

/* After an outage the tables are listed again, while one of them is being closed. */
static void test_listed_while_closing(void **state)
{
    struct world *world = *state;
    struct connection *host = world_come(world, "Anna"), *bert = world_come(world, "Bert");
    play_create(host, "trex", 2, "");
    play_sit_down(host, 1, &bert);
    play_start(host);
    play_on(world, host->table, WHOLE_GAME);
    say(host, "unwatch", host->table);
    say(bert, "unwatch", host->table);
    world_pass_long(world, SWEEP_OVER_MEMORY_MS + 3 * SWEEP_MS);
    struct sweep *sweep = &world->hall->sweep;
    assert_int_equal(sweep->closing_count, 1);
    world->now_ms += SWEEP_OVER_MS;
    world->hall->loading.retry_ms = world->now_ms;
    hall_tick(world->hall, world->now_ms); /* both are asked for */
    world_settle(world);
    assert_int_equal(sweep->closing_count, 0);
    connection_watch(host, host->table, -1);
    assert_int_equal(world_table(world, host->table)->state, TABLE_CLOSED);
}

static void change(const char *statement, const char *table)
{
    sqlite3 *connection;
    char text[400];
    snprintf(text, sizeof text, "%s AND table_key = (SELECT key FROM tables WHERE id = '%s')",
             statement, table);
    assert_int_equal(sqlite3_open(world_path, &connection), SQLITE_OK);
    assert_int_equal(sqlite3_exec(connection, text, NULL, NULL, NULL), SQLITE_OK);
    assert_true(sqlite3_changes(connection) > 0);
    sqlite3_close(connection);
}

/* Overwrites the page of the file that contains this text. */
static void damage_page(const char *text)
{
    enum { PAGE = 4096 };
    FILE *file = fopen(world_path, "r+b");
    assert_non_null(file);
    char page[PAGE];
    bool found = false;
    for (long at = 0; !found && fread(page, PAGE, 1, file) == 1; at += PAGE) {
        found = memmem(page, PAGE, text, strlen(text)) != NULL;
        memset(page, 0xff, 64);
        if (found)
            assert_true(fseek(file, at, SEEK_SET) == 0 && fwrite(page, PAGE, 1, file) == 1);
    }
    assert_true(found);
    fclose(file);
}

/* A match of many moves, each with its own client id: offers that are withdrawn. They
 * fill many pages, so that later tables are not written next to the damaged one. */
static void play_long(struct connection *host, struct connection *others[2])
{
    play_create(host, "scale", 3, "");
    play_sit_down(host, 2, others);
    play_start(host);
    for (int i = 0; i < 400; i++) {
        connection_say(host,
                       "{\"id\":7,\"cmd\":\"move\",\"table\":\"%s\",\"move\":\"%s\","
                       "\"cid\":\"the mark of move %d\"}",
                       host->table, i % 2 ? "withdraw" : "offer 1", i);
        world_settle(host->world);
        assert_answered(host);
    }
}

/* A damaged table does not affect the others. */
static void test_damaged(void **state)
{
    enum { BAD_JSON, BAD_SEAT, BAD_KIND, NO_TEXT, GAP, NO_ENTRIES, IMPOSSIBLE, PAGE, DAMAGED };
    static const char *const changes[PAGE] = {
        [BAD_JSON] = "UPDATE entries SET text = '{\"person' WHERE kind = 1",
        [BAD_SEAT] = "UPDATE entries SET seat = 77 WHERE kind = 1",
        [BAD_KIND] = "UPDATE entries SET kind = 99 WHERE kind = 1",
        [NO_TEXT] = "UPDATE entries SET text = NULL WHERE kind = 0",
        [GAP] = "DELETE FROM entries WHERE number = 1",
        [NO_ENTRIES] = "DELETE FROM entries WHERE number >= 0",
        [IMPOSSIBLE] = "UPDATE entries SET text = 'play y99' WHERE kind = 5",
    };
    struct world *world = *state;
    struct connection *host = world_come(world, "Anna"), *bert = world_come(world, "Bert");
    char tables[DAMAGED][STORE_ID_TEXT], good[2][STORE_ID_TEXT], secret[64];
    play_create(host, "trex", 2, "");
    memcpy(good[0], host->table, sizeof good[0]);
    for (int i = 0; i < DAMAGED; i++) {
        if (i == PAGE) {
            play_long(host, (struct connection *[]){bert, world_come(world, "Cleo")});
        } else {
            play_create(host, "trex", 2, "");
            play_sit_down(host, 1, &bert);
            play_start(host);
            play_on(world, host->table, 3);
        }
        memcpy(tables[i], host->table, sizeof tables[i]);
    }
    play_create(host, "trex", 2, "");
    memcpy(good[1], host->table, sizeof good[1]);
    snprintf(secret, sizeof secret, "%s", host->secret);
    int64_t now_ms = world->now_ms;
    world_close(world);
    for (int i = 0; i < PAGE; i++)
        change(changes[i], tables[i]);
    damage_page("the mark of move 100");
    world_logs_expected = DAMAGED;
    world_open(world, 7, now_ms); /* it is ready */
    assert_int_equal(world_logs_expected, 0);
    assert_int_equal(world->hall->tables.by_id.count, 2);
    host = &world->connection[world->count++];
    *host = (struct connection){.you = -1};
    connection_come_back(world, host, secret);
    for (int i = 0; i < DAMAGED; i++) {
        connection_watch(host, tables[i], -1);
        assert_refused(host, "unavailable");
        say(host, "info", tables[i]);
        assert_refused(host, "unavailable");
    }
    for (int i = 0; i < 2; i++) {
        connection_watch(host, good[i], -1);
        assert_answered(host);
        say(host, "stand", good[i]);
        assert_answered(host);
    }
    play_create(host, "trex", 2, "");
    world_pass(world, 2000);
}

/* A table of an earlier version, with a level that is called otherwise today, is shown and played. */
static void test_earlier_level(void **state)
{
    struct world *world = *state;
    struct connection *host = world_come(world, "Anna");
    char table[STORE_ID_TEXT];
    play_create(host, "tyrannosaurus", 2, ",\"bots\":[null,\"skilled\"],\"pace\":\"fast\"");
    play_start(host);
    play_on(world, host->table, 4);
    memcpy(table, host->table, sizeof table);
    const struct connection before = *host;
    int64_t now_ms = world->now_ms;
    world_close(world);
    change("UPDATE entries SET text = replace(text, 'skilled', 'medium') "
           "WHERE text LIKE '{\"level\":\"skilled\"%'",
           table);
    world_open(world, 8, now_ms);
    host = &world->connection[world->count++];
    *host = (struct connection){.you = -1};
    memcpy(host->person, before.person, sizeof host->person);
    connection_come_back(world, host, before.secret);
    connection_watch(host, table, -1);
    assert_answered(host);
    say(host, "info", table);
    char *info = json_dumps(host->answer, JSON_COMPACT);
    assert_non_null(strstr(info, "\"level\":\"skilled\""));
    assert_null(strstr(info, "medium"));
    free(info);
    play_on(world, table, WHOLE_GAME);
    assert_int_equal(world_table(world, table)->state, TABLE_OVER);
}

int loading_tests(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test_setup_teardown(test_ended_wait, world_set_up, world_tear_down),
        cmocka_unit_test_setup_teardown(test_listed_while_closing, world_set_up, world_tear_down),
        cmocka_unit_test_setup_teardown(test_damaged, world_set_up, world_tear_down),
        cmocka_unit_test_setup_teardown(test_earlier_level, world_set_up, world_tear_down),
    };
    return cmocka_run_group_tests(tests, world_load_texts, world_free_texts);
}
