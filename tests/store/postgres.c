/* The store on PostgreSQL: lost connections, conflicts between servers, servers that do not suit.
 *
 * usage: store_postgres URL, by with_postgres.sh; everything in the database is lost
 *
 * Then: a store behind a proxy. */
#include "postgres_proxy.h"
#include "store_support.h"

#include "base/base.h"

#include <libpq-fe.h>
#include <poll.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/wait.h>
#include <unistd.h>

#include <cmocka.h> /* needs those above */

/* Runs statements and returns the first value of the last one, valid until the next call. */
static const char *execute(const char *statements)
{
    static char value[200];
    PGconn *handle = PQconnectdb(postgres_url);
    PQclear(PQexec(handle, "SET application_name = 'execute'"));
    PGresult *result = PQexec(handle, statements);
    ExecStatusType status = PQresultStatus(result);
    if (status != PGRES_COMMAND_OK && status != PGRES_TUPLES_OK)
        fail_msg("%s: %s", statements, PQerrorMessage(handle));
    snprintf(value, sizeof value, "%s", PQntuples(result) > 0 ? PQgetvalue(result, 0, 0) : "");
    PQclear(result);
    PQfinish(handle);
    return value;
}

/* ---- A store behind a proxy ---- */

static struct proxy *proxy;

static struct store *open_behind_proxy(void)
{
    char url[200], error[300] = "";
    proxy = proxy_start(folder, getenv("POSTGRES_FOLDER"));
    snprintf(url, sizeof url, "postgresql://ludosaure@/test?host=%s", folder);
    struct store *store = store_open(url, NULL, NULL, error, sizeof error);
    if (!store)
        fail_msg("%s", error);
    return store;
}

static void close_behind_proxy(struct store *store)
{
    store_close(store);
    proxy_stop(proxy);
}

static struct store_job *password_job(const char *person, const char *from, const char *to)
{
    struct store_job *job = account_job(STORE_PASSWORD_SET, person, "", to);
    set_text(job->old_password, from);
    name_hash(job->session_hash, "b");
    name_hash(job->recovery_hash, "recovery");
    return job;
}

static struct store_job *recover_job(const char *code)
{
    struct store_job *job = account_job(STORE_ACCOUNT_RECOVER, "", "anna", "$z$");
    name_hash(job->session_hash, "c");
    name_hash(job->recovery_hash, code);
    name_hash(job->new_recovery_hash, "recovery2");
    return job;
}

static struct store_job *delete_job(const char *password)
{
    struct store_job *job = account_job(STORE_PERSON_DELETE, "annaannaanna", "", "");
    set_text(job->old_password, password);
    return job;
}

/* Each kind of change, one after the other, with a connection that is lost. */
static void check_changes(struct store *store, enum proxy_cut cut)
{
    struct store_job *invite = table_job(STORE_TABLE_INVITE, "tabletable01");
    name_hash(invite->invite_hash, "invite2");
    struct store_job *session = account_job(STORE_SESSION_NEW, "annaannaanna", "", "$x$");
    name_hash(session->session_hash, "b");
    struct store_job *last = append_job("tabletable01", 2, "{}");
    last->closes = true;
    struct store_job *jobs[] = {person_job(STORE_PERSON_NEW, "annaannaanna", "Anna", "a"),
                                person_job(STORE_PERSON_RENAME, "annaannaanna", "Eva", ""),
                                account_job(STORE_ACCOUNT_NEW, "annaannaanna", "anna", "$x$"),
                                session,
                                hash_job(STORE_SESSION_END, "a"),
                                password_job("annaannaanna", "$x$", "$y$"),
                                recover_job("recovery"),
                                new_job("tabletable01", "invite", "code"),
                                invite,
                                append_job("tabletable01", 1, "move"),
                                last,
                                read_job("tabletable01", 0)};
    for (size_t i = 0; i < sizeof jobs / sizeof *jobs; i++) {
        proxy_cut(proxy, cut);
        if (run(store, jobs[i]) != STORE_OK)
            fail_msg("job %zu: %d, %s", i, (int)returned->outcome,
                     returned->error ? returned->error : "");
        if (returned->kind == STORE_ACCOUNT_RECOVER)
            assert_string_equal(returned->person.id, "annaannaanna");
    }
    assert_int_equal(returned->entry_count, 3);
    /* What is refused without a lost connection is refused with one. */
    struct store_job *refused[] = {person_job(STORE_PERSON_NEW, "annaannaanna", "Anna", "z"),
                                   account_job(STORE_ACCOUNT_NEW, "annaannaanna", "eva", "$w$"),
                                   password_job("annaannaanna", "$x$", "$w$"),
                                   delete_job("$w$"),
                                   new_job("tabletable02", "invite2", ""),
                                   append_job("tabletable01", 1, "another move"),
                                   append_job("tabletable01", 9, "move")};
    for (size_t i = 0; i < sizeof refused / sizeof *refused; i++) {
        proxy_cut(proxy, cut);
        enum store_outcome outcome = run(store, refused[i]);
        assert_true(outcome == STORE_TAKEN || outcome == STORE_ABSENT);
    }
    assert_int_equal(run(store, hash_job(STORE_SESSION_FIND, "c")), STORE_OK);
    assert_string_equal(returned->person.name, "Eva");
    proxy_cut(proxy, cut);
    assert_int_equal(run(store, delete_job("$z$")), STORE_OK);
    assert_int_equal(run(store, hash_job(STORE_SESSION_FIND, "c")), STORE_ABSENT);
}

