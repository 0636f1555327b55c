/* Restarts, and two servers on one database. */
#include "tables_world.h"

#include "base/base.h"
#include "base/system/system.h"
#include "hall/cluster/news/news.h"
#include "store/database/database.h"

#include <setjmp.h>
#include <sqlite3.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h> /* needs those above */

static void test_restart(void **state)
{
    struct world *world = *state;
    struct connection *host = three_at(world, "trakks", ",\"bots\":[]");
    play_start(host);
    play_on(world, host->table, 30);
    const struct table *table = world_table(world, host->table);
    int64_t version = table->version;
    unsigned char state_before[GAME_STATE_BYTES_MAX];
    memcpy(state_before, table->match.state.bytes, sizeof state_before);
    struct connection before[3];
    memcpy(before, world->connection, sizeof before);
    for (int i = 0; i < 3; i++)
        connection_forget(&world->connection[i]);
    world->count = 0;
    world_close(world);
    world_open(world, 2, WORLD_BEGIN_MS + 60000);
    table = world_table(world, before[0].table);
    assert_int_equal(table->version, version);
    assert_memory_equal(table->match.state.bytes, state_before, sizeof state_before);
    world->count = 3;
    for (int i = 0; i < 3; i++) {
        world->connection[i] = before[i];
        struct connection *connection = &world->connection[i];
        connection->answer = connection->step = connection->shown = NULL;
        connection->online = connection->clocks = NULL;
        connection_come_back(world, connection, before[i].secret);
        connection->version = version - i; /* some have missed something */
        connection_watch(connection, before[0].table, version - i);
        assert_answered(connection);
    }
    play_on(world, before[0].table, WHOLE_GAME);
    assert_int_equal(table->state, TABLE_OVER);
}

/* Time passes at both servers. */
static void pass_both(struct world *world, struct world *second)
{
    world_pass(world, 1000);
    second->now_ms = world->now_ms;
    world_pass(second, 1000);
}

/* One round: both people try to move, and the one whose turn it is may not know yet. */
static void play_both(struct world *world, struct world *second, struct connection *host, int round)
{
    const struct table *here = world_table(world, host->table);
    const struct table *same = world_table(second, host->table);
    world->now_ms += 300;
    second->now_ms = world->now_ms;
    if (here->state == TABLE_PLAYING &&
        bits_have(here->settings.game->to_act(here->match.state.bytes), 0))
        play_move(world, host->table);
    if (same->state == TABLE_PLAYING &&
        bits_have(same->settings.game->to_act(same->match.state.bytes), 1))
        play_move(second, host->table);
    if (round % 7 == 0 && here->state == TABLE_PLAYING) { /* both append before either has read */
        connection_say(host,
                       "{\"id\":1,\"cmd\":\"bot\",\"table\":\"%s\",\"seat\":1,\"level\":null}",
                       host->table);
        world_settle(world);
    }
    hall_tick(world->hall, world->now_ms);
    hall_tick(second->hall, second->now_ms);
    world_settle(world);
    world_settle(second);
}

/* Rematches at both: one new table is left, and both people get it. */
static void check_rematches(struct world *world, struct world *second, struct connection *host,
                            struct connection *there)
{
    connection_say(host, "{\"id\":1,\"cmd\":\"rematch\",\"table\":\"%s\"}", host->table);
    connection_say(there, "{\"id\":1,\"cmd\":\"rematch\",\"table\":\"%s\"}", host->table);
    /* In turns, so that both have a new table before either is announced. */
    for (int i = 0; i < 16; i++) {
        struct world *next = i % 2 ? second : world;
        store_work(next->store);
        store_collect(next->store);
    }
    world_settle(world);
    world_settle(second);
    pass_both(world, second);
    assert_answered(host);
    assert_answered(there);
    assert_string_equal(connection_answer(host, "table"), connection_answer(there, "table"));
    assert_int_equal(world->hall->tables.open_count, 1);
    assert_int_equal(second->hall->tables.open_count, 1);
}

