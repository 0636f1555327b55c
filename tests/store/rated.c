/* What leaderboards need from the store: rated records, and who may be named.
 *
 * usage: store_rated [URL]   on SQLite and in a journal; or on PostgreSQL, where everything is lost */
#include "store_support.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h> /* needs the three above */

static struct store_job *rated_job(const char *game, int64_t from, const char *table, int limit)
{
    struct store_job *job = table_job(STORE_RECORDS_RATED, table);
    set_text(job->game, game);
    job->from = from;
    job->limit = limit;
    return job;
}

/* Rated records come in order of their ends, as many as asked for. */
static void test_rated(void **unused)
{
    (void)unused;
    struct store *store = open_store();
    make_records(store);
    assert_int_equal(run(store, rated_job("trex", 0, "", 50)), STORE_OK);
    assert_int_equal(returned->record_count, 2); /* table 3 is not rated */
    assert_string_equal(returned->records[0].table, "table0000001");
    assert_string_equal(returned->records[1].table, "table0000005");
    assert_true(returned->records[0].is_rated);
    assert_null(returned->records[0].record);
    assert_string_equal(returned->records[0].seat[0].person, "annaannaanna");
    assert_string_equal(returned->records[0].seat[1].level, "easy");
    assert_string_equal(returned->records[0].seat[1].part, "stegosaurus");
    run(store, rated_job("trex", 0, "", 1));
    assert_int_equal(returned->record_count, 1);
    run(store, rated_job("trex", 1001, "table0000001", 50));
    assert_int_equal(returned->record_count, 1);
    assert_string_equal(returned->records[0].table, "table0000005");
    /* In the same millisecond, the table decides. */
    run(store, new_job("tableaaaaaaa", "", ""));
    run(store, ending_job("tableaaaaaaa", 1, "trex", 1005, 2));
    run(store, rated_job("trex", 1005, "table0000005", 50));
    assert_int_equal(returned->record_count, 1);
    assert_string_equal(returned->records[0].table, "tableaaaaaaa");
    run(store, rated_job("trex", 1005, "tableaaaaaaa", 50));
    assert_int_equal(returned->record_count, 0);
    run(store, rated_job("chess", 0, "", 50));
    assert_int_equal(returned->record_count, 0);
    /* A record that is not shared is not rated publicly. */
    run(store, new_job("tablebbbbbbb", "", ""));
    struct store_job *job = ending_job("tablebbbbbbb", 1, "trex", 2000, 2);
    job->records->is_shared = false;
    assert_int_equal(run(store, job), STORE_OK);
    run(store, rated_job("trex", 1005, "tableaaaaaaa", 50));
    assert_int_equal(returned->record_count, 0);
    store_close(store);
    store = open_store();
    run(store, rated_job("trex", 0, "", 50));
    assert_int_equal(returned->record_count, 3);
    store_close(store);
}

static struct store_job *listing_job(const char *person, bool is_listed)
{
    struct store_job *job = person_job(STORE_LISTING_SET, person, "", "");
    job->is_listed = is_listed;
    return job;
}

