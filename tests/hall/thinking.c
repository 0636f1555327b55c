/* Threads that think are shared between addresses: an address with many tables only delays its own.
 * Hints. */
#include "hall_platform.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h> /* needs hall_platform.h */

enum { MANY = 57, OF_A_PERSON = 19 };

/* Does not use `settle`, which would think. */
static struct peer *person_from(const char *address)
{
    struct peer *peer = peer_at(address);
    assert_string_equal(ask(peer, "{'cmd':'hello','id':7,'name':'N'}"), "ok");
    return peer;
}

static void play_alone(struct peer *host, const char *level)
{
    peer_forget(host);
    say(host,
        "{'cmd':'create','id':'8','game':'trex','seats':2,'bots':['%s','%s'],'pace':'fast','sit':"
        "null}",
        level, level);
    store_settle();
    say(host, "{'cmd':'start','id':9,'table':'%s'}", text_of(host, "id", "8", "table"));
    store_settle();
    world.now_ms += 200; /* messages are limited */
}

/* Returns the oldest decision without a move, so that its table does not decide again. */
static void one_is_done(void)
{
    struct decision *decision = world.decisions[0];
    memmove(world.decisions, world.decisions + 1,
            (size_t)--world.decision_count * sizeof *world.decisions);
    decision->undone = true;
    hall_decision_done(world.hall, decision, world.now_ms);
}

static const char *level_of_newest(void)
{
    return world.decisions[world.decision_count - 1]->player->name;
}

static void all_are_done(void)
{
    while (world.decision_count)
        one_is_done();
}

static void test_many_tables(void **unused)
{
    (void)unused;
    struct peer *crowd[MANY / OF_A_PERSON];
    for (int i = 0; i < MANY / OF_A_PERSON; i++)
        crowd[i] = person_from("10.7.0.1");
    struct peer *other = person_from("10.7.0.2");
    world.hall->environment.settings.thinkers = 2;
    for (int i = 0; i < MANY; i++)
        play_alone(crowd[i / OF_A_PERSON], "expert");
    assert_int_equal(world.decision_count, 2);
    assert_int_equal(world.decisions[0]->ms, player_find("expert")->ms);
    play_alone(other, "strong");
    assert_int_equal(world.decision_count, 2);
    one_is_done();
    assert_int_equal(world.decision_count, 2);
    assert_string_equal(level_of_newest(), "strong");
    assert_int_equal(world.decisions[1]->ms, 0); /* it counts iterations */
    /* The more decisions of an address wait, the less time each gets. */
    int seen = 2, least_ms = 1000;
    while (world.decision_count) {
        one_is_done();
        if (world.decision_count == 2 && seen++ && world.decisions[1]->ms < least_ms)
            least_ms = world.decisions[1]->ms;
    }
    assert_int_equal(seen, MANY);
    assert_int_equal(least_ms, 1000 / (1 + (MANY - 1) / 4));
    assert_null(world.hall->thinking.thinkers);
    for (int i = 0; i < MANY / OF_A_PERSON; i++)
        peer_leave(crowd[i]);
    peer_leave(other);
}

/* Two addresses with many decisions get half of the time each, not half of the turns. */
static void test_halves(void **unused)
{
    (void)unused;
    struct peer *slow = person_from("10.7.0.3"), *quick = person_from("10.7.0.4");
    world.hall->environment.settings.thinkers = 1;
    /* The address with many tables gets less time for each; the first ones got more. */
    for (int i = 0; i < OF_A_PERSON; i++)
        play_alone(quick, "expert");
    for (int i = 0; i < 12; i++)
        one_is_done();
    for (int i = 0; i < 3; i++)
        play_alone(slow, "expert");
    int64_t slow_ms = 0, quick_ms = 0;
    for (int i = 0; i < 6 && world.decision_count; i++) {
        const struct decision *decision = world.decisions[0];
        const char *address = live_tables_find(&world.hall->tables, decision->table)->address;
        *(strcmp(address, "10.7.0.3") == 0 ? &slow_ms : &quick_ms) += decision->ms;
        one_is_done();
    }
    assert_true(slow_ms > 0 && quick_ms > 0);
    assert_true(slow_ms - quick_ms <= 1000 && quick_ms - slow_ms <= 1000);
    all_are_done();
    peer_leave(slow);
    peer_leave(quick);
}