/* Two servers on one file: the moves of either reach both, in the same order. */
static void test_two_servers(void **state)
{
    struct world *world = *state, *second = world + 1;
    struct connection *host = world_come(world, "Anna"), *bert = world_come(world, "Bert");
    play_create(host, "trex", 2, "");
    play_sit_down(host, 1, &bert);
    play_start(host);
    world_open(second, 3, world->now_ms);
    connection_go(bert);
    struct connection *there = &second->connection[second->count++];
    *there = *bert;
    there->answer = there->step = there->shown = there->online = there->clocks = NULL;
    connection_come_back(second, there, bert->secret);
    connection_watch(there, host->table, bert->version);
    const struct table *here = world_table(world, host->table);
    const struct table *same = world_table(second, host->table);
    for (int i = 0; i < WHOLE_GAME && here->state != TABLE_OVER; i++)
        play_both(world, second, host, i);
    pass_both(world, second);
    assert_int_equal(here->state, TABLE_OVER);
    assert_int_equal(same->state, TABLE_OVER);
    assert_int_equal(here->version, same->version);
    assert_memory_equal(here->match.state.bytes, same->match.state.bytes, GAME_STATE_BYTES_MAX);
    assert_int_equal(there->version, here->version);
    check_rematches(world, second, host, there);
    world_close(second);
}

/* A waiting table with people at one server is not closed by the other one. */
static void test_waiting_elsewhere(void **state)
{
    struct world *world = *state, *second = world + 1;
    struct connection *host = world_come(world, "Anna");
    play_create(host, "trex", 2, "");
    world_open(second, 3, world->now_ms);
    assert_non_null(world_live(second, host->table));
    world_pass_long(second, 2 * SWEEP_WAITING_MS);
    assert_int_equal(world_table(second, host->table)->state, TABLE_WAITING);
    world_pass_long(second, SWEEP_ELSEWHERE_MS);
    assert_null(world_live(second, host->table));
    world_close(second);
}

/* Both write the same number: one comes second, and is checked again with what it has read. */
static void test_overtaken(void **state)
{
    struct world *world = *state, *second = world + 1;
    struct connection *host = world_come(world, "Anna");
    play_create(host, "trex", 4, ",\"public\":true");
    world_open(second, 3, world->now_ms);
    struct connection *bert = world_come(second, "Bert");
    connection_watch(bert, host->table, -1);
    struct connection *cleo = world_come(world, "Cleo");
    connection_watch(cleo, host->table, -1);
    connection_say(bert, "{\"id\":1,\"cmd\":\"sit\",\"table\":\"%s\",\"seat\":1}", host->table);
    connection_say(cleo, "{\"id\":1,\"cmd\":\"sit\",\"table\":\"%s\",\"seat\":1}", host->table);
    world_settle(second);
    world_settle(world);
    assert_answered(bert);
    assert_refused(cleo, "taken");
    /* If any seat will do, it gets the next one. */
    connection_say(bert, "{\"id\":1,\"cmd\":\"stand\",\"table\":\"%s\"}", host->table);
    world_settle(second);
    world_pass(world, 1000);
    connection_say(bert, "{\"id\":1,\"cmd\":\"sit\",\"table\":\"%s\"}", host->table);
    connection_say(cleo, "{\"id\":1,\"cmd\":\"sit\",\"table\":\"%s\"}", host->table);
    world_settle(second);
    world_settle(world);
    assert_answered(bert);
    assert_answered(cleo);
    assert_int_equal(table_seat_of(world_table(world, host->table), cleo->person), 2);
    connection_say(cleo, "{\"id\":1,\"cmd\":\"stand\",\"table\":\"%s\"}", host->table);
    world_settle(world);
    connection_say(cleo, "{\"id\":1,\"cmd\":\"sit\",\"table\":\"%s\",\"seat\":2}", host->table);
    world_settle(world);
    assert_answered(cleo);
    connection_say(bert, "{\"id\":1,\"cmd\":\"stand\",\"table\":\"%s\"}", host->table);
    world_settle(second);
    assert_answered(bert);
    assert_int_equal(bert->version, cleo->version + 1);
    world_pass(world, 1000);
    assert_int_equal(bert->version, cleo->version);
    world_close(second);
}

