/* The store: which entries are accepted. Each comes after the one that its server knows, and names no one
 * who was deleted. */
#include "store_support.h"

#include <libpq-fe.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h> /* needs those above */

static struct store_job *after(struct store_job *job, int64_t previous_ms)
{
    job->previous_ms = previous_ms;
    return job;
}

static void test_previous_entry(void **unused)
{
    (void)unused;
    const int64_t begin_ms = 1700000000000; /* entry 0; see append_job */
    struct store *store = open_store();
    run(store, new_job("tabletable01", "", ""));
    for (int again = 0; again < 2; again++) {
        int64_t number = 1 + again, at_ms = begin_ms + again;
        struct store_job *wrong = after(append_job("tabletable01", number, "x"), at_ms + 7);
        assert_int_equal(run(store, wrong), STORE_ABSENT);
        wrong = after(append_job("tabletable01", number + 1, "x"), at_ms);
        assert_int_equal(run(store, wrong), STORE_ABSENT);
        struct store_job *right = after(append_job("tabletable01", number, "x"), at_ms);
        assert_int_equal(run(store, right), STORE_OK);
        right = after(append_job("tabletable01", number, "y"), at_ms);
        assert_int_equal(run(store, right), STORE_TAKEN);
        wrong = after(append_job("tabletable01", number, "y"), at_ms + 7);
        assert_int_equal(run(store, wrong), STORE_ABSENT);
        store_close(store);
        store = open_store(); /* nothing is remembered */
    }
    struct store_job *last = after(ending_job("tabletable01", 3, "trex", 1000, 2), begin_ms);
    last->closes = true;
    assert_int_equal(run(store, last), STORE_ABSENT);
    last = after(ending_job("tabletable01", 3, "trex", 1000, 2), begin_ms + 2);
    last->closes = true;
    assert_int_equal(run(store, last), STORE_OK);
    store_close(store);
}

static void add_anna(struct store *store)
{
    run(store, person_job(STORE_PERSON_NEW, "annaannaanna", "Anna", "a"));
}

static struct store_job *delete_job(void)
{
    return person_job(STORE_PERSON_DELETE, "annaannaanna", "", "");
}

static struct store_job *sit_job(const char *table, int64_t number, const char *person)
{
    struct store_job *job = append_job(table, number, "{\"person\":\"?\",\"name\":\"Anna\"}");
    set_text(job->person.id, person);
    return job;
}

/* No entry that is stored after a deletion names the person. */
static void test_named_too_late(void **unused)
{
    (void)unused;
    struct store *store = open_store();
    add_anna(store);
    assert_int_equal(run(store, new_job("tabletable01", "", "")), STORE_OK);
    assert_int_equal(run(store, delete_job()), STORE_OK);
    static const char *const gone[] = {"annaannaanna", "lucluclucluc"}; /* Luc never was there */
    for (int i = 0; i < 2; i++) {
        struct store_job *create = new_job("tabletable02", "", "");
        set_text(create->person.id, gone[i]);
        assert_int_equal(run(store, create), STORE_ABSENT);
        assert_int_equal(run(store, sit_job("tabletable01", 1, gone[i])), STORE_ABSENT);
        struct store_job *last = sit_job("tabletable01", 1, gone[i]);
        last->closes = true;
        assert_int_equal(run(store, last), STORE_ABSENT);
    }
    assert_int_equal(run(store, read_job("tabletable02", 0)), STORE_ABSENT);
    assert_int_equal(run(store, append_job("tabletable01", 1, "{}")), STORE_OK);
    assert_int_equal(run(store, sit_job("tabletable01", 1, "annaannaanna")), STORE_ABSENT);
    run(store, job_new(STORE_TABLES_OPEN));
    assert_int_equal(returned->table_count, 1);
    store_close(store);
}

/* Journals of earlier versions have such entries. */
static void test_named_too_late_before(void **unused)
{
    (void)unused;
    struct store *store = open_store();
    add_anna(store);
    run(store, new_job("tabletable01", "", ""));
    size_t begin = journal_size;
    run(store, sit_job("tabletable01", 1, "annaannaanna"));
    size_t middle = journal_size;
    run(store, delete_job());
    store_close(store);
    unsigned char frame[1000];
    size_t size = middle - begin;
    assert_true(size <= sizeof frame);
    memcpy(frame, journal_bytes + begin, size);
    memmove(journal_bytes + begin, journal_bytes + middle, journal_size - middle);
    memcpy(journal_bytes + journal_size - size, frame, size);
    store = open_store();
    run(store, read_job("tabletable01", 0));
    assert_int_equal(returned->entry_count, 2);
    assert_int_equal(run(store, sit_job("tabletable01", 2, "annaannaanna")), STORE_ABSENT);
    store_close(store);
}

