/* Messages: their order, their form, and how many there may be. */
#include "hall_platform.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h> /* needs hall_platform.h */

/* A client need not wait for the answer to `hello` or `watch`. */
static void test_pipelining(void **unused)
{
    (void)unused;
    struct peer *host = person("Host");
    char table[64], invite[64];
    snprintf(table, sizeof table, "%s", table_of(host, ""));
    snprintf(invite, sizeof invite, "%s", text_of(host, "id", "7", "invite"));
    struct peer *peer = peer_at("10.2.2.2");
    say(peer, "{'cmd':'hello','id':1,'name':'Pip'}");
    say(peer, "{'cmd':'watch','id':2,'invite':'%s'}", invite);
    say(peer, "{'cmd':'sit','id':3,'table':'%s'}", table);
    say(peer, "{'cmd':'ping','id':4}");
    assert_int_equal(peer->sent_count, 0);
    settle();
    int order[4] = {0}, count = 0;
    for (int i = 0; i < peer->sent_count; i++) {
        json_t *json = json_loads(peer->sent[i], 0, NULL);
        if (json_is_integer(json_object_get(json, "id"))) {
            assert_true(json_is_true(json_object_get(json, "ok")));
            order[count++] = (int)json_integer_value(json_object_get(json, "id"));
        }
        json_decref(json);
    }
    /* `sit` is answered once it is on the disk: after the ping. */
    assert_int_equal(count, 4);
    assert_true(order[0] == 1 && order[1] == 2 && order[2] == 4 && order[3] == 3);

    /* The queue has a limit. */
    pass(5000);
    peer_forget(peer);
    say(peer, "{'cmd':'rename','id':1,'name':'Pep'}");
    for (int i = 0; i < 40; i++)
        say(peer, "{'cmd':'ping','id':%d}", 100 + i);
    assert_int_equal(peer->sent_count, 8);
    assert_string_equal(code_of(peer, "139"), "limit");
    settle();
    assert_string_equal(code_of(peer, "131"), "ok");
    peer_leave(peer);
    peer_leave(host);
}

static const struct {
    const char *message, *code;
} malformed[] = {
    {"", "bad_json"},
    {"{", "bad_json"},
    {"\xFF\xFE", "bad_json"},
    {"{'cmd':'ping'} x", "bad_json"},
    {"[]", "bad_request"},
    {"7", "bad_request"},
    {"null", "bad_request"},
    {"{}", "bad_request"},
    {"{'cmd':7}", "bad_request"},
    {"{'cmd':'pi\\u0000ng'}", "bad_request"},
    {"{'cmd':'dance'}", "unknown_command"},
    {"{'cmd':'info'}", "bad_request"},
    {"{'cmd':'info','code':'abcdefgh'}", "no_table"},
    {"{'cmd':'log','table':'aaaaaaaaaaaa'}", "forbidden"},
    {"{'cmd':'log','table':'aaaaaaaaaaaa','before':-1}", "bad_request"},
    {"{'cmd':'components','game':'chess'}", "unknown_game"},
    {"{'cmd':'move'}", "bad_request"},
    {"{'cmd':'move','table':'short','move':'x'}", "no_table"},
    {"{'cmd':'move','table':'aaaaaaaaaaaa','move':7}", "bad_request"},
    {"{'cmd':'move','table':'aaaaaaaaaaaa','move':'x','cid':''}", "bad_request"},
    {"{'cmd':'move','table':'aaaaaaaaaaaa','move':'x','cid':"
     "'0123456789012345678901234567890123456789'}",
     "limit"},
    {"{'cmd':'move','table':'aaaaaaaaaaaa','move':'x'}", "forbidden"},
    {"{'cmd':'watch'}", "bad_request"},
    {"{'cmd':'watch','table':'aaaaaaaaaaaa'}", "no_table"},
    {"{'cmd':'watch','table':'aaaaaaaaaaaa','since':1.5}", "bad_request"},
    {"{'cmd':'watch','code':'#!.,'}", "no_table"},
    {"{'cmd':'bot','table':'aaaaaaaaaaaa','seat':0}", "bad_request"},
    {"{'cmd':'gesture','table':'aaaaaaaaaaaa','x':0,'y':0,'power':256}", "bad_request"},
    {"{'cmd':'stats','game':'chess'}", "unknown_game"},
    {"{'cmd':'records','before':1e400}", "bad_request"},
    {"{'cmd':'record','table':'aaaaaaaaaaaa'}", "no_table"},
    {"{'cmd':'create','game':'chess','seats':2}", "unknown_game"},
    {"{'cmd':'create','game':'trex','seats':99}", "bad_request"},
};

static void test_malformed(void **unused)
{
    (void)unused;
    struct peer *peer = person("Mal");
    for (size_t i = 0; i < sizeof malformed / sizeof *malformed; i++) {
        world.now_ms += 100;
        peer_forget(peer);
        say(peer, "%s", malformed[i].message);
        settle();
        assert_int_equal(peer->sent_count, 1);
        json_t *json = json_loads(peer->sent[0], 0, NULL), *error = json_object_get(json, "error");
        const char *code = json_string_value(json_object_get(error, "code"));
        if (!code || strcmp(code, malformed[i].code) != 0)
            fail_msg("%s gave %s", malformed[i].message, peer->sent[0]);
        json_decref(json);
    }
    char large[20000];
    memset(large, ' ', sizeof large);
    peer_forget(peer);
    say_bytes(peer, large, sizeof large);
    assert_true(has(peer->sent[0], "'limit'"));
    peer_leave(peer);
}