/* Whatever happens while a table is being made, it has its host and its computer players. */
static void test_complete_from_the_beginning(void **state)
{
    struct world *world = *state, *second = world + 1;
    struct connection *host = world_come(world, "Anna");
    world_open(second, 3, world->now_ms);
    connection_say(host,
                   "{\"id\":1,\"cmd\":\"create\",\"game\":\"trex\",\"seats\":3,\"bots\":[null,"
                   "\"easy\",null],\"public\":true}");
    store_work(world->store);
    hall_stop(world->hall); /* nothing more is written */
    world_settle(world);
    assert_answered(host);
    const struct table *here = world_table(world, connection_answer(host, "table"));
    assert_string_equal(here->seat[0].person, host->person);
    assert_non_null(here->seat[1].bot);
    world_pass(second, 1000);
    const struct table *there = world_table(second, here->id);
    assert_int_equal(there->version, 2);
    assert_string_equal(there->seat[0].person, host->person);
    assert_non_null(there->seat[1].bot);
    world_close(second);
}

/* A table that starts by itself is started by any server, perhaps before the one that makes it has heard
 * that it is stored. */
static void test_started_elsewhere(void **state)
{
    struct world *world = *state, *second = world + 1;
    struct connection *host = world_come(world, "Anna");
    world_open(second, 3, world->now_ms);
    world->thinks_never = second->thinks_never = true;
    connection_say(host,
                   "{\"id\":1,\"cmd\":\"create\",\"game\":\"trex\",\"seats\":2,\"bots\":[null,"
                   "\"easy\"],\"autostart\":true}");
    store_work(world->store);
    world_pass(second, 1000);
    struct live_table *other = live_tables_next(&second->hall->tables, &(size_t){0});
    assert_int_equal(other->table->state, TABLE_PLAYING);
    /* It is being read because of that entry. */
    loading_get(&world->hall->loading, other->id, NULL);
    world_settle(world);
    assert_answered(host);
    assert_string_equal(connection_answer(host, "table"), other->id);
    assert_int_equal(world_table(world, other->id)->version, other->table->version);
    assert_int_equal(host->version, other->table->version);
    world_close(second);
}

/* Deletes a person in the database, without the other hall's knowledge. */
static void delete_person(struct world *world, const char *person)
{
    struct store_job *account = store_job_new(STORE_ACCOUNT_NEW, NULL, NULL);
    struct store_job *gone = store_job_new(STORE_PERSON_DELETE, NULL, NULL);
    strcpy(account->person.id, person);
    strcpy(account->person.login, "login");
    strcpy(account->password, "$x$");
    strcpy(gone->person.id, person);
    strcpy(gone->old_password, "$x$");
    account->next = gone;
    store_submit(world->store, account);
    world_settle(world);
}

static void count_open(struct store_job *job)
{
    assert_int_equal(job->outcome, STORE_OK);
    *(size_t *)job->context = job->table_count + job->ended_count;
}

static size_t open_in_store(struct world *world)
{
    size_t count = 0;
    store_submit(world->store, store_job_new(STORE_TABLES_OPEN, count_open, &count));
    world_settle(world);
    return count;
}

/* Someone sits down or makes a table here, and was deleted by another server: neither happens. */
static void test_deleted_elsewhere(void **state)
{
    struct world *world = *state, *second = world + 1;
    struct connection *host = world_come(world, "Anna");
    play_create(host, "trex", 3, ",\"public\":true");
    world_open(second, 3, world->now_ms);
    struct connection *bert = world_come(second, "Bert");
    connection_watch(bert, host->table, -1);
    delete_person(world, bert->person);
    connection_say(bert, "{\"id\":1,\"cmd\":\"sit\",\"table\":\"%s\",\"seat\":1}", host->table);
    world_settle(second);
    assert_refused(bert, "unavailable");
    connection_say(bert, "{\"id\":1,\"cmd\":\"create\",\"game\":\"trex\",\"seats\":2}");
    world_settle(second);
    assert_refused(bert, "unavailable");
    assert_int_equal(open_in_store(second), 1);
    assert_true(table_seat_is_free(&world_table(second, host->table)->seat[1]));
    /* The table is as before. */
    struct connection *cleo = world_come(second, "Cleo");
    connection_watch(cleo, host->table, -1);
    connection_say(cleo, "{\"id\":1,\"cmd\":\"sit\",\"table\":\"%s\",\"seat\":1}", host->table);
    world_settle(second);
    assert_answered(cleo);
    world_close(second);
}

/* A rematch with someone who was just deleted fails; one with someone who is known to be deleted leaves
 * the seat free. */
