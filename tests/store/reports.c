/* The store: who reports whom, what the operator is shown of it, and what becomes of it when people are deleted. */
#include "store_support.h"

#include "store/database/database.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stdio.h>
#include <string.h>

#include <cmocka.h> /* needs those above */

static const char ANNA[] = "annaannaanna", BOB[] = "bobbobbobbob", GUEST[] = "guestguest01",
                  OTHER[] = "guestguest02";
enum { DAY_MS = 24 * 3600 * 1000, PEOPLE_A_DAY = 3 };

static void add(struct store *store, const char *id, const char *name)
{
    assert_int_equal(run(store, person_job(STORE_PERSON_NEW, id, name, id)), STORE_OK);
}

/* Anna and Bob have accounts, the guests have none. */
static struct store *open_with_people(void)
{
    struct store *store = open_store();
    add(store, ANNA, "Anna");
    add(store, BOB, "Bob");
    add(store, GUEST, "Guest");
    add(store, OTHER, "Other");
    run(store, account_job(STORE_ACCOUNT_NEW, ANNA, "anna", "$x$"));
    run(store, account_job(STORE_ACCOUNT_NEW, BOB, "bob", "$x$"));
    return store;
}

static enum store_outcome report_at(struct store *store, const char *person, const char *other,
                                    const char *text, int64_t now_ms)
{
    struct store_job *job = job_new(STORE_REPORT_NEW);
    set_text(job->person.id, person);
    set_text(job->other, other);
    store_job_add_note(job, text);
    job->now_ms = now_ms;
    job->before_ms = now_ms - DAY_MS;
    job->limit = PEOPLE_A_DAY;
    return run(store, job);
}

static void find(struct store *store, int64_t number, int limit)
{
    struct store_job *job = job_new(STORE_REPORTS_FIND);
    job->from = number;
    job->limit = limit;
    assert_int_equal(run(store, job), STORE_OK);
}

/* What is open, the latest first: number, first letters of who reports whom, and the text. */
static const char *open_reports(struct store *store)
{
    static char text[400];
    text[0] = '\0';
    find(store, 0, 100);
    for (size_t i = 0; i < returned->report_count; i++) {
        const struct store_report *report = &returned->reports[i];
        assert_false(report->is_closed);
        sprintf(text + strlen(text), "%s%d%c%c:%s", i ? " " : "", (int)report->number,
                report->by.id[0] ? report->by.name[0] : '-', report->about.name[0], report->text);
    }
    return text;
}

static enum store_outcome close_report(struct store *store, int64_t number, const char *text)
{
    struct store_job *job = job_new(STORE_REPORT_CLOSE);
    job->from = number;
    job->now_ms = 77;
    store_job_add_note(job, text);
    return run(store, job);
}

static void delete_person(struct store *store, const char *id, const char *password)
{
    struct store_job *job = person_job(STORE_PERSON_DELETE, id, "", "");
    set_text(job->old_password, password);
    assert_int_equal(run(store, job), STORE_OK);
}

static void test_report(void **unused)
{
    (void)unused;
    struct store *store = open_with_people();
    assert_string_equal(open_reports(store), "");
    assert_int_equal(report_at(store, ANNA, BOB, "é", DAY_MS), STORE_OK);
    assert_int_equal(report_at(store, GUEST, BOB, "b", DAY_MS + 1), STORE_OK);
    assert_int_equal(report_at(store, ANNA, GUEST, "c", DAY_MS + 2), STORE_OK);
    assert_string_equal(open_reports(store), "3AG:c 2GB:b 1AB:é");
    assert_int_equal(returned->reports[2].at_ms, DAY_MS);
    assert_string_equal(returned->reports[2].by.login, "anna");
    assert_string_equal(returned->reports[2].about.id, BOB);
    find(store, 0, 2);
    assert_int_equal(returned->report_count, 2);
    find(store, 1, 2);
    assert_int_equal(returned->report_count, 1);
    assert_string_equal(returned->reports[0].text, "é");
    find(store, 4, 2);
    assert_int_equal(returned->report_count, 0);
    /* A closed one is found by its number only, with what is left of it. */
    assert_int_equal(close_report(store, 2, "left"), STORE_OK);
    assert_int_equal(close_report(store, 4, "left"), STORE_ABSENT);
    assert_string_equal(open_reports(store), "3AG:c 1AB:é");
    find(store, 2, 1);
    assert_true(returned->reports[0].is_closed);
    assert_string_equal(returned->reports[0].text, "left");
    store_close(store);
    store = open_store();
    assert_string_equal(open_reports(store), "3AG:c 1AB:é");
    store_close(store);
}

