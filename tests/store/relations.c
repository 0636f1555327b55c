/* The store: who follows, blocks, invites and reports whom, who is here, and what becomes of it when people are deleted and
 * databases are copied. */
#include "store_support.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stdio.h>
#include <string.h>

#include <cmocka.h> /* needs those above */

static const char ANNA[] = "annaannaanna", BOB[] = "bobbobbobbob", LUC[] = "lucluclucluc",
                  GUEST[] = "guestguest01";

/* Anna, Bob and Luc have accounts; a guest has none. */
static struct store *open_with_people(void)
{
    static const struct {
        const char *id, *name, *hash, *login;
    } people[] = {{ANNA, "Anna", "a", "anna"},
                  {BOB, "Bob", "b", "bob"},
                  {LUC, "Luc", "l", "luc"},
                  {GUEST, "Guest", "g", NULL}};
    struct store *store = open_store();
    for (int i = 0; i < 4; i++) {
        assert_int_equal(
            run(store, person_job(STORE_PERSON_NEW, people[i].id, people[i].name, people[i].hash)),
            STORE_OK);
        if (people[i].login)
            assert_int_equal(
                run(store, account_job(STORE_ACCOUNT_NEW, people[i].id, people[i].login, "$x$")),
                STORE_OK);
    }
    return store;
}

/* From `person` to `other` at this time; limit 0: no longer. */
static enum store_outcome set_at(struct store *store, const char *person, const char *other,
                                 enum store_relation_kind kind, int64_t now_ms, int limit)
{
    struct store_job *job = job_new(STORE_RELATION_SET);
    struct store_relation *relation = store_job_add_relation(job);
    set_text(job->person.id, person);
    set_text(relation->to.id, other);
    relation->kind = kind;
    if (kind == STORE_INVITES)
        set_text(relation->table, "tabletable01");
    job->now_ms = now_ms;
    job->before_ms = kind == STORE_INVITES ? now_ms - 1000 : 0;
    job->limit = limit;
    return run(store, job);
}

static enum store_outcome set(struct store *store, const char *person, const char *other,
                              enum store_relation_kind kind, bool on)
{
    static int64_t now_ms = 1000;
    return set_at(store, person, other, kind, ++now_ms, on ? 3 : 0);
}

static void find(struct store *store, const char *person, const char *other, int64_t before_ms)
{
    struct store_job *job = job_new(STORE_RELATIONS_FIND);
    set_text(job->person.id, person);
    set_text(job->other, other);
    job->before_ms = before_ms;
    job->limit = 2;
    assert_int_equal(run(store, job), STORE_OK);
}

/* What this person is shown: letters of kinds and first letters of names, capital if they follow each other. */
static const char *relations_of(struct store *store, const char *person)
{
    static char text[400];
    text[0] = '\0';
    find(store, person, "", 0);
    for (size_t i = 0; i < returned->relation_count; i++) {
        const struct store_relation *relation = &returned->relations[i];
        sprintf(text + strlen(text), "%s%c%c%c%s", i ? " " : "", relation->from.name[0],
                relation->kind, relation->to.name[0], relation->is_mutual ? "!" : "");
    }
    return text;
}

static void test_follow_and_block(void **unused)
{
    (void)unused;
    struct store *store = open_with_people();
    assert_int_equal(set(store, ANNA, BOB, STORE_FOLLOWS, true), STORE_OK);
    assert_string_equal(relations_of(store, ANNA), "AfB");
    assert_string_equal(relations_of(store, BOB), "AfB"); /* a follower */
    assert_string_equal(returned->relations[0].to.login, "bob");
    assert_string_equal(returned->relations[0].from.id, ANNA);
    assert_string_equal(relations_of(store, LUC), "");
    /* Again, it is the same. */
    assert_int_equal(set(store, ANNA, BOB, STORE_FOLLOWS, true), STORE_OK);
    assert_string_equal(relations_of(store, ANNA), "AfB");
    assert_int_equal(set(store, BOB, ANNA, STORE_FOLLOWS, true), STORE_OK);
    assert_string_equal(relations_of(store, ANNA), "AfB!");
    assert_string_equal(relations_of(store, BOB), "BfA!");
    /* Who blocks no longer follows; the other is not told, whatever they do. */
    assert_int_equal(set(store, ANNA, BOB, STORE_BLOCKS, true), STORE_OK);
    assert_string_equal(relations_of(store, ANNA), "AbB");
    assert_string_equal(relations_of(store, BOB), "BfA");
    assert_int_equal(set(store, BOB, ANNA, STORE_FOLLOWS, false), STORE_OK);
    assert_int_equal(set(store, BOB, ANNA, STORE_FOLLOWS, false), STORE_ABSENT);
    assert_int_equal(set(store, BOB, ANNA, STORE_FOLLOWS, true), STORE_OK);
    assert_string_equal(relations_of(store, BOB), "BfA");
    assert_string_equal(relations_of(store, ANNA), "AbB");
    assert_int_equal(set(store, BOB, ANNA, STORE_BLOCKS, true), STORE_OK);
    assert_string_equal(relations_of(store, BOB), "BbA");
    assert_int_equal(set(store, ANNA, BOB, STORE_BLOCKS, false), STORE_OK);
    assert_string_equal(relations_of(store, ANNA), "");
    assert_int_equal(set(store, BOB, ANNA, STORE_FOLLOWS, true), STORE_OK);
    assert_string_equal(relations_of(store, BOB), "BfA");
    store_close(store);
}