static void test_rematch_without(void **state)
{
    struct world *world = *state, *second = world + 1;
    struct connection *host = world_come(world, "Anna"), *bert = world_come(world, "Bert");
    play_create(host, "tyrannosaurus", 2, "");
    play_sit_down(host, 1, &bert);
    play_start(host);
    play_on(world, host->table, WHOLE_GAME);
    world_open(second, 3, world->now_ms);
    delete_person(second, bert->person);
    connection_say(host, "{\"id\":1,\"cmd\":\"rematch\",\"table\":\"%s\"}", host->table);
    world_settle(world);
    assert_refused(host, "unavailable");
    assert_int_equal(open_in_store(world), 1); /* the one that is over */
    changed_people_check(&world->hall->deleting, bert->person);
    world_settle(world);
    connection_say(host, "{\"id\":1,\"cmd\":\"rematch\",\"table\":\"%s\"}", host->table);
    world_settle(world);
    assert_answered(host);
    const struct table *made = world_table(world, connection_answer(host, "table"));
    assert_int_equal(table_seat_of(made, host->person), 1);
    assert_true(table_seat_is_free(&made->seat[0]));
    world_close(second);
}

/* Changes the database behind the back of the halls, as a failover to a replica that lacks something. */
static void execute(const char *format, const char *table, long long number)
{
    char text[400];
    sqlite3 *handle;
    snprintf(text, sizeof text, format, table, number);
    assert_int_equal(sqlite3_open(world_path, &handle), SQLITE_OK);
    assert_int_equal(sqlite3_exec(handle, text, NULL, NULL, NULL), SQLITE_OK);
    assert_int_equal(sqlite3_changes(handle), 1);
    sqlite3_close(handle);
}

#define OF_TABLE " WHERE table_key = (SELECT key FROM tables WHERE id = '%s') AND number = %lld"

/* Someone moves who does not know yet that the latest entry is not there. */
static struct connection *move_blindly(struct world *world, const char *id)
{
    const struct table *table = world_table(world, id);
    int seat = 0;
    while (!bits_have(table->settings.game->to_act(table->match.state.bytes), seat))
        seat++;
    struct connection *mover = world_on_seat(world, table, seat);
    char move[GAME_MOVE_TEXT_MAX];
    play_sample(world, table, seat, move, sizeof move);
    connection_say(mover, "{\"id\":1,\"cmd\":\"move\",\"table\":\"%s\",\"move\":\"%s\"}", id, move);
    world_settle(world);
    return mover;
}

static void lose_latest(struct world *world, const char *table)
{
    execute("DELETE FROM entries" OF_TABLE, table, world_table(world, table)->version);
    world_pass(world, 1000); /* the store looks what has changed */
}

/* Entries that were folded in and sent are lost: everyone gets the table as it is in the database. */
static void test_lost_entries(void **state)
{
    struct world *world = *state;
    struct connection *host = three_at(world, "trex", "");
    play_start(host);
    play_on(world, host->table, 20);
    int64_t version = world_table(world, host->table)->version;
    world_logs_expected = 3;
    /* Nobody moves. */
    lose_latest(world, host->table);
    int received = host->tables_received;
    change_catch_up(&world->hall->changes, world_live(world, host->table));
    world_settle(world);
    assert_int_equal(world_table(world, host->table)->version, version - 1);
    for (int i = 0; i < 3; i++) {
        assert_int_equal(world->connection[i].version, version - 1);
        assert_int_equal(world->connection[i].tables_received, received + 1);
    }
    lose_latest(world, host->table);
    assert_refused(move_blindly(world, host->table), "not_your_turn");
    assert_int_equal(world_table(world, host->table)->version, version - 2);
    assert_int_equal(host->tables_received, received + 2);
    /* Another entry, with the same contents at another time: the move is possible after it. */
    play_on(world, host->table, 5);
    version = world_table(world, host->table)->version;
    execute("UPDATE entries SET at_ms = at_ms + 1" OF_TABLE, host->table, version);
    world_pass(world, 1000);
    assert_answered(move_blindly(world, host->table));
    assert_int_equal(host->tables_received, received + 3);
    assert_int_equal(host->version, version + 1);
    play_on(world, host->table, WHOLE_GAME);
    assert_int_equal(world_table(world, host->table)->state, TABLE_OVER);
    assert_int_equal(world->hall->tables.open_count, 0);
}