/* Begins a transaction, which ends a moment later, while the test goes on. */
static PGconn *slowly(const char *statements)
{
    PGconn *handle = PQconnectdb(postgres_url);
    PQclear(PQexec(handle, "SET search_path = ludosaure"));
    PQclear(PQexec(handle, "BEGIN"));
    PGresult *result = PQexec(handle, statements);
    assert_int_equal(PQresultStatus(result), PGRES_COMMAND_OK);
    PQclear(result);
    assert_true(PQsendQuery(handle, "SELECT pg_sleep(0.3); COMMIT"));
    return handle;
}

static int64_t count(const char *rows)
{
    char query[200];
    snprintf(query, sizeof query, "SELECT count(*) FROM ludosaure.%s", rows);
    PGconn *handle = PQconnectdb(postgres_url);
    PGresult *result = PQexec(handle, query);
    assert_int_equal(PQresultStatus(result), PGRES_TUPLES_OK);
    int64_t number = strtoll(PQgetvalue(result, 0, 0), NULL, 10);
    PQclear(result);
    PQfinish(handle);
    return number;
}

/* Anna's account is deleted while an entry is stored that names her: the job comes second. */
static void check_deleted_meanwhile(const char *statements, struct store_job *job,
                                    enum store_outcome outcome)
{
    struct store *store = open_store();
    add_anna(store);
    run(store, new_job("tabletable01", "", ""));
    PGconn *other = slowly(statements);
    assert_int_equal(run(store, job), outcome);
    assert_int_equal(count("people"), 0);
    assert_int_equal(count("tables"), 1);
    assert_int_equal(count("entries WHERE text LIKE '%Anna%'"), 0);
    assert_int_equal(count("record_seats WHERE name = 'Anna' OR person <> ''"), 0);
    PQfinish(other);
    store_close(store);
}

static struct store_job *by_anna(struct store_job *job)
{
    set_text(job->person.id, "annaannaanna");
    return job;
}

static const char deletion[] = "DELETE FROM sessions; DELETE FROM people";

static void test_sits_down_too_late(void **unused)
{
    (void)unused;
    check_deleted_meanwhile(deletion, by_anna(append_job("tabletable01", 1, "Anna")), STORE_ABSENT);
}

static void test_creates_too_late(void **unused)
{
    (void)unused;
    check_deleted_meanwhile(deletion, by_anna(new_job("tabletable02", "", "")), STORE_ABSENT);
}

static void test_deleted_too_late(void **unused)
{
    (void)unused;
    check_deleted_meanwhile(
        "DO 'BEGIN PERFORM FROM people FOR KEY SHARE; END';"
        "INSERT INTO entries VALUES('tabletable01', 1, 1, 1, 1, 0, '{\"name\": \"Anna\"}', NULL);"
        "INSERT INTO table_people VALUES('annaannaanna', 'tabletable01', 1)",
        delete_job(), STORE_OK);
}

static void test_record_too_late(void **unused)
{
    (void)unused;
    check_deleted_meanwhile(deletion, ending_job("tabletable01", 1, "trex", 1000, 2), STORE_OK);
}

int entries_tests(void)
{
    const struct CMUnitTest sqlite[] = {TEST(test_previous_entry), TEST(test_named_too_late)};
    const struct CMUnitTest memory[] = {TEST(test_previous_entry), TEST(test_named_too_late),
                                        TEST(test_named_too_late_before)};
    const struct CMUnitTest postgres[] = {
        TEST(test_previous_entry),   TEST(test_named_too_late),   TEST(test_sits_down_too_late),
        TEST(test_creates_too_late), TEST(test_deleted_too_late), TEST(test_record_too_late)};
    return run_on_databases(STORE_TESTS(sqlite), STORE_TESTS(memory), STORE_TESTS(postgres));
}
