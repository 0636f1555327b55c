/* Reports of people by others: who may make one about whom, how many, and what the operator gets to see. */
#include "hall_platform.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h> /* needs hall_platform.h */

/* A person who has said hello, at an address of their own. */
static struct peer *someone(const char *name, char id[STORE_ID_TEXT])
{
    static int number;
    char address[30];
    snprintf(address, sizeof address, "10.7.%d.%d", number / 200, number % 200);
    number++;
    struct peer *peer = peer_at(address);
    assert_string_equal(ask(peer, "{'cmd':'hello','id':7,'name':'%s'}", name), "ok");
    json_t *answer = find(peer, "id", "7");
    snprintf(id, STORE_ID_TEXT, "%s",
             json_string_value(json_object_get(json_object_get(answer, "person"), "id")));
    json_decref(answer);
    return peer;
}

static void watch(struct peer *peer, const char *table)
{
    assert_string_equal(ask(peer, "{'cmd':'watch','id':7,'table':'%s'}", table), "ok");
}

static const char *report(struct peer *peer, const char *table, const char *other,
                          const char *reason)
{
    return ask(peer, "{'cmd':'report','id':7,'table':'%s','person':'%s','reason':'%s'}", table,
               other, reason);
}

/* What the operator sees. */
static struct kept {
    int count; /* the latest of them: */
    char by[STORE_ID_TEXT], about[STORE_ID_TEXT];
    json_t *text;
} kept;

static void take_reports(struct store_job *job)
{
    assert_int_equal(job->outcome, STORE_OK);
    json_decref(kept.text);
    kept = (struct kept){.count = (int)job->report_count};
    if (kept.count == 0)
        return;
    const struct store_report *latest = &job->reports[0];
    memcpy(kept.by, latest->by.id, sizeof kept.by);
    memcpy(kept.about, latest->about.id, sizeof kept.about);
    kept.text = json_loads(latest->text, 0, NULL);
    assert_non_null(kept.text);
}

static const struct kept *look(void)
{
    struct store_job *job = store_job_new(STORE_REPORTS_FIND, take_reports, NULL);
    job->limit = 1000;
    store_submit(world.store, job);
    settle();
    return &kept;
}

static const char *kept_text(const char *key)
{
    const char *text = json_string_value(json_object_get(look()->text, key));
    return text ? text : "";
}

static void test_at_a_table(void **unused)
{
    (void)unused;
    char ana[STORE_ID_TEXT], bob[STORE_ID_TEXT], eve[STORE_ID_TEXT], table[STORE_ID_TEXT];
    struct peer *a = someone("Ana", ana), *b = someone("Bob", bob), *e = someone("Eve", eve);
    snprintf(table, sizeof table, "%s", table_of(a, ",'public':true"));
    watch(b, table);
    watch(e, table);
    for (int i = 0; i < 25; i++) {
        pass(3000);
        assert_string_equal(
            ask(b, "{'cmd':'chat','id':7,'table':'%s','text':'bad word %d'}", table, i), "ok");
    }
    assert_string_equal(ask(a, "{'cmd':'chat','id':7,'table':'%s','phrase':'wow'}", table), "ok");
    assert_int_equal(look()->count, 0);
    peer_forget(b);
    assert_string_equal(report(a, table, bob, "insults"), "ok");
    pass(1000);
    assert_int_equal(b->sent_count, 0); /* nothing tells him */
    assert_int_equal(look()->count, 1);
    assert_string_equal(look()->by, ana);
    assert_string_equal(look()->about, bob);
    assert_string_equal(kept_text("reason"), "insults");
    assert_string_equal(kept_text("name"), "Bob");
    assert_string_equal(kept_text("table"), table);
    assert_string_equal(kept_text("game"), "trex");
    /* The last twenty lines, without names. */
    const json_t *lines = json_object_get(look()->text, "lines");
    assert_int_equal(json_array_size(lines), 20);
    const json_t *first = json_array_get(lines, 0), *last = json_array_get(lines, 19);
    assert_string_equal(json_string_value(json_object_get(first, "text")), "bad word 6");
    assert_string_equal(json_string_value(json_object_get(first, "person")), bob);
    assert_null(json_object_get(first, "name"));
    assert_string_equal(json_string_value(json_object_get(last, "phrase")), "wow");
    assert_int_equal(world.hall->environment.figures.reports, 1);
    /* Who has gone: they had a seat, or have said something. */
    assert_string_equal(ask(b, "{'cmd':'unwatch','id':7,'table':'%s'}", table), "ok");
    assert_string_equal(report(e, table, bob, "cheating"), "ok");
    assert_string_equal(ask(a, "{'cmd':'stand','id':7,'table':'%s'}", table), "ok");
    peer_leave(a);
    assert_string_equal(report(e, table, ana, "absent"), "ok");
    assert_string_equal(look()->about, ana);
    peer_leave(b);
    peer_leave(e);
}