/* Only accounts can be listed, and a deleted one is not any more. */
static void test_listings(void **unused)
{
    (void)unused;
    struct store *store = open_store();
    run(store, person_job(STORE_PERSON_NEW, "annaannaanna", "Anna", "a"));
    run(store, person_job(STORE_PERSON_NEW, "bobbobbobbob", "Bob", "b"));
    assert_int_equal(run(store, listing_job("nobodynobody", true)), STORE_ABSENT);
    assert_int_equal(run(store, listing_job("annaannaanna", true)), STORE_ABSENT);
    run(store, account_job(STORE_ACCOUNT_NEW, "bobbobbobbob", "bob", "hashed"));
    run(store, account_job(STORE_ACCOUNT_NEW, "annaannaanna", "anna", "hashed"));
    assert_int_equal(run(store, job_new(STORE_LISTINGS)), STORE_OK);
    assert_int_equal(returned->listed_count, 0); /* nobody is, unless they agree */
    assert_int_equal(run(store, listing_job("bobbobbobbob", true)), STORE_OK);
    assert_int_equal(run(store, listing_job("annaannaanna", true)), STORE_OK);
    store_close(store);
    store = open_store();
    run(store, job_new(STORE_LISTINGS));
    assert_int_equal(returned->listed_count, 2);
    assert_string_equal(returned->listed[0].id, "annaannaanna");
    assert_string_equal(returned->listed[1].name, "Bob");
    assert_int_equal(run(store, listing_job("annaannaanna", false)), STORE_OK);
    struct store_job *job = person_job(STORE_PERSON_DELETE, "bobbobbobbob", "", "");
    set_text(job->old_password, "hashed");
    assert_int_equal(run(store, job), STORE_OK);
    run(store, job_new(STORE_LISTINGS));
    assert_int_equal(returned->listed_count, 0);
    store_close(store);
}

static struct store_job *face_job(const char *person, int face)
{
    struct store_job *job = person_job(STORE_FACE_SET, person, "", "");
    job->person.face = face;
    return job;
}

static int face_of(struct store *store, const char *session)
{
    assert_int_equal(run(store, hash_job(STORE_SESSION_FIND, session)), STORE_OK);
    return returned->person.face;
}

/* Only accounts have faces; other servers learn of a new one. */
static void test_faces(void **unused)
{
    (void)unused;
    struct store *store = open_store(), *other = open_store();
    run(store, person_job(STORE_PERSON_NEW, "annaannaanna", "Anna", "a"));
    run(other, job_new(STORE_TABLES_CHANGED));
    assert_int_equal(run(store, face_job("nobodynobody", 5)), STORE_ABSENT);
    assert_int_equal(run(store, face_job("annaannaanna", 5)), STORE_ABSENT);
    run(store, account_job(STORE_ACCOUNT_NEW, "annaannaanna", "anna", "hashed"));
    assert_int_equal(face_of(store, "a"), 0);
    assert_int_equal(run(store, face_job("annaannaanna", STORE_FACE_MAX)), STORE_OK);
    run(other, job_new(STORE_TABLES_CHANGED));
    assert_int_equal(returned->people_count, 1);
    assert_string_equal(returned->people[0], "annaannaanna");
    assert_int_equal(face_of(other, "a"), STORE_FACE_MAX);
    run(other, account_job(STORE_ACCOUNT_FIND, "", "anna", ""));
    assert_int_equal(returned->person.face, STORE_FACE_MAX);
    assert_string_equal(returned->password, "hashed");
    assert_int_equal(run(store, listing_job("annaannaanna", true)), STORE_OK);
    run(store, job_new(STORE_LISTINGS));
    assert_int_equal(returned->listed[0].face, STORE_FACE_MAX);
    store_close(other);
    store_close(store);
}

static struct store_job *page_job(enum store_kind kind, const char *person, const char *page)
{
    struct store_job *job = person_job(kind, person, "", "");
    set_text(job->person.page, page);
    return job;
}

