/* The store: what `ludosaure admin` asks of it. People are found and renamed, and other processes with the same
 * database learn what has changed about people. */
#include "store_support.h"

#include <setjmp.h>
#include <stdarg.h>
#include <string.h>

#include <cmocka.h> /* needs those above */

static const int64_t DAY = 24 * 3600 * 1000;

static void add_person(struct store *store, const char *id, const char *name, const char *hash,
                       int64_t now_ms)
{
    struct store_job *job = person_job(STORE_PERSON_NEW, id, name, hash);
    job->now_ms = now_ms;
    assert_int_equal(run(store, job), STORE_OK);
}

static void add_account(struct store *store, const char *id, const char *login)
{
    assert_int_equal(run(store, account_job(STORE_ACCOUNT_NEW, id, login, "$x$")), STORE_OK);
}

static void sit(struct store *store, int64_t number, const char *person, const char *text)
{
    struct store_job *job = append_job("tabletable01", number, text);
    set_text(job->person.id, person);
    assert_int_equal(run(store, job), STORE_OK);
}

static size_t find_people(struct store *store, const char *text, int limit)
{
    struct store_job *job = job_new(STORE_PEOPLE_FIND);
    set_text(job->person.name, text);
    job->limit = limit;
    assert_int_equal(run(store, job), STORE_OK);
    return returned->found_count;
}

/* Only for operators: the database of a browser has none. */
static void test_find(void **unused)
{
    (void)unused;
    struct store *store = open_store();
    assert_int_equal(find_people(store, "", 9), 0);
    add_person(store, "annaannaanna", "Zoé 100%", "a", 3 * DAY);
    add_person(store, "lucluclucluc", "Luc", "l", 2 * DAY);
    add_person(store, "bertbertbert", "lucy", "b", 4 * DAY);
    add_account(store, "annaannaanna", "luc");
    run(store, new_job("tabletable01", "", ""));
    struct store_job *end = ending_job("tabletable01", 1, "trex", 1000, 2);
    set_text(end->records[0].seat[0].person, "lucluclucluc");
    assert_int_equal(run(store, end), STORE_OK);
    /* By id, by login, then those seen last. */
    assert_int_equal(find_people(store, "luc", 9), 3);
    assert_string_equal(returned->found[0].person.id, "annaannaanna");
    assert_string_equal(returned->found[0].person.login, "luc");
    assert_int_equal(returned->found[0].seen_ms, 3 * DAY);
    assert_int_equal(returned->found[0].record_count, 0);
    assert_string_equal(returned->found[1].person.name, "lucy");
    assert_string_equal(returned->found[2].person.name, "Luc");
    assert_int_equal(returned->found[2].record_count, 1);
    assert_int_equal(find_people(store, "lucluclucluc", 1), 1);
    assert_string_equal(returned->found[0].person.name, "Luc");
    /* Limits; letters from A to Z in both cases; no wildcards. */
    assert_int_equal(find_people(store, "", 2), 2);
    assert_string_equal(returned->found[0].person.name, "lucy");
    assert_int_equal(find_people(store, "UCY", 9), 1);
    assert_int_equal(find_people(store, "zoé", 9), 1);
    assert_int_equal(find_people(store, "%", 9), 1);
    assert_int_equal(find_people(store, "_", 9), 0);
    store_close(store);
}

static enum store_outcome set_note(struct store *store, const char *id, const char *note,
                                   const char *before)
{
    struct store_job *job = person_job(STORE_NOTE_SET, id, "", "");
    store_job_add_note(job, note);
    store_job_add_note(job, before);
    return run(store, job);
}

static enum store_outcome get_note(struct store *store, const char *id)
{
    return run(store, person_job(STORE_NOTE_GET, id, "", ""));
}

/* What is kept for an account: only who knows the latest note replaces it, and it goes with the person. */
static void test_notes(void **unused)
{
    (void)unused;
    struct store *store = open_store();
    add_person(store, "annaannaanna", "Anna", "a", DAY);
    add_person(store, "lucluclucluc", "Luc", "l", DAY);
    assert_int_equal(set_note(store, "annaannaanna", "one", ""), STORE_ABSENT); /* no account */
    add_account(store, "annaannaanna", "anna");
    add_account(store, "lucluclucluc", "luc");
    assert_int_equal(get_note(store, "annaannaanna"), STORE_ABSENT);
    assert_int_equal(set_note(store, "annaannaanna", "one", ""), STORE_OK);
    assert_int_equal(set_note(store, "annaannaanna", "two", ""), STORE_TAKEN);
    assert_int_equal(set_note(store, "annaannaanna", "two", "other"), STORE_TAKEN);
    assert_int_equal(set_note(store, "annaannaanna", "two é", "one"), STORE_OK);
    assert_int_equal(get_note(store, "annaannaanna"), STORE_OK);
    assert_string_equal(returned->notes[0], "two é");
    assert_int_equal(get_note(store, "lucluclucluc"), STORE_ABSENT);
    assert_int_equal(set_note(store, "lucluclucluc", "luc's", ""), STORE_OK);
    assert_int_equal(set_note(store, STORE_NOTE_OF_SERVER, "key", ""), STORE_OK);
    assert_int_equal(set_note(store, STORE_NOTE_OF_SERVER, "other", ""), STORE_TAKEN);
    assert_int_equal(set_note(store, "nobodynobody", "x", ""), STORE_ABSENT);
    store_close(store);
    store = open_store();
    struct store_job *job = person_job(STORE_PERSON_DELETE, "annaannaanna", "", "");
    set_text(job->old_password, "$x$");
    assert_int_equal(run(store, job), STORE_OK);
    assert_int_equal(get_note(store, "annaannaanna"), STORE_ABSENT);
    assert_int_equal(set_note(store, "annaannaanna", "late", ""), STORE_ABSENT);
    assert_int_equal(get_note(store, "lucluclucluc"), STORE_OK);
    assert_int_equal(get_note(store, STORE_NOTE_OF_SERVER), STORE_OK);
    store_close(store);
}