/* A database in which something happens between the jobs of a batch and the report of what other servers have
 * changed, as PostgreSQL reports it: when the batch ends. It may be away. */
struct reporting_late {
    struct database interface; /* must be the first member */
    struct database *database;
};
static void (*meanwhile)(void);
static bool is_away;

/* Runs the jobs that are reports, or those that are not. */
static void run_some(struct database *database, struct store_job *jobs, bool are_reports)
{
    for (struct store_job *job = jobs; job; job = job->next) {
        struct store_job *next = job->next;
        job->next = NULL;
        if ((job->kind == STORE_TABLES_CHANGED) == are_reports)
            database->run(database, job);
        job->next = next;
    }
}

static void run_late(struct database *interface, struct store_job *jobs)
{
    const struct reporting_late *late = (const struct reporting_late *)interface;
    for (struct store_job *job = jobs; is_away && job; job = job->next)
        job->outcome = STORE_FAILED;
    if (is_away)
        return;
    run_some(late->database, jobs, false);
    if (meanwhile)
        meanwhile();
    meanwhile = NULL;
    run_some(late->database, jobs, true);
}

static void close_late(struct database *interface)
{
    struct reporting_late *late = (struct reporting_late *)interface;
    late->database->close(late->database);
    free(late);
}

static struct database *report_late(struct database *database)
{
    struct reporting_late *late = alloc_new(sizeof *late);
    late->interface =
        (struct database){.is_shared = database->is_shared, .run = run_late, .close = close_late};
    late->database = database;
    return &late->interface;
}

static struct connection *sitting; /* who sits down meanwhile */

static void sit_meanwhile(void)
{
    connection_say(sitting, "{\"id\":1,\"cmd\":\"sit\",\"table\":\"%s\",\"seat\":1}",
                   sitting->table);
    world_settle(sitting->world);
    assert_answered(sitting);
}

/* An entry that another server appends while the table is being read: it is not lost. */
static void test_changed_while_read(void **state)
{
    struct world *world = *state, *second = world + 1;
    world_wrap = report_late;
    world_open(second, 3, world->now_ms);
    world_wrap = NULL;
    struct connection *host = world_come(world, "Anna"), *cleo = world_come(second, "Cleo");
    sitting = world_come(world, "Bert");
    play_create(host, "trex", 3, ",\"public\":true");
    connection_watch(sitting, host->table, -1);
    second->now_ms += 1000;
    hall_tick(second->hall, second->now_ms); /* asks for a report, which comes after the read */
    meanwhile = sit_meanwhile;
    connection_watch(cleo, host->table, -1);
    assert_null(meanwhile);
    assert_int_equal(cleo->version, host->version);
    assert_false(table_seat_is_free(&world_table(second, host->table)->seat[1]));
    world_close(second);
}

/* A server that has lost its database says so to clients that only wait. */
static void test_ping_without_database(void **state)
{
    struct world *world = *state, *second = world + 1;
    world_wrap = report_late;
    world_open(second, 3, world->now_ms);
    world_wrap = NULL;
    struct connection *cleo = world_come(second, "Cleo");
    const bool away[] = {false, true, false};
    for (size_t i = 0; i < sizeof away / sizeof *away; i++) {
        is_away = away[i];
        world_pass(second, 1000);
        connection_say(cleo, "{\"id\":1,\"cmd\":\"ping\"}");
        world_settle(second);
        if (is_away)
            assert_refused(cleo, "unavailable");
        else
            assert_answered(cleo);
    }
    world_close(second);
}

int servers_tests(void)
{
#define TEST(name) cmocka_unit_test_setup_teardown(test_##name, world_set_up, world_tear_down)
    const struct CMUnitTest tests[] = {
        TEST(restart),
        TEST(waiting_elsewhere),
        TEST(two_servers),
        TEST(overtaken),
        TEST(complete_from_the_beginning),
        TEST(started_elsewhere),
        TEST(deleted_elsewhere),
        TEST(rematch_without),
        TEST(lost_entries),
        TEST(changed_while_read),
        TEST(ping_without_database),
    };
    return cmocka_run_group_tests(tests, world_load_texts, world_free_texts);
}