static void test_public_page(void **unused)
{
    (void)unused;
    char ana[STORE_ID_TEXT], bob[STORE_ID_TEXT];
    struct peer *a = someone("Ana", ana), *b = someone("Bob", bob);
    assert_string_equal(ask(b, "{'cmd':'account','id':7,'login':'bob','password':'long enough'}"),
                        "ok");
    assert_string_equal(ask(b, "{'cmd':'page','id':7,'on':true,'name':'bobs-page'}"), "ok");
    assert_string_equal(ask(a, "{'cmd':'report','id':7,'name':'Bobs-Page','reason':'offensive'}"),
                        "ok");
    assert_string_equal(look()->about, bob);
    assert_string_equal(kept_text("page"), "bobs-page");
    assert_null(json_object_get(look()->text, "lines"));
    assert_string_equal(ask(a, "{'cmd':'report','id':7,'name':'nobody','reason':'offensive'}"),
                        "no_table");
    assert_string_equal(ask(a, "{'cmd':'report','id':7,'name':'<b>','reason':'offensive'}"),
                        "no_table");
    /* One's own. */
    assert_string_equal(ask(b, "{'cmd':'report','id':7,'name':'bobs-page','reason':'other'}"),
                        "bad_request");
    /* While leaving: it is made, and nobody is answered. */
    char eve[STORE_ID_TEXT];
    struct peer *e = someone("Eve", eve);
    say(e, "{'cmd':'report','id':7,'name':'bobs-page','reason':'other'}");
    peer_leave(e);
    settle();
    assert_int_equal(look()->count, 2);
    peer_leave(a);
    peer_leave(b);
}

/* Bad requests, and people who are not there, change nothing and count for nothing. */
static void test_refused(void **unused)
{
    (void)unused;
    char ana[STORE_ID_TEXT], bob[STORE_ID_TEXT], table[STORE_ID_TEXT];
    struct peer *a = someone("Ana", ana), *b = someone("Bob", bob), *stranger = peer_at("10.2.2.2");
    snprintf(table, sizeof table, "%s", table_of(a, ""));
    assert_string_equal(report(stranger, table, ana, "insults"), "who");
    assert_string_equal(report(b, table, ana, "insults"), "forbidden"); /* not at the table */
    for (int i = 0; i < 30; i++)
        assert_string_equal(report(a, table, bob, "insults"), "bad_request");
    assert_string_equal(report(a, table, ana, "insults"), "bad_request"); /* oneself */
    assert_string_equal(report(a, table, "nobodynobody", "insults"), "bad_request");
    static const char *const bad[] = {
        "{'cmd':'report','id':7,'reason':'insults'}",
        "{'cmd':'report','id':7,'name':'bobs-page'}",
        "{'cmd':'report','id':7,'name':'bobs-page','reason':'because'}",
        "{'cmd':'report','id':7,'name':'bobs-page','reason':''}",
        "{'cmd':'report','id':7,'name':'bobs-page','reason':7}",
        "{'cmd':'report','id':7,'person':'bobbobbobbob','reason':'insults'}",
        "{'cmd':'report','id':7,'person':'Bob','reason':'insults'}"};
    for (size_t i = 0; i < sizeof bad / sizeof *bad; i++) {
        pass(1000);
        assert_string_equal(ask(a, "%s", bad[i]), "bad_request");
    }
    assert_int_equal(look()->count, 0);
    peer_leave(a);
    peer_leave(b);
    peer_leave(stranger);
}