static void test_refused(void **unused)
{
    (void)unused;
    struct store *store = open_with_people();
    static const enum store_relation_kind kinds[] = {STORE_FOLLOWS, STORE_BLOCKS, STORE_INVITES};
    for (int i = 0; i < 3; i++) {
        assert_int_equal(set(store, ANNA, ANNA, kinds[i], true), STORE_ABSENT);
        assert_int_equal(set(store, ANNA, "nobodynobody", kinds[i], true), STORE_ABSENT);
        if (kinds[i] != STORE_BLOCKS)
            assert_int_equal(set(store, ANNA, GUEST, kinds[i], true), STORE_ABSENT);
        assert_int_equal(set(store, GUEST, ANNA, kinds[i], true), STORE_ABSENT);
        assert_int_equal(set(store, "nobodynobody", ANNA, kinds[i], true), STORE_ABSENT);
        assert_int_equal(set(store, ANNA, "' OR 1=1 --", kinds[i], true), STORE_ABSENT);
        assert_int_equal(set(store, ANNA, BOB, kinds[i], false), STORE_ABSENT);
    }
    assert_string_equal(relations_of(store, ANNA), "");
    /* People without an account are strangers, whom nobody follows but some want to block. */
    assert_int_equal(set(store, ANNA, GUEST, STORE_BLOCKS, true), STORE_OK);
    assert_int_equal(set(store, ANNA, GUEST, STORE_BLOCKS, false), STORE_OK);
    /* A limit for each kind; those who are there already may be set again. A refused one changes nothing. */
    assert_int_equal(set_at(store, ANNA, BOB, STORE_FOLLOWS, 5000, 1), STORE_OK);
    assert_int_equal(set_at(store, ANNA, LUC, STORE_FOLLOWS, 5001, 1), STORE_TAKEN);
    assert_int_equal(set_at(store, ANNA, BOB, STORE_FOLLOWS, 5002, 1), STORE_OK);
    assert_int_equal(set_at(store, ANNA, LUC, STORE_BLOCKS, 5003, 1), STORE_OK);
    assert_int_equal(set_at(store, ANNA, LUC, STORE_FOLLOWS, 5004, 1), STORE_TAKEN);
    assert_string_equal(relations_of(store, ANNA), "AbL AfB");
    assert_int_equal(set_at(store, LUC, BOB, STORE_FOLLOWS, 5005, 1), STORE_OK);
    store_close(store);
}

static void test_invitations(void **unused)
{
    (void)unused;
    struct store *store = open_with_people();
    assert_int_equal(set_at(store, ANNA, BOB, STORE_INVITES, 9000, 9), STORE_ABSENT);
    set(store, ANNA, BOB, STORE_FOLLOWS, true);
    assert_int_equal(set_at(store, ANNA, BOB, STORE_INVITES, 9000, 9), STORE_ABSENT);
    set(store, BOB, ANNA, STORE_FOLLOWS, true);
    assert_int_equal(set_at(store, ANNA, BOB, STORE_INVITES, 9000, 9), STORE_OK);
    assert_string_equal(relations_of(store, BOB), "AiB! BfA!");
    assert_string_equal(returned->relations[0].table, "tabletable01");
    assert_int_equal(returned->relations[0].at_ms, 9000);
    find(store, BOB, "", 9000); /* too late */
    assert_int_equal(returned->relation_count, 1);
    find(store, BOB, ANNA, 0);
    assert_int_equal(returned->relation_count, 2);
    find(store, BOB, LUC, 0);
    assert_int_equal(returned->relation_count, 0);
    /* A newer one takes its place. The limit is about those of late. */
    set(store, ANNA, LUC, STORE_FOLLOWS, true);
    set(store, LUC, ANNA, STORE_FOLLOWS, true);
    assert_int_equal(set_at(store, ANNA, BOB, STORE_INVITES, 9500, 1), STORE_OK);
    assert_int_equal(set_at(store, ANNA, LUC, STORE_INVITES, 9600, 1), STORE_TAKEN);
    assert_int_equal(set_at(store, ANNA, LUC, STORE_INVITES, 10501, 1), STORE_OK);
    assert_string_equal(relations_of(store, LUC), "AiL! LfA!");
    /* Who blocks is not invited any more, and what is left of it is no friend's. */
    set(store, LUC, ANNA, STORE_BLOCKS, true);
    assert_int_equal(set_at(store, ANNA, LUC, STORE_INVITES, 20000, 9), STORE_ABSENT);
    find(store, LUC, "", 0);
    assert_string_equal(relations_of(store, LUC), "AiL LbA");
    store_close(store);
}

