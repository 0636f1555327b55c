/* Threads that think are shared between addresses: whoever has many tables waits for itself. */
#include "hall_outside.h"

#include <stdio.h>
#include <string.h>

#include <cmocka.h> /* needs hall_outside.h */

enum { MANY = 57, OF_A_PERSON = 19 };

/* Nothing is thought here, so that nothing takes time: `settle` would. */
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
    world.now_ms += 200; /* messages are counted */
}

/* The oldest thought comes back without a move, so that its table asks no more. */
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
    play_alone(other, "hard");
    assert_int_equal(world.decision_count, 2);
    one_is_done();
    assert_int_equal(world.decision_count, 2);
    assert_string_equal(level_of_newest(), "hard");
    assert_int_equal(world.decisions[1]->ms, player_find("hard")->ms);
    /* The crowd has less time for each, the more of them wait. */
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

/* Of two addresses with much to think about, each gets half of the time, and not of the turns. */
static void test_halves(void **unused)
{
    (void)unused;
    struct peer *slow = person_from("10.7.0.3"), *quick = person_from("10.7.0.4");
    world.hall->environment.settings.thinkers = 1;
    for (int i = 0; i < 15; i++)
        play_alone(slow, "expert");
    for (int i = 0; i < 15; i++)
        play_alone(quick, "hard");
    int64_t slow_ms = 0, quick_ms = 0;
    for (int i = 0; i < 15 && world.decision_count; i++) {
        *(strcmp(level_of_newest(), "expert") == 0 ? &slow_ms : &quick_ms) +=
            world.decisions[0]->ms;
        one_is_done();
    }
    assert_true(slow_ms > 0 && quick_ms > 0);
    assert_true(slow_ms - quick_ms <= 1000 && quick_ms - slow_ms <= 1000);
    all_are_done();
    peer_leave(slow);
    peer_leave(quick);
}

/* The host's address counts, whoever watches; before the host comes, that of whoever is there. */
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

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test_setup_teardown(test_many_tables, world_begin, world_end),
        cmocka_unit_test_setup_teardown(test_halves, world_begin, world_end),
        cmocka_unit_test_setup_teardown(test_whose, world_begin, world_end),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