/* Each person once a day; five a day; ten an hour from an address. */
static void test_limits(void **unused)
{
    (void)unused;
    char ana[STORE_ID_TEXT], id[6][STORE_ID_TEXT], table[STORE_ID_TEXT];
    struct peer *a = someone("Ana", ana), *others[6];
    snprintf(table, sizeof table, "%s", table_of(a, ",'public':true"));
    for (int i = 0; i < 6; i++) {
        others[i] = someone("Other", id[i]);
        watch(others[i], table);
    }
    for (int i = 0; i < 6; i++) {
        assert_string_equal(report(a, table, id[i], "other"), i < 5 ? "ok" : "limit");
        assert_string_equal(report(a, table, id[i], "insults"), "limit");
    }
    assert_int_equal(look()->count, 5);
    /* Many guests at one address. */
    int done = 0;
    struct peer *guests[15];
    for (int i = 0; i < 15; i++) {
        guests[i] = peer_at("10.66.66.66");
        assert_string_equal(ask(guests[i], "{'cmd':'hello','id':7,'name':'G'}"), "ok");
        watch(guests[i], table);
        done += strcmp(report(guests[i], table, id[0], "other"), "ok") == 0;
    }
    assert_int_equal(done, 10);
    pass(3 * 60 * 1000); /* it does not help to go away for a while */
    assert_string_equal(report(guests[14], table, id[0], "other"), "limit");
    for (int i = 0; i < 15; i++)
        peer_leave(guests[i]);
    pass(10 * 60 * 1000);
    guests[0] = peer_at("10.66.66.66");
    assert_string_equal(ask(guests[0], "{'cmd':'hello','id':7,'name':'G'}"), "ok");
    watch(guests[0], table);
    assert_string_equal(report(guests[0], table, id[0], "other"), "ok");
    assert_string_equal(report(guests[0], table, id[1], "other"), "ok");
    assert_string_equal(report(guests[0], table, id[2], "other"), "limit");
    peer_leave(guests[0]);
    peer_leave(a);
    for (int i = 0; i < 6; i++)
        peer_leave(others[i]);
}

/* A deleted reporter is not named any more; with the reported person, all of it goes. */
static void test_deleted(void **unused)
{
    (void)unused;
    char ana[STORE_ID_TEXT], bob[STORE_ID_TEXT], table[STORE_ID_TEXT];
    struct peer *a = someone("Ana", ana), *b = someone("Bob", bob);
    const char *account = "{'cmd':'account','id':7,'login':'%s','password':'long enough'}";
    assert_string_equal(ask(a, account, "ana"), "ok");
    assert_string_equal(ask(b, account, "bob"), "ok");
    snprintf(table, sizeof table, "%s", table_of(a, ",'public':true"));
    watch(b, table);
    assert_string_equal(ask(a, "{'cmd':'chat','id':7,'table':'%s','text':'hello'}", table), "ok");
    assert_string_equal(report(a, table, bob, "insults"), "ok");
    assert_string_equal(ask(a, "{'cmd':'delete','id':7,'password':'long enough'}"), "ok");
    assert_int_equal(look()->count, 1);
    assert_string_equal(look()->by, "");
    char *text = json_dumps(look()->text, JSON_COMPACT);
    assert_false(has(text, "Ana"));
    free(text);
    assert_string_equal(ask(b, "{'cmd':'delete','id':7,'password':'long enough'}"), "ok");
    assert_int_equal(look()->count, 0);
    peer_leave(a);
    peer_leave(b);
}

int reports_tests(void)
{
#define TEST(name) cmocka_unit_test_setup_teardown(test_##name, world_begin, world_end)
    const struct CMUnitTest tests[] = {TEST(at_a_table), TEST(public_page), TEST(refused),
                                       TEST(limits), TEST(deleted)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}
