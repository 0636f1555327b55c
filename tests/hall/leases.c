/* Leases by themselves: a table that other servers watch, and a database that can fail. */
#include "hall_platform.h"

#include "game/game.h"
#include "hall/cluster/leases/leases.h"
#include "players/players.h"
#include "store/store.h"
#include "table/table.h"

#include <string.h>

#include <cmocka.h> /* needs hall_platform.h */

#define SERVER "server000001"
#define TABLE "tabletable01"

/* A database of several servers with one lease. */
struct lease_database {
    struct database interface; /* must be the first member */
    bool fails;
    char holder[STORE_ID_TEXT];
};

static void run_job(struct lease_database *database, struct store_job *job)
{
    job->outcome = database->fails ? STORE_FAILED : STORE_OK;
    for (size_t i = 0; !database->fails && i < job->lease_count; i++) {
        struct store_lease *lease = &job->leases[i];
        if (lease->gives_back)
            database->holder[0] = '\0';
        else if (!database->holder[0])
            memcpy(database->holder, job->server, sizeof database->holder);
        memcpy(lease->holder, database->holder, sizeof lease->holder);
    }
}

static void run_jobs(struct database *database, struct store_job *jobs)
{
    for (; jobs; jobs = jobs->next)
        run_job((struct lease_database *)database, jobs);
}

static void close_database(struct database *database)
{
    (void)database;
}

static int64_t now_ms;

static int64_t now_us(void *unused)
{
    (void)unused;
    return now_ms * 1000;
}

static int taken_over; /* tables, as logged */

static void note_event(void *unused, const char *event, json_t *fields)
{
    (void)unused;
    assert_string_equal(event, "tables_taken_over");
    taken_over += (int)json_integer_value(json_object_get(fields, "tables"));
    json_decref(fields);
}

static void forgetting(void *unused, struct live_table *live)
{
    (void)unused, (void)live;
}

/* Its clocks and computer players run in real time; its people watch at another server. */
static struct live_table *make_table(struct live_tables *tables)
{
    const struct game *const *game = games_all;
    while (!(*game)->realtime)
        game++;
    struct table *table = table_new(TABLE, NULL);
    table->state = TABLE_PLAYING;
    table->settings.game = *game;
    table->settings.seats = 2;
    table->seat[1].bot = player_find_for_table("easy");
    struct live_table *live = live_table_new(tables, table);
    peer_watchers_set(&live->peer_watchers, "server000002", 1, 0, now_ms);
    return live;
}

static void leases_pass(struct leases *leases, int64_t ms)
{
    for (int64_t end_ms = now_ms + ms; now_ms < end_ms; now_ms += 50) {
        leases_tick(leases);
        store_work(leases->environment->store);
        store_collect(leases->environment->store);
    }
}

static void with_table(void (*test)(struct leases *leases, struct live_table *live,
                                    struct lease_database *database))
{
    now_ms = 1000000;
    taken_over = 0;
    struct lease_database database = {
        .interface = {.is_shared = true, .run = run_jobs, .close = close_database},
        .holder = SERVER};
    struct environment environment = {.store = store_new(queue_new(&database.interface)),
                                      .platform = {.now_us = now_us, .log = note_event},
                                      .server = SERVER};
    struct live_tables tables;
    live_tables_start(&tables, &environment,
                      &(struct live_table_callbacks){.forgetting = forgetting});
    struct leases leases;
    leases_start(&leases, &tables);
    struct live_table *live = make_table(&tables);
    live->lease = (struct table_lease){.is_held = true, .holder = SERVER, .asked_ms = now_ms};
    leases.until_ms = now_ms + LEASES_HOLD_MS;
    test(&leases, live, &database);
    leases_free(&leases);
    live_tables_free(&tables);
    store_close(environment.store);
}

/* The database was away for so long that the leases ran out, but no other server took this one: it is asked
 * for again, though no one watches here. */
static void run_out(struct leases *leases, struct live_table *live, struct lease_database *database)
{
    leases_pass(leases, 1000);
    assert_true(lease_is_held(leases, live));
    database->fails = true;
    leases_pass(leases, 20000);
    assert_false(lease_is_held(leases, live));
    database->fails = false;
    leases_pass(leases, 2000);
    assert_true(lease_is_held(leases, live));
    /* If another server took it, it stays there. */
    database->fails = true;
    leases_pass(leases, 20000);
    strcpy(database->holder, "server000002");
    database->fails = false;
    leases_pass(leases, 2000);
    assert_false(lease_is_held(leases, live));
    assert_false(live->lease.may_be_own);
    assert_int_equal(taken_over, 0);
}

static void test_run_out(void **unused)
{
    (void)unused;
    with_table(run_out);
}

/* Nobody watches anywhere any more, and the lease could not be given back: when someone comes to another
 * server, this one goes on. */
static void not_returned(struct leases *leases, struct live_table *live,
                         struct lease_database *database)
{
    peer_watchers_free(&live->peer_watchers);
    database->fails = true;
    leases_pass(leases, 1000);
    database->fails = false;
    assert_false(live->lease.is_held);
    assert_string_equal(database->holder, SERVER);
    peer_watchers_set(&live->peer_watchers, "server000002", 1, 0, now_ms);
    leases_pass(leases, 2000);
    assert_true(lease_is_held(leases, live));
}

static void test_not_returned(void **unused)
{
    (void)unused;
    with_table(not_returned);
}

/* The server that ran the table is gone: this one takes over, and logs it. */
static void orphaned(struct leases *leases, struct live_table *live,
                     struct lease_database *database)
{
    const struct game *const *game = games_all;
    while ((*game)->realtime)
        game++;
    live->table->settings.game = *game;
    live->lease = (struct table_lease){.holder = "server000002"};
    strcpy(database->holder, "server000002");
    leases_pass(leases, 2000);
    assert_int_equal(leases_held(leases), 0);
    assert_int_equal(taken_over, 0);
    database->holder[0] = '\0';
    leases_pass(leases, 2000);
    assert_int_equal(leases_held(leases), 1);
    assert_int_equal(taken_over, 1);
}

static void test_orphaned(void **unused)
{
    (void)unused;
    with_table(orphaned);
}

int leases_tests(void)
{
    const struct CMUnitTest tests[] = {cmocka_unit_test(test_run_out),
                                       cmocka_unit_test(test_not_returned),
                                       cmocka_unit_test(test_orphaned)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}