static void test_rename_everywhere(void **unused)
{
    (void)unused;
    struct store *store = open_store();
    add_person(store, "annaannaanna", "Anna", "a", DAY);
    add_person(store, "lucluclucluc", "Luc", "l", DAY);
    run(store, new_job("tabletable01", "", ""));
    sit(store, 1, "lucluclucluc", "{\"person\":\"?\",\"name\":\"Luc\"}");
    sit(store, 2, "annaannaanna", "{\"person\":\"?\",\"name\":\"Anna\"}");
    assert_int_equal(run(store, ending_job("tabletable01", 3, "trex", 1000, 2)), STORE_OK);
    const char *name = "\"Zoé\"";
    struct store_job *job = person_job(STORE_PERSON_RENAME_EVERYWHERE, "annaannaanna", name, "");
    assert_int_equal(run(store, job), STORE_OK);
    job = person_job(STORE_PERSON_RENAME_EVERYWHERE, "bertbertbert", "Bert", "");
    assert_int_equal(run(store, job), STORE_ABSENT);
    assert_int_equal(run(store, hash_job(STORE_SESSION_FIND, "a")), STORE_OK);
    assert_string_equal(returned->person.name, name);
    struct store_job *get = table_job(STORE_RECORD_GET, "tabletable01");
    set_text(get->viewer, "annaannaanna");
    assert_int_equal(run(store, get), STORE_OK);
    assert_string_equal(returned->records[0].seat[0].person, "annaannaanna");
    assert_string_equal(returned->records[0].seat[0].name, name);
    assert_string_not_equal(returned->records[0].seat[1].name, name);
    run(store, read_job("tabletable01", 0));
    if (!in_journal) { /* there, entries keep what they were */
        assert_non_null(strstr(returned->entries[1].text, "Luc"));
        assert_non_null(strstr(returned->entries[2].text, "\\\"Zoé\\\""));
    }
    store_close(store);
}

/* What is changed about people by one process reaches another one with the same database, once. */
static void test_people_news(void **unused)
{
    (void)unused;
    struct store *store = open_store(), *other = open_store();
    add_person(store, "annaannaanna", "Anna", "a", DAY);
    add_person(store, "lucluclucluc", "Luc", "l", DAY);
    add_account(store, "annaannaanna", "anna");
    run(other, job_new(STORE_TABLES_CHANGED));
    assert_int_equal(returned->people_count, 0);
    struct store_job *changes[] = {
        person_job(STORE_PERSON_RENAME_EVERYWHERE, "annaannaanna", "Zoé", ""),
        hash_job(STORE_SESSION_END, "l"), account_job(STORE_PERSON_DELETE, "annaannaanna", "", "")};
    set_text(changes[2]->old_password, "$x$");
    for (int i = 0; i < 3; i++) {
        assert_int_equal(run(store, changes[i]), STORE_OK);
        assert_int_equal(run(other, job_new(STORE_TABLES_CHANGED)), STORE_OK);
        assert_int_equal(returned->people_count, 1);
        assert_string_equal(returned->people[0], i == 1 ? "lucluclucluc" : "annaannaanna");
        assert_false(returned->all_may_differ);
        run(other, job_new(STORE_TABLES_CHANGED));
        assert_int_equal(returned->people_count, 0);
    }
    store_close(other);
    store_close(store);
}

/* A file keeps the latest changes only. */
static void test_many_changes(void **unused)
{
    (void)unused;
    enum { CHANGES = 1100 };
    struct store *store = open_store(), *other = open_store();
    add_person(store, "annaannaanna", "Anna", "a", DAY);
    add_account(store, "annaannaanna", "anna");
    for (int i = 0; i < CHANGES; i++) {
        struct store_job *job = job_new(STORE_LISTING_SET);
        set_text(job->person.id, "annaannaanna");
        store_submit(store, job);
    }
    store_work(store);
    store_collect(store);
    run(other, job_new(STORE_TABLES_CHANGED));
    assert_true(returned->people_count > 0 && returned->people_count < CHANGES);
    assert_true(returned->all_may_differ);
    store_close(other);
    store_close(store);
}

int operator_tests(void)
{
    const struct CMUnitTest sqlite[] = {TEST(test_find), TEST(test_notes),
                                        TEST(test_rename_everywhere), TEST(test_people_news),
                                        TEST(test_many_changes)};
    const struct CMUnitTest postgres[] = {TEST(test_find), TEST(test_notes),
                                          TEST(test_rename_everywhere), TEST(test_people_news)};
    const struct CMUnitTest memory[] = {TEST(test_rename_everywhere)};
    return run_on_databases(STORE_TESTS(sqlite), STORE_TESTS(memory), STORE_TESTS(postgres));
}