static void test_request_lost(void **unused)
{
    (void)unused;
    struct store *store = open_behind_proxy();
    check_changes(store, PROXY_BEFORE);
    close_behind_proxy(store);
}

static void test_answer_lost(void **unused)
{
    (void)unused;
    struct store *store = open_behind_proxy();
    check_changes(store, PROXY_AFTER);
    close_behind_proxy(store);
}

/* A whole batch, in which some jobs are refused. */
static void test_batch_lost(void **unused)
{
    (void)unused;
    static const enum proxy_cut cuts[] = {PROXY_BEFORE, PROXY_AFTER};
    struct store *store = open_behind_proxy();
    run(store, new_job("tabletable01", "", ""));
    int64_t number = 1;
    for (int round = 0; round < 6; round++) {
        memset(outcomes, 0, sizeof outcomes);
        proxy_cut(proxy, cuts[round % 2]);
        for (int i = 0; i < 10; i++, number++) {
            struct store_job *made = append_job("tabletable01", number, "made"),
                             *taken = append_job("tabletable01", number, "taken");
            made->done = taken->done = count_outcome;
            store_submit(store, made);
            store_submit(store, taken);
        }
        store_work(store);
        store_collect(store);
        assert_int_equal(outcomes[STORE_OK], 10);
        assert_int_equal(outcomes[STORE_TAKEN], 10);
    }
    run(store, read_job("tabletable01", 1));
    assert_int_equal(returned->entry_count, number - 1);
    for (size_t i = 0; i < returned->entry_count; i++)
        assert_string_equal(returned->entries[i].text, "made");
    close_behind_proxy(store);
}

/* A request that reaches the server after its connection was lost has no effect any more. */
static void test_request_late(void **unused)
{
    (void)unused;
    struct store *store = open_behind_proxy();
    run(store, person_job(STORE_PERSON_NEW, "annaannaanna", "Anna", "a"));
    proxy_cut(proxy, PROXY_LATE);
    assert_int_equal(run(store, person_job(STORE_PERSON_RENAME, "annaannaanna", "Eva", "")),
                     STORE_OK);
    assert_int_equal(run(store, person_job(STORE_PERSON_RENAME, "annaannaanna", "Ada", "")),
                     STORE_OK);
    proxy_deliver(proxy);
    assert_string_equal(execute("SELECT name FROM ludosaure.people"), "Ada");
    close_behind_proxy(store);
}

/* Ends the sessions of stores, and returns their number. Those of `execute` may still be on their way out. */
static const char others[] =
    "SELECT count(pg_terminate_backend(pid, 120000)) FROM pg_stat_activity WHERE"
    " backend_type = 'client backend' AND application_name <> 'execute' AND datname = "
    "current_database()";

/* The server ends the session. What others have changed meanwhile is found. */
static void test_session_ended(void **unused)
{
    (void)unused;
    struct store *store = open_store(), *other = open_store();
    run(store, new_job("tabletable01", "", ""));
    run(store, new_job("tabletable02", "", ""));
    run(store, job_new(STORE_TABLES_CHANGED));
    run(other, job_new(STORE_TABLES_CHANGED));
    for (int number = 1; number < 4; number++) {
        assert_string_equal(execute(others), "2");
        assert_int_equal(run(other, append_job("tabletable01", number, "x")), STORE_OK);
        assert_int_equal(run(store, job_new(STORE_TABLES_CHANGED)), STORE_OK);
        assert_int_equal(returned->table_count, 1);
        assert_string_equal(returned->tables[0], "tabletable01");
    }
    struct store_job *closing = append_job("tabletable01", 4, "{}");
    closing->closes = true;
    execute(others);
    assert_int_equal(run(other, closing), STORE_OK);
    run(store, job_new(STORE_TABLES_CHANGED));
    assert_int_equal(returned->table_count, 1);
    run(store, job_new(STORE_TABLES_CHANGED));
    assert_int_equal(returned->table_count, 0);
    store_close(store);
    store_close(other);
}

