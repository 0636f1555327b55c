/* The store on a PostgreSQL that does not answer: a silent network, stopped processes, a lock that somebody
 * keeps. Jobs fail in time, nothing that was acknowledged is lost, and nothing is done twice.
 *
 * usage: store_silence URL, by with_postgres.sh; everything in the database is lost */
#include "postgres_proxy.h"
#include "store_support.h"

#include "base/base.h"
#include "base/system/system.h"
#include "store/postgres/postgres.h"
#include "store/store.h"

#include <setjmp.h>
#include <signal.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h> /* needs those above */

enum { PATIENCE_MS = 3000, NEVER_MS = 20 * PATIENCE_MS };

/* Runs statements and returns the first value of the last one, valid until the next call. */
static const char *execute(PGconn *handle, const char *statements)
{
    static char value[200];
    PGresult *result = PQexec(handle, statements);
    ExecStatusType status = PQresultStatus(result);
    if (status != PGRES_COMMAND_OK && status != PGRES_TUPLES_OK)
        fail_msg("%s: %s", statements, PQerrorMessage(handle));
    snprintf(value, sizeof value, "%s", PQntuples(result) > 0 ? PQgetvalue(result, 0, 0) : "");
    PQclear(result);
    return value;
}

static void assert_texts(struct store *store, const char *const *texts, size_t count)
{
    assert_int_equal(run(store, read_job("tabletable01", 1)), STORE_OK);
    assert_int_equal(returned->entry_count, count);
    for (size_t i = 0; i < count; i++)
        assert_string_equal(returned->entries[i].text, texts[i]);
}

/* The network becomes silent before or after a change is made: it is made once. */
static void test_silent_network(void **unused)
{
    (void)unused;
    char url[200], error[300] = "";
    struct proxy *proxy = proxy_start(folder, getenv("POSTGRES_FOLDER"));
    snprintf(url, sizeof url, "postgresql://ludosaure@/test?host=%s", folder);
    struct store *store = store_open(url, NULL, NULL, error, sizeof error);
    if (!store)
        fail_msg("%s", error);
    run(store, new_job("tabletable01", "", ""));
    static const enum proxy_cut cuts[] = {PROXY_DEAF, PROXY_MUTE};
    for (int i = 0; i < 2; i++) {
        proxy_cut(proxy, cuts[i]);
        assert_int_equal(run(store, append_job("tabletable01", i + 1, i ? "b" : "a")), STORE_OK);
        struct store_figures figures;
        store_figures(store, &figures);
        assert_int_equal(figures.link.reconnections, i + 1);
        assert_string_equal(figures.link.error, "the database does not answer");
        assert_int_equal(run(store, append_job("tabletable01", i + 1, "other")), STORE_TAKEN);
    }
    assert_texts(store, (const char *const[]){"a", "b"}, 2);
    store_close(store);
    proxy_stop(proxy);
}

/* The session at the server is stopped. After a while jobs fail; when it goes on, they work again. */
static void test_stopped_process(void **unused)
{
    (void)unused;
    PGconn *handle = PQconnectdb(postgres_url);
    struct store *store = open_store();
    run(store, new_job("tabletable01", "", ""));
    pid_t pid = (pid_t)atoi(execute(handle, "SELECT pid FROM pg_stat_activity"
                                            " WHERE application_name = 'ludosaure'"));
    assert_true(pid > 1);
    assert_int_equal(kill(pid, SIGSTOP), 0);
    int64_t begun_ns = clock_ns();
    assert_int_equal(run(store, append_job("tabletable01", 1, "lost")), STORE_FAILED);
    assert_in_range((clock_ns() - begun_ns) / 1000000, PATIENCE_MS / 2, NEVER_MS);
    assert_int_equal(run(store, append_job("tabletable01", 1, "lost")), STORE_FAILED);
    assert_int_equal(kill(pid, SIGCONT), 0);
    assert_int_equal(run(store, append_job("tabletable01", 1, "made")), STORE_OK);
    assert_texts(store, (const char *const[]){"made"}, 1);
    store_close(store);
    PQfinish(handle);
}

/* Somebody keeps a lock: jobs that need it fail, and others do not. */
static void test_lock(void **unused)
{
    (void)unused;
    PGconn *handle = PQconnectdb(postgres_url);
    struct store *store = open_store();
    run(store, new_job("tabletable01", "", ""));
    execute(handle, "BEGIN; LOCK TABLE ludosaure.entries IN ACCESS EXCLUSIVE MODE");
    memset(outcomes, 0, sizeof outcomes);
    struct store_job *locked = append_job("tabletable01", 1, "lost"),
                     *person = person_job(STORE_PERSON_NEW, "annaannaanna", "Anna", "a");
    locked->done = person->done = count_outcome;
    store_submit(store, person);
    store_submit(store, locked);
    store_work(store);
    store_collect(store);
    assert_int_equal(outcomes[STORE_FAILED], 1);
    assert_int_equal(outcomes[STORE_OK], 1);
    assert_int_equal(run(store, append_job("tabletable01", 1, "lost")), STORE_FAILED);
    assert_non_null(strstr(returned->error, "lock timeout"));
    execute(handle, "ROLLBACK");
    assert_int_equal(run(store, append_job("tabletable01", 1, "made")), STORE_OK);
    assert_texts(store, (const char *const[]){"made"}, 1);
    struct store_figures figures;
    store_figures(store, &figures);
    assert_int_equal(figures.link.reconnections, 0);
    store_close(store);
    PQfinish(handle);
}

int main(int argc, char **argv)
{
    const struct CMUnitTest tests[] = {TEST(test_silent_network), TEST(test_stopped_process),
                                       TEST(test_lock)};
    if (argc != 2) {
        fprintf(stderr, "usage: store_silence URL\n");
        return 2;
    }
    postgres_url = argv[1];
    postgres_patience_ms = PATIENCE_MS;
    int failed = cmocka_run_group_tests(tests, NULL, NULL);
    store_job_free(returned);
    return failed;
}