/* Ids come back as they were, unless they are too long. */
static void test_ids(void **unused)
{
    (void)unused;
    struct peer *peer = person("Ida");
    peer_forget(peer);
    say(peer, "{'cmd':'ping','id':{'a':[1, '\\u00e9', null]}}");
    assert_true(has(peer->sent[0], "{'id':{'a':[1, '\\u00e9', null]},'ok':true,'now':"));
    peer_forget(peer);
    say(peer, "{'cmd':'ping','id':-18446744073709551616.50E+400}");
    assert_true(has(peer->sent[0], "{'id':-18446744073709551616.50E+400,'ok':true,'now':"));
    char id[300];
    memset(id, 'x', sizeof id);
    id[sizeof id - 1] = '\0';
    peer_forget(peer);
    say(peer, "{'cmd':'ping','id':'%s'}", id);
    assert_true(has(peer->sent[0], "{'id':null,'ok':false"));
    peer_leave(peer);
}

static void test_too_fast(void **unused)
{
    (void)unused;
    struct peer *peer = peer_at("10.3.3.3");
    for (int i = 0; i < 61; i++)
        say(peer, "{'cmd':'ping','id':%d}", i);
    assert_string_equal(code_of(peer, "59"), "ok");
    assert_string_equal(code_of(peer, "60"), "limit");
    assert_false(peer->ended);
    for (int i = 0; i < 101; i++)
        say(peer, "{'cmd':'ping','id':%d}", i);
    assert_true(peer->ended);
    int count = peer->sent_count;
    say(peer, "{'cmd':'ping','id':7}");
    assert_int_equal(peer->sent_count, count);
    peer_leave(peer);
    /* At the allowed pace there is no limit. */
    peer = peer_at("10.3.3.3");
    for (int i = 0; i < 1000; i++) {
        world.now_ms += 50;
        say(peer, "{'cmd':'ping','id':%d}", i);
    }
    assert_null(find(peer, "ok", "false"));
    peer_leave(peer);
    /* Many clients of one address have a common limit. */
    struct peer *crowd[25];
    int heard = 0;
    for (int i = 0; i < 25; i++) {
        crowd[i] = peer_at("10.3.3.5");
        for (int k = 0; k < 60; k++) {
            say(crowd[i], "{'cmd':'ping','id':7}");
            heard += strcmp(code_of(crowd[i], "7"), "ok") == 0;
            peer_forget(crowd[i]);
        }
        assert_false(crowd[i]->ended);
    }
    assert_int_equal(heard, 20 * 60);
    for (int i = 0; i < 25; i++)
        peer_leave(crowd[i]);
    /* New people, by address. */
    int made = 0;
    for (int i = 0; i < 70; i++) {
        peer = peer_at("10.3.3.4");
        say(peer, "{'cmd':'hello','id':7,'name':'N'}");
        settle();
        made += strcmp(code_of(peer, "7"), "ok") == 0;
        peer_leave(peer);
    }
    assert_int_equal(made, 60);
}

/* Expensive requests are accepted less often, counted for all clients of an address. */
static void test_cost(void **unused)
{
    (void)unused;
    struct peer *crowd[20], *other = peer_at("10.3.4.2");
    for (int i = 0; i < 20; i++)
        crowd[i] = peer_at("10.3.4.1");
    world.cpu_step_us = 1300;
    int taken = 0, of_other = 0;
    for (int k = 0; k < 100; k++) { /* five seconds */
        world.now_ms += 50;
        for (int i = 0; i < 20; i++) {
            peer_forget(crowd[i]);
            say(crowd[i], "{'cmd':'games','id':7}");
            taken += strcmp(code_of(crowd[i], "7"), "ok") == 0;
            assert_false(crowd[i]->ended);
        }
        peer_forget(other);
        say(other, "{'cmd':'games','id':7}");
        of_other += strcmp(code_of(other, "7"), "ok") == 0;
    }
    /* 300 ms at once, and 100 ms in each second. */
    assert_in_range(taken, 750 * 10 / 13, 850 * 10 / 13);
    assert_int_equal(of_other, 100);
    /* Cheap requests are accepted again once the debt is paid. */
    world.cpu_step_us = 20;
    world.now_ms += 1000;
    assert_string_equal(ask(crowd[0], "{'cmd':'ping','id':7}"), "ok");
    for (int i = 0; i < 20; i++)
        peer_leave(crowd[i]);
    peer_leave(other);
}

/* At both ends of what `serve --rate` takes, a first request and a burst are answered. */
static void test_rates(void **unused)
{
    (void)unused;
    static const int rates[] = {1, 20, 500000, 1000000};
    for (size_t i = 0; i < sizeof rates / sizeof *rates; i++) {
        world.hall->environment.settings.limits.messages_per_second = rates[i];
        const char address[] = {(char)('a' + i), '\0'};
        struct peer *peer = peer_at(address);
        for (int n = 0; n < (rates[i] < 300 ? 3 : 300); n++)
            assert_string_equal(ask(peer, "{'cmd':'ping','id':7}"), "ok");
        peer_leave(peer);
    }
}

int hall_tests(void)
{
#define TEST(name) cmocka_unit_test_setup_teardown(test_##name, world_begin, world_end)
    const struct CMUnitTest tests[] = {
        TEST(pipelining), TEST(malformed), TEST(ids), TEST(too_fast), TEST(cost), TEST(rates),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