/* Each server learns whose sessions others have ended. */
static void test_ended_sessions(void **unused)
{
    (void)unused;
    struct store *store = open_store(), *other = open_store();
    run(other, person_job(STORE_PERSON_NEW, "annaannaanna", "Anna", "a"));
    run(other, account_job(STORE_ACCOUNT_NEW, "annaannaanna", "anna", "$x$"));
    run(other, hash_job(STORE_SESSION_END, "b"));
    run(store, job_new(STORE_TABLES_CHANGED));
    assert_int_equal(returned->people_count, 0);
    struct store_job *ends[] = {password_job("annaannaanna", "$x$", "$y$"), recover_job("recovery"),
                                hash_job(STORE_SESSION_END, "c"), delete_job("$z$")};
    for (size_t i = 0; i < sizeof ends / sizeof *ends; i++) {
        if (ends[i]->kind == STORE_PERSON_DELETE || ends[i]->kind == STORE_ACCOUNT_RECOVER) {
            struct store_job *session =
                account_job(STORE_SESSION_NEW, "annaannaanna", "", i == 1 ? "$y$" : "$z$");
            name_hash(session->session_hash, "d");
            assert_int_equal(run(store, session), STORE_OK);
        }
        assert_int_equal(run(other, ends[i]), STORE_OK);
        run(store, job_new(STORE_TABLES_CHANGED));
        assert_int_equal(returned->people_count, 1);
        assert_string_equal(returned->people[0], "annaannaanna");
        run(other, job_new(STORE_TABLES_CHANGED));
        assert_int_equal(returned->people_count, 0); /* it knows */
    }
    assert_false(returned->all_may_differ);
    execute(others);
    run(store, job_new(STORE_TABLES_CHANGED));
    assert_true(returned->all_may_differ);
    store_close(store);
    store_close(other);
}

/* Two servers append to the same tables, in opposite orders. */
static void test_conflicts(void **unused)
{
    (void)unused;
    enum { TABLES = 20, ROUNDS = 10 };
    struct store *stores[2] = {open_store(), open_store()};
    for (int table = 0; table < TABLES; table++) {
        char id[STORE_ID_TEXT];
        snprintf(id, sizeof id, "table%07d", table);
        run(stores[0], new_job(id, "", ""));
    }
    int ends[2];
    assert_int_equal(pipe(ends), 0);
    pid_t child = fork();
    if (child == 0)
        stores[1] = open_store(); /* a connection cannot be shared */
    struct store *store = stores[child == 0];
    memset(outcomes, 0, sizeof outcomes);
    for (int round = 1; round <= ROUNDS; round++) {
        for (int i = 0; i < TABLES; i++) {
            char id[STORE_ID_TEXT];
            snprintf(id, sizeof id, "table%07d", child == 0 ? i : TABLES - 1 - i);
            struct store_job *job = append_job(id, round, child == 0 ? "child" : "parent");
            job->done = count_outcome;
            store_submit(store, job);
        }
        store_work(store);
        store_collect(store);
    }
    if (child == 0) {
        CHECK(write(ends[1], outcomes, sizeof outcomes) == sizeof outcomes);
        _exit(0);
    }
    int of_child[sizeof outcomes / sizeof *outcomes];
    assert_int_equal(read(ends[0], of_child, sizeof of_child), sizeof of_child);
    waitpid(child, NULL, 0);
    close(ends[0]);
    close(ends[1]);
    assert_int_equal(outcomes[STORE_FAILED] + of_child[STORE_FAILED], 0);
    assert_int_equal(outcomes[STORE_OK] + of_child[STORE_OK], TABLES * ROUNDS);
    store_close(stores[0]);
    store_close(stores[1]);
}

/* A store with a thread is notified of what others change, without asking. */

static void ring(void *context)
{
    CHECK(write(*(const int *)context, "", 1) == 1);
}

static void wait_for_bell(int end)
{
    struct pollfd bell = {.fd = end, .events = POLLIN};
    char byte;
    assert_int_equal(poll(&bell, 1, 120000), 1);
    assert_int_equal(read(end, &byte, 1), 1);
}

static void test_news(void **unused)
{
    (void)unused;
    int ends[2];
    char error[200] = "";
    assert_int_equal(pipe(ends), 0);
    struct store *store = store_open(postgres_url, ring, &ends[1], error, sizeof error);
    struct store *other = open_store();
    assert_non_null(store);
    run(other, new_job("tabletable01", "", ""));
    for (int number = 1; number < 4; number++) {
        wait_for_bell(ends[0]);
        assert_true(store_take_news(store));
        assert_false(store_take_news(store));
        run(other, append_job("tabletable01", number, "x"));
    }
    wait_for_bell(ends[0]);
    /* A job of its own is no news; nor is the answer to the question what the news are. */
    store_submit(store, append_job("tabletable01", 4, "x"));
    wait_for_bell(ends[0]);
    store_collect(store);
    assert_int_equal(returned->outcome, STORE_OK);
    assert_true(store_take_news(store));
    store_submit(store, append_job("tabletable01", 5, "x"));
    wait_for_bell(ends[0]);
    store_collect(store);
    assert_false(store_take_news(store));
    /* A lost connection is. */
    execute(others);
    wait_for_bell(ends[0]);
    assert_true(store_take_news(store));
    store_close(store);
    store_close(other);
    close(ends[0]);
    close(ends[1]);
}