/* The host's address counts; before the host comes, that of the first client. */
static void test_whose(void **unused)
{
    (void)unused;
    struct peer *host = person_from("10.7.0.5"), *guest;
    char table[64], secret[64];
    snprintf(secret, sizeof secret, "%s", text_of(host, "id", "7", "secret"));
    snprintf(table, sizeof table, "%s", table_of(host, ",'public':true"));
    guest = person_from("10.7.0.6");
    assert_string_equal(ask(guest, "{'cmd':'watch','id':7,'table':'%s'}", table), "ok");
    const struct live_table *live = live_tables_find(&world.hall->tables, table);
    assert_string_equal(live->address, "10.7.0.5");
    peer_leave(host);
    peer_leave(guest);
    world_close();
    world_open();
    live = live_tables_find(&world.hall->tables, table);
    assert_string_equal(live->address, "");
    guest = person_from("10.7.0.6");
    assert_string_equal(ask(guest, "{'cmd':'watch','id':7,'table':'%s'}", table), "ok");
    assert_string_equal(live->address, "10.7.0.6");
    host = peer_at("10.7.0.7");
    assert_string_equal(ask(host, "{'cmd':'hello','id':7,'secret':'%s'}", secret), "ok");
    assert_string_equal(ask(host, "{'cmd':'watch','id':7,'table':'%s'}", table), "ok");
    assert_string_equal(live->address, "10.7.0.7");
    peer_leave(guest);
    peer_leave(host);
}

/* If waiting is best, a hint says so instead of naming a move. */
static void test_hint_to_wait(void **unused)
{
    (void)unused;
    struct peer *ana = person("Ana"), *bea = person("Bea");
    assert_string_equal(ask(ana, "{'cmd':'create','id':7,'game':'scale','seats':2,"
                                 "'public':true,'autostart':true}"),
                        "ok");
    char table[64];
    snprintf(table, sizeof table, "%s", text_of(ana, "id", "7", "table"));
    assert_string_equal(ask(bea, "{'cmd':'watch','id':7,'table':'%s'}", table), "ok");
    assert_string_equal(ask(bea, "{'cmd':'sit','id':7,'table':'%s'}", table), "ok");
    say(ana, "{'cmd':'suggest','id':8,'table':'%s'}", table);
    settle();
    assert_string_equal(text_of(ana, "id", "8", "move"), "answer nomatch");
    assert_string_equal(
        ask(ana, "{'cmd':'move','id':7,'table':'%s','move':'answer nomatch'}", table), "ok");
    peer_forget(ana);
    say(ana, "{'cmd':'suggest','id':9,'table':'%s'}", table);
    settle();
    json_t *answer = find(ana, "id", "9");
    assert_true(json_is_true(json_object_get(answer, "ok")));
    assert_true(json_is_null(json_object_get(answer, "move")));
    const json_t *why = json_object_get(answer, "why");
    assert_non_null(strstr(json_string_value(json_object_get(why, "en")),
                           "You have already said what seems right"));
    assert_string_equal(json_string_value(json_object_get(why, "rule")), "S13");
    json_decref(answer);
    peer_leave(ana);
    peer_leave(bea);
}

/* Hints may take seconds: one per person, few at once, and none for clients that have gone. */
static void test_hints_wait(void **unused)
{
    (void)unused;
    struct peer *people[12];
    char tables[12][2][STORE_ID_TEXT];
    for (int i = 0; i < 12; i++) {
        people[i] = peer_at("10.8.8.8");
        assert_string_equal(ask(people[i], "{'cmd':'hello','id':7,'name':'P'}"), "ok");
        for (int k = 0; k < 2; k++) {
            snprintf(tables[i][k], STORE_ID_TEXT, "%s",
                     table_of(people[i], ",'bots':[null,'easy']"));
            assert_string_equal(ask(people[i], "{'cmd':'start','id':7,'table':'%s'}", tables[i][k]),
                                "ok");
        }
    }
    for (int i = 0; i < 12; i++) {
        peer_forget(people[i]);
        say(people[i], "{'cmd':'suggest','id':1,'table':'%s'}", tables[i][0]);
        say(people[i], "{'cmd':'suggest','id':2,'table':'%s'}", tables[i][1]);
        assert_string_equal(code_of(people[i], "2"), "limit");
        assert_string_equal(code_of(people[i], "1"), i < 8 ? "" : "limit");
    }
    /* The first hint of a rated match is on the disk before anyone thinks about it. */
    assert_int_equal(world.decision_count, 0);
    peer_leave(people[3]);
    store_settle();
    assert_int_equal(world.decision_count, 2);
    settle();
    assert_null(world.hall->hints.first);
    for (int i = 0; i < 8; i++)
        if (i != 3)
            assert_string_equal(code_of(people[i], "1"), "ok");
    /* And the hall may end while some wait. */
    for (int i = 4; i < 10; i++)
        say(people[i], "{'cmd':'suggest','id':1,'table':'%s'}", tables[i][0]);
    assert_int_equal(world.decision_count, 2);
    say(people[10], "{'cmd':'suggest','id':1,'table':'%s'}",
        tables[10][1]); /* waits for the disk */
    hall_stop(world.hall);
    world_close();
    for (int i = 0; i < 12; i++)
        if (i != 3) {
            peer_forget(people[i]);
            free(people[i]);
        }
}

int thinking_tests(void)
{
#define TEST(name) cmocka_unit_test_setup_teardown(test_##name, world_begin, world_end)
    const struct CMUnitTest tests[] = {
        TEST(many_tables), TEST(halves), TEST(whose), TEST(hint_to_wait), TEST(hints_wait),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