/* An address belongs to one account, until it gives it up or is deleted. */
static void test_pages(void **unused)
{
    (void)unused;
    struct store *store = open_store(), *other = open_store();
    run(store, person_job(STORE_PERSON_NEW, "annaannaanna", "Anna", "a"));
    run(store, person_job(STORE_PERSON_NEW, "bobbobbobbob", "Bob", "b"));
    assert_int_equal(run(store, page_job(STORE_PAGE_SET, "annaannaanna", "rex")), STORE_ABSENT);
    assert_int_equal(run(store, page_job(STORE_PAGE_FIND, "", "")), STORE_ABSENT);
    run(store, account_job(STORE_ACCOUNT_NEW, "annaannaanna", "anna", "hashed"));
    run(store, account_job(STORE_ACCOUNT_NEW, "bobbobbobbob", "bob", "hashed"));
    assert_int_equal(run(store, page_job(STORE_PAGE_FIND, "annaannaanna", "")), STORE_ABSENT);
    run(other, job_new(STORE_TABLES_CHANGED));
    assert_int_equal(run(store, page_job(STORE_PAGE_SET, "annaannaanna", "rex")), STORE_OK);
    assert_int_equal(run(store, page_job(STORE_PAGE_SET, "annaannaanna", "rex")), STORE_OK);
    run(other, job_new(STORE_TABLES_CHANGED));
    assert_true(returned->people_count > 0);
    assert_string_equal(returned->people[0], "annaannaanna");
    assert_int_equal(run(store, page_job(STORE_PAGE_SET, "bobbobbobbob", "rex")), STORE_TAKEN);
    assert_int_equal(run(store, page_job(STORE_PAGE_SET, "nobodynobody", "rex")), STORE_ABSENT);
    assert_int_equal(run(other, page_job(STORE_PAGE_FIND, "", "rex")), STORE_OK);
    assert_string_equal(returned->person.name, "Anna");
    assert_int_equal(run(other, page_job(STORE_PAGE_FIND, "annaannaanna", "")), STORE_OK);
    assert_string_equal(returned->person.page, "rex");
    /* Two people without a page do not have the same one. */
    assert_int_equal(run(store, page_job(STORE_PAGE_SET, "annaannaanna", "")), STORE_OK);
    assert_int_equal(run(store, page_job(STORE_PAGE_SET, "bobbobbobbob", "")), STORE_OK);
    assert_int_equal(run(store, page_job(STORE_PAGE_FIND, "", "")), STORE_ABSENT);
    assert_int_equal(run(store, page_job(STORE_PAGE_FIND, "annaannaanna", "")), STORE_ABSENT);
    assert_int_equal(run(store, page_job(STORE_PAGE_SET, "bobbobbobbob", "rex")), STORE_OK);
    struct store_job *job = person_job(STORE_PERSON_DELETE, "bobbobbobbob", "", "");
    set_text(job->old_password, "hashed");
    assert_int_equal(run(store, job), STORE_OK);
    assert_int_equal(run(store, page_job(STORE_PAGE_FIND, "", "rex")), STORE_ABSENT);
    store_close(other);
    store_close(store);
}

/* Who does not exist, or not any more. */
static void test_gone(void **unused)
{
    (void)unused;
    struct store *store = open_store();
    run(store, person_job(STORE_PERSON_NEW, "annaannaanna", "Anna", "a"));
    run(store, person_job(STORE_PERSON_NEW, "bobbobbobbob", "Bob", "b"));
    for (int deleted = 0; deleted < 2; deleted++) {
        struct store_job *job = job_new(STORE_PEOPLE_GONE);
        store_job_add_person(job, "annaannaanna");
        store_job_add_person(job, "nobodynobody");
        store_job_add_person(job, "bobbobbobbob");
        assert_int_equal(run(store, job), STORE_OK);
        assert_int_equal(returned->people_count, 1 + deleted);
        assert_string_equal(returned->people[0], "nobodynobody");
        if (deleted)
            assert_string_equal(returned->people[1], "bobbobbobbob");
        struct store_job *deleting = person_job(STORE_PERSON_DELETE, "bobbobbobbob", "", "");
        assert_int_equal(run(store, deleting), deleted ? STORE_ABSENT : STORE_OK);
    }
    assert_int_equal(run(store, job_new(STORE_PEOPLE_GONE)), STORE_OK);
    assert_int_equal(returned->people_count, 0);
    store_close(store);
}

int rated_tests(void)
{
    const struct CMUnitTest tests[] = {TEST(test_rated), TEST(test_gone), TEST(test_listings),
                                       TEST(test_faces), TEST(test_pages)};
    const struct CMUnitTest memory[] = {TEST(test_rated), TEST(test_gone)};
    return run_on_databases(STORE_TESTS(tests), STORE_TESTS(memory), STORE_TESTS(tests));
}