/* A job that PostgreSQL cannot take fails, and the others of its batch do not. */
static void test_bad_text(void **unused)
{
    (void)unused;
    struct store *store = open_store();
    memset(outcomes, 0, sizeof outcomes);
    struct store_job *jobs[] = {new_job("tabletable01", "", ""),
                                append_job("tabletable01", 1, "\xff"),
                                append_job("tabletable01", 1, "move")};
    for (int i = 0; i < 3; i++) {
        jobs[i]->done = count_outcome;
        store_submit(store, jobs[i]);
    }
    store_work(store);
    store_collect(store);
    assert_int_equal(outcomes[STORE_OK], 2);
    assert_int_equal(outcomes[STORE_FAILED], 1);
    store_close(store);
}

static void test_starting_at_once(void **unused)
{
    (void)unused;
    enum { SERVERS = 5 };
    pid_t children[SERVERS];
    for (int i = 0; i < SERVERS; i++) {
        children[i] = fork();
        assert_true(children[i] >= 0);
        if (children[i] == 0) {
            char error[200];
            _exit(!store_open(postgres_url, NULL, NULL, error, sizeof error));
        }
    }
    for (int i = 0; i < SERVERS; i++) {
        int status;
        assert_int_equal(waitpid(children[i], &status, 0), children[i]);
        assert_int_equal(status, 0);
    }
}

static void expect_refusal(const char *url, const char *words)
{
    char error[300] = "";
    struct store *store = store_open(url, NULL, NULL, error, sizeof error);
    assert_null(store);
    if (!strstr(error, words) || strchr(error, '\n'))
        fail_msg("%s: %s", url, error);
}

/* `format` gets the folder of the server. */
static void expect_refusal_at(const char *format, const char *words)
{
    char url[300];
    snprintf(url, sizeof url, format, getenv("POSTGRES_FOLDER"));
    expect_refusal(url, words);
}

static void test_servers_that_do_not_suit(void **unused)
{
    (void)unused;
    expect_refusal("postgresql://[", "matching");
    expect_refusal("postgresql://localhost/x?nonsense=1", "nonsense");
    expect_refusal("postgresql://127.0.0.1:1/x", "refused");
    expect_refusal("postgresql:///x?host=/nonexistent", "No such file");
    expect_refusal_at("postgresql://ludosaure@/none?host=%s", "does not exist");
    expect_refusal_at("postgresql://nobody@/test?host=%s", "does not exist");
    execute("DROP ROLE IF EXISTS poor; CREATE ROLE poor LOGIN");
    expect_refusal_at("postgresql://poor@/test?host=%s", "permission denied");
    expect_refusal_at("postgresql://ludosaure@/test?host=%s"
                      "&options=-c%%20default_transaction_read_only%%3Don",
                      "read-only");
    execute("DROP DATABASE IF EXISTS ascii");
    execute("CREATE DATABASE ascii ENCODING 'SQL_ASCII' TEMPLATE template0 LOCALE 'C'");
    expect_refusal_at("postgresql://ludosaure@/ascii?host=%s", "SQL_ASCII");
    execute("CREATE SCHEMA ludosaure CREATE TABLE theirs()");
    expect_refusal(postgres_url, "another program");
    execute("DROP TABLE ludosaure.theirs");
    store_close(open_store()); /* an empty schema may become ours */
    execute("UPDATE ludosaure.version SET version = 99");
    expect_refusal(postgres_url, "newer version");
}

int main(int argc, char **argv)
{
    const struct CMUnitTest tests[] = {
        TEST(test_request_lost),
        TEST(test_answer_lost),
        TEST(test_batch_lost),
        TEST(test_request_late),
        TEST(test_session_ended),
        TEST(test_conflicts),
        TEST(test_ended_sessions),

        TEST(test_news),
        TEST(test_bad_text),
        TEST(test_starting_at_once),
        TEST(test_servers_that_do_not_suit),
    };
    if (argc != 2) {
        fprintf(stderr, "usage: store_postgres URL\n");
        return 2;
    }
    postgres_url = argv[1];
    int failed = cmocka_run_group_tests(tests, NULL, NULL);
    store_job_free(returned);
    return failed;
}