/* Nobody reports the same person twice a day, or too many; nor themselves, nor people who are not there. */
static void test_refused(void **unused)
{
    (void)unused;
    struct store *store = open_with_people();
    assert_int_equal(report_at(store, ANNA, ANNA, "x", DAY_MS), STORE_ABSENT);
    assert_int_equal(report_at(store, ANNA, "nobodynobody", "x", DAY_MS), STORE_ABSENT);
    assert_int_equal(report_at(store, "nobodynobody", ANNA, "x", DAY_MS), STORE_ABSENT);
    assert_int_equal(report_at(store, ANNA, "' OR 1=1 --", "x", DAY_MS), STORE_ABSENT);
    assert_string_equal(open_reports(store), "");
    assert_int_equal(report_at(store, ANNA, BOB, "a", DAY_MS), STORE_OK);
    assert_int_equal(report_at(store, ANNA, BOB, "b", DAY_MS + 1000), STORE_TAKEN);
    assert_int_equal(report_at(store, ANNA, BOB, "c", 2 * DAY_MS - 1), STORE_TAKEN);
    assert_int_equal(close_report(store, 1, "a"), STORE_OK); /* closed or not */
    assert_int_equal(report_at(store, ANNA, BOB, "d", 2 * DAY_MS - 1), STORE_TAKEN);
    assert_int_equal(report_at(store, ANNA, BOB, "e", 2 * DAY_MS), STORE_OK);
    assert_int_equal(report_at(store, ANNA, GUEST, "f", 2 * DAY_MS + 1), STORE_OK);
    assert_int_equal(report_at(store, ANNA, OTHER, "g", 2 * DAY_MS + 2), STORE_OK);
    add(store, "guestguest03", "Third");
    assert_int_equal(report_at(store, ANNA, "guestguest03", "h", 2 * DAY_MS + 3), STORE_TAKEN);
    assert_int_equal(report_at(store, BOB, "guestguest03", "i", 2 * DAY_MS + 4), STORE_OK);
    assert_string_equal(open_reports(store), "5BT:i 4AO:g 3AG:f 2AB:e");
    store_close(store);
}

/* What is open of one person is limited; who reports them later does not notice. */
static void test_many(void **unused)
{
    (void)unused;
    struct store *store = open_with_people();
    char id[STORE_ID_TEXT];
    for (int i = 0; i < REPORTS_OF_ONE_MAX + 5; i++) {
        snprintf(id, sizeof id, "reporter%04d", i);
        add(store, id, "R");
        assert_int_equal(report_at(store, id, BOB, "x", DAY_MS + i), STORE_OK);
    }
    find(store, 0, 1000);
    assert_int_equal(returned->report_count, REPORTS_OF_ONE_MAX);
    assert_int_equal(report_at(store, ANNA, GUEST, "x", DAY_MS), STORE_OK);
    assert_int_equal(close_report(store, 1, ""), STORE_OK);
    assert_int_equal(report_at(store, ANNA, BOB, "late", DAY_MS + 999), STORE_OK);
    find(store, 0, 1000);
    assert_int_equal(returned->report_count, REPORTS_OF_ONE_MAX + 1);
    assert_string_equal(returned->reports[0].text, "late");
    store_close(store);
}

/* A report is deleted with the person it is about; when the person who made it is deleted, it stays, without their name. */
static void test_deleted(void **unused)
{
    (void)unused;
    struct store *store = open_with_people();
    assert_int_equal(report_at(store, ANNA, BOB, "a", DAY_MS), STORE_OK);
    assert_int_equal(report_at(store, BOB, ANNA, "b", DAY_MS), STORE_OK);
    assert_int_equal(report_at(store, GUEST, BOB, "c", DAY_MS), STORE_OK);
    delete_person(store, ANNA, "$x$");
    assert_string_equal(open_reports(store), "3GB:c 1-B:a");
    /* A guest who does not come back. */
    struct store_job *job = job_new(STORE_PEOPLE_PURGE);
    job->limit = 100;
    job->before_ms = 10 * DAY_MS;
    assert_int_equal(run(store, job), STORE_OK);
    assert_string_equal(open_reports(store), "3-B:c 1-B:a");
    delete_person(store, BOB, "$x$");
    find(store, 1, 1);
    assert_int_equal(returned->report_count, 0);
    assert_string_equal(open_reports(store), "");
    store_close(store);
}

/* A device has no operator. */
static void test_journal(void **unused)
{
    (void)unused;
    struct store *store = open_store();
    add(store, ANNA, "Anna");
    add(store, BOB, "Bob");
    assert_int_equal(report_at(store, ANNA, BOB, "x", DAY_MS), STORE_FAILED);
    assert_int_equal(run(store, job_new(STORE_REPORTS_FIND)), STORE_FAILED);
    store_close(store);
}

int reports_tests(void)
{
    const struct CMUnitTest tests[] = {TEST(test_report), TEST(test_refused), TEST(test_many),
                                       TEST(test_deleted)};
    const struct CMUnitTest memory[] = {TEST(test_journal)};
    return run_on_databases(STORE_TESTS(tests), STORE_TESTS(memory), STORE_TESTS(tests));
}