/* Followers: the latest 50. */
static void test_many(void **unused)
{
    (void)unused;
    struct store *store = open_with_people();
    char id[STORE_ID_TEXT];
    for (int i = 0; i < 60; i++) {
        snprintf(id, sizeof id, "follower%04d", i);
        run(store, person_job(STORE_PERSON_NEW, id, "F", id));
        run(store, account_job(STORE_ACCOUNT_NEW, id, id, "$x$"));
        assert_int_equal(set_at(store, id, ANNA, STORE_FOLLOWS, 100 + i, 3), STORE_OK);
    }
    find(store, ANNA, "", 0);
    assert_int_equal(returned->relation_count, 50);
    assert_string_equal(returned->relations[0].from.id, "follower0059");
    assert_int_equal(set_at(store, ANNA, "follower0059", STORE_BLOCKS, 50, 3), STORE_OK);
    find(store, ANNA, "", 0);
    assert_int_equal(returned->relation_count, 51);
    assert_string_equal(returned->relations[0].from.id, "follower0058");
    assert_string_equal(returned->relations[50].to.id, "follower0059");
    store_close(store);
}

static int64_t seen_ms(struct store *store, const char *id)
{
    struct store_job *job = job_new(STORE_PEOPLE_FIND);
    set_text(job->person.name, id);
    job->limit = 1;
    assert_int_equal(run(store, job), STORE_OK);
    assert_int_equal(returned->found_count, 1);
    return returned->found[0].seen_ms;
}

static void test_seen(void **unused)
{
    (void)unused;
    struct store *store = open_with_people();
    for (int later = 1; later >= 0; later--) { /* and never back */
        struct store_job *job = job_new(STORE_PEOPLE_SEEN);
        job->now_ms = later ? 70000 : 60000;
        store_job_add_person(job, ANNA);
        store_job_add_person(job, "nobodynobody");
        store_job_add_person(job, LUC);
        assert_int_equal(run(store, job), STORE_OK);
        assert_int_equal(seen_ms(store, ANNA), 70000);
        assert_int_equal(seen_ms(store, LUC), 70000);
        assert_true(seen_ms(store, BOB) < 60000);
    }
    set(store, BOB, ANNA, STORE_FOLLOWS, true);
    find(store, BOB, "", 0);
    assert_int_equal(returned->relations[0].to_seen_ms, 70000);
    assert_true(returned->relations[0].from_seen_ms < 60000);
    store_close(store);
}

/* Nothing is left of a person who is deleted, in either direction. */
static void test_deleted(void **unused)
{
    (void)unused;
    struct store *store = open_with_people();
    set(store, ANNA, BOB, STORE_FOLLOWS, true);
    set(store, BOB, ANNA, STORE_FOLLOWS, true);
    set(store, ANNA, BOB, STORE_INVITES, true);
    set(store, LUC, ANNA, STORE_BLOCKS, true);
    set(store, BOB, LUC, STORE_FOLLOWS, true);
    struct store_job *job = person_job(STORE_PERSON_DELETE, ANNA, "", "");
    set_text(job->old_password, "$x$");
    assert_int_equal(run(store, job), STORE_OK);
    assert_string_equal(relations_of(store, ANNA), "");
    assert_string_equal(relations_of(store, LUC), "BfL");
    assert_string_equal(relations_of(store, BOB), "BfL");
    store_close(store);
}

/* What was done is there after the database was opened again. */
static void test_lasting(void **unused)
{
    (void)unused;
    struct store *store = open_with_people();
    set(store, ANNA, BOB, STORE_FOLLOWS, true);
    store_close(store);
    store = open_store();
    assert_string_equal(relations_of(store, ANNA), "AfB");
    store_close(store);
}

/* A journal has no accounts. */
static void test_journal(void **unused)
{
    (void)unused;
    struct store *store = open_store();
    run(store, person_job(STORE_PERSON_NEW, ANNA, "Anna", "a"));
    run(store, person_job(STORE_PERSON_NEW, BOB, "Bob", "b"));
    assert_int_equal(set(store, ANNA, BOB, STORE_FOLLOWS, true), STORE_FAILED);
    assert_int_equal(run(store, job_new(STORE_RELATIONS_FIND)), STORE_FAILED);
    assert_int_equal(run(store, job_new(STORE_PEOPLE_SEEN)), STORE_FAILED);
    store_close(store);
}

int relations_tests(void)
{
    const struct CMUnitTest tests[] = {TEST(test_follow_and_block),
                                       TEST(test_refused),
                                       TEST(test_invitations),
                                       TEST(test_many),
                                       TEST(test_seen),
                                       TEST(test_deleted),
                                       TEST(test_lasting)};
    const struct CMUnitTest memory[] = {TEST(test_journal)};
    return run_on_databases(STORE_TESTS(tests), STORE_TESTS(memory), STORE_TESTS(tests));
}
