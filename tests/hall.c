/* The hall, seen from outside: people, limits, messages of any kind, HTTP. */
#include "hall_outside.h"

#include "base/check.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h> /* needs hall_outside.h */

static void test_index(void **unused)
{
    (void)unused;
    enum { COUNT = 3000 };
    static char ids[COUNT][STORE_ID_TEXT];
    struct id_map index = {0};
    assert_null(id_map_find(&index, "a"));
    id_map_remove(&index, "a");
    for (int i = 0; i < COUNT; i++) {
        /* Few different beginnings, so that they get in each other's way. */
        snprintf(ids[i], sizeof ids[i], "%02daaaaaa%04d", i % 30, i);
        id_map_add(&index, ids[i]);
    }
    for (int i = 0; i < COUNT; i += 3)
        id_map_remove(&index, ids[i]);
    for (int i = 0; i < COUNT; i++)
        assert_ptr_equal(id_map_find(&index, ids[i]), i % 3 ? ids[i] : NULL);
    assert_int_equal(index.count, COUNT - COUNT / 3);
    id_map_free(&index);
}

static void test_bucket(void **unused)
{
    (void)unused;
    struct bucket bucket = {0};
    for (int i = 0; i < 5; i++)
        assert_true(bucket_take(&bucket, 20, 5, 1000));
    assert_false(bucket_take(&bucket, 20, 5, 1000));
    /* One in three seconds, even if asked every millisecond. */
    int taken = 0;
    for (int64_t at = 1000; at <= 31000; at++)
        taken += bucket_take(&bucket, 20, 5, at);
    assert_in_range(taken, 9, 10);
    assert_false(bucket_take(&bucket, 20, 5, 500)); /* a clock put back */
    assert_true(bucket_take(&bucket, 20, 5, 3600));
}

#define SAUR "\xF0\x9F\xA6\x96" /* four bytes, as long as a character can be */
#define SAURS_10 SAUR SAUR SAUR SAUR SAUR SAUR SAUR SAUR SAUR SAUR

#define JOINED SAUR "\xE2\x80\x8D"
#define JOINED_5 JOINED JOINED JOINED JOINED JOINED
#define FAMILY "👨‍👩‍👧‍👦"

static void test_names(void **unused)
{
    (void)unused;
    static const struct {
        const char *given, *trimmed;
    } names[] = {
        {"Ana", "Ana"},
        {"  Zoé \xC2\xA0", "Zoé"},
        {"Jean Luc", "Jean Luc"},
        {"", NULL},
        {"   ", NULL},
        {"\xE3\x80\x80", NULL},
        {"a\tb", NULL},
        {"a\xE2\x80\x8B", NULL},    /* zero width space */
        {"\xE2\x80\xAEtxt", NULL},  /* right to left override */
        {"\xE2\x81\xA6txt", NULL},  /* isolate */
        {"\xF3\xA0\x81\xA1", NULL}, /* tag */
        {"\xC2\x85", NULL},         /* next line */
        {"\xF0\x9F\xA6\x96", "\xF0\x9F\xA6\x96"},
        {"123456789012345678901234567890", "123456789012345678901234567890"},
        {"1234567890123456789012345678901", NULL},
        {SAURS_10 SAURS_10 SAURS_10, SAURS_10 SAURS_10 SAURS_10},
        /* What people see as one character is one: families, flags, tones of skin, keycaps. */
        {FAMILY, FAMILY},
        {"Ada " FAMILY, "Ada " FAMILY},
        {FAMILY FAMILY FAMILY FAMILY FAMILY FAMILY, NULL}, /* more bytes than are kept */
        {"🇫🇷🇬🇧", "🇫🇷🇬🇧"},
        {"👍🏽", "👍🏽"},
        {"❤️", "❤️"},
        {"👩🏽‍❤️‍💋‍👨🏿", "👩🏽‍❤️‍💋‍👨🏿"},
        {"é́é́é́é́é́é́é́é́é́é́é́é́é́é́é́é́é́é́é́é́é́é́é́é́é́é́é́é́é́é́", "é́é́é́é́é́é́é́é́é́é́é́é́é́é́é́é́é́é́é́é́é́é́é́é́é́é́é́é́é́é́"},
        /* Composed: two ways of writing a name are one name. */
        {"Zoe\xCC\x81", "Zoé"},
        {"Nguye\xCC\x82\xCC\x83n", "Nguyễn"},
        {"हिन्दी", "हिन्दी"},
        {"שָׁלוֹם", "שָׁלוֹם"},
        {"علی\xE2\x80\x8Cرضا", "علی\xE2\x80\x8Cرضا"}, /* a joiner that shows */
        {"क्\xE2\x80\x8Dष", "क्\xE2\x80\x8Dष"},
        {"Jean  \xE3\x80\x80 Luc", "Jean Luc"},
        /* Stacks of marks, marks on nothing, joiners and selectors that show nothing. */
        {"Z\xCC\x95\xCC\x95\xCC\x95", "Z\xCC\x95\xCC\x95\xCC\x95"},
        {"Z\xCC\x95\xCC\x95\xCC\x95\xCC\x95", NULL},
        {"\xCC\x81", NULL},
        {" \xCC\x81", NULL},
        {"a\xE2\x80\x8D\x62", NULL},
        {"a\xE2\x80\x8C\x62", NULL},
        {"a\xEF\xB8\x8F", NULL},
        {SAUR "\xE2\x80\x8D", NULL},
        {"\xE2\x80\x8D" SAUR, NULL},
        {JOINED_5 JOINED_5 SAUR, NULL}, /* no picture has so many parts */
        {"\xEE\x80\x80", NULL},         /* for private use */
        {"\xF3\xA0\x84\x80", NULL},     /* a variation of what? */
        {"\xE2\xA0\x80", NULL},         /* Braille without a dot */
        {"\xCD\xB8", NULL},             /* not in Unicode */
        {"\xEF\xBF\xBF", NULL},
    };
    for (size_t i = 0; i < sizeof names / sizeof *names; i++) {
        char trimmed[STORE_NAME_MAX];
        struct fault fault;
        bool fine = name_is_fine(names[i].given, trimmed, &fault);
        if (fine != (names[i].trimmed != NULL))
            fail_msg("“%s” (%zu) is %s", names[i].given, i, fine ? "fine" : "refused");
        if (fine)
            assert_string_equal(trimmed, names[i].trimmed);
    }
    char code[CODE_TEXT];
    assert_true(code_normalise("abcd-efgo", code));
    assert_string_equal(code, "ABCDEFG0");
    assert_false(code_normalise("ABCDEFGHJ", code));
    assert_false(code_normalise("ABCDEFG", code));
    assert_false(code_normalise("ABCDEFGU", code));
}

static void test_hello(void **unused)
{
    (void)unused;
    struct peer *ana = person("  Ana ");
    char secret[64], id[64];
    snprintf(secret, sizeof secret, "%s", text_of(ana, "id", "7", "secret"));
    assert_int_equal(strlen(secret), 43);
    json_t *answer = find(ana, "id", "7"), *who = json_object_get(answer, "person");
    assert_string_equal(json_string_value(json_object_get(who, "name")), "Ana");
    assert_true(json_is_null(json_object_get(who, "login")));
    snprintf(id, sizeof id, "%s", json_string_value(json_object_get(who, "id")));
    assert_int_equal(strlen(id), 12);
    json_decref(answer);
    char table[64];
    snprintf(table, sizeof table, "%s", table_of(ana, ""));

    /* A second connection of the same person, and after all have gone a third. */
    for (int round = 0; round < 2; round++) {
        struct peer *again = peer_at("10.9.9.9");
        assert_string_equal(ask(again, "{'cmd':'hello','id':7,'secret':'%s'}", secret), "ok");
        answer = find(again, "id", "7");
        who = json_object_get(answer, "person");
        assert_string_equal(json_string_value(json_object_get(who, "id")), id);
        assert_null(json_object_get(answer, "secret"));
        json_t *tables = json_object_get(answer, "tables");
        assert_int_equal(json_array_size(tables), 1);
        assert_string_equal(json_string_value(json_array_get(tables, 0)), table);
        json_decref(answer);
        assert_int_equal(world.hall->people.connected.count, 1);
        peer_leave(again);
        if (round == 0) {
            peer_leave(ana);
            assert_int_equal(world.hall->people.connected.count, 0);
        }
    }
    struct peer *other = peer_at("10.9.9.9");
    assert_string_equal(ask(other, "{'cmd':'hello','id':7,'secret':'x%s'}", secret), "who");
    assert_string_equal(ask(other, "{'cmd':'hello','id':7}"), "bad_request");
    assert_string_equal(ask(other, "{'cmd':'hello','id':7,'name':' '}"), "bad_request");
    assert_string_equal(ask(other, "{'cmd':'rename','id':7,'name':'B'}"), "who");
    peer_leave(other);
}

static void test_rename(void **unused)
{
    (void)unused;
    struct peer *ana = person("Ana");
    assert_string_equal(ask(ana, "{'cmd':'rename','id':7,'name':'Bea'}"), "ok");
    json_t *answer = find(ana, "id", "7");
    assert_string_equal(
        json_string_value(json_object_get(json_object_get(answer, "person"), "name")), "Bea");
    json_decref(answer);
    assert_string_equal(ask(ana, "{'cmd':'rename','id':7,'name':'a\\u0007'}"), "bad_request");
    peer_leave(ana);
}

static void test_accounts(void **unused)
{
    (void)unused;
    struct peer *ana = person("Ana"), *bea = person("Bea"), *device = peer_at("10.1.1.1");
    char secret[64];
    snprintf(secret, sizeof secret, "%s", text_of(ana, "id", "7", "secret"));
    assert_string_equal(ask(ana, "{'cmd':'account','id':7,'login':'Ana@x','password':'short'}"),
                        "bad_request");
    assert_string_equal(
        ask(ana, "{'cmd':'account','id':7,'login':'Ana@x','password':'long enough'}"), "ok");
    assert_string_equal(
        ask(ana, "{'cmd':'account','id':7,'login':'Ana2','password':'long enough'}"), "taken");
    assert_string_equal(
        ask(bea, "{'cmd':'account','id':7,'login':'ana@X','password':'long enough'}"), "taken");
    /* A wrong password and an unknown login say the same, after the same work. */
    static const char *const wrong[] = {
        "{'cmd':'login','id':7,'login':'ana@x','password':'not enough'}",
        "{'cmd':'login','id':7,'login':'nobody','password':'long enough'}",
    };
    char said[2][1000];
    for (int i = 0; i < 2; i++) {
        peer_forget(device);
        say(device, "%s", wrong[i]);
        store_settle();
        assert_int_equal(world.hash_count, 1);
        settle();
        snprintf(said[i], sizeof said[i], "%s", device->sent[0]);
    }
    assert_string_equal(said[0], said[1]);
    world.hash_at_once = true;
    assert_string_equal(
        ask(device, "{'cmd':'login','id':7,'login':'ANA@x','password':'long enough'}"), "ok");
    assert_string_not_equal(text_of(device, "id", "7", "secret"), secret);

    /* Logging out on one device leaves the other one. */
    struct peer *same = peer_at("10.1.1.1");
    assert_string_equal(ask(same, "{'cmd':'hello','id':7,'secret':'%s'}", secret), "ok");
    assert_string_equal(ask(ana, "{'cmd':'logout','id':7}"), "ok");
    json_t *push = find(same, "push", "who");
    assert_non_null(push);
    json_decref(push);
    assert_string_equal(ask(same, "{'cmd':'rename','id':7,'name':'B'}"), "who");
    assert_string_equal(ask(device, "{'cmd':'rename','id':7,'name':'B'}"), "ok");
    assert_string_equal(ask(same, "{'cmd':'hello','id':7,'secret':'%s'}", secret), "who");

    /* A new password ends what was begun with the old one, but here. */
    snprintf(secret, sizeof secret, "%s", text_of(device, "id", "7", "secret"));
    assert_string_equal(
        ask(bea, "{'cmd':'password','id':7,'password':'long enough','new':'longer yet'}"),
        "forbidden"); /* no account */
    assert_string_equal(
        ask(same, "{'cmd':'login','id':7,'login':'ana@x','password':'long enough'}"), "ok");
    assert_string_equal(
        ask(same, "{'cmd':'password','id':7,'password':'not enough','new':'longer yet'}"),
        "forbidden");
    assert_string_equal(
        ask(same, "{'cmd':'password','id':7,'password':'long enough','new':'short'}"),
        "bad_request");
    assert_string_equal(ask(device, "{'cmd':'rename','id':7,'name':'C'}"), "ok");
    assert_string_equal(
        ask(same, "{'cmd':'password','id':7,'password':'long enough','new':'longer yet'}"), "ok");
    push = find(device, "push", "who");
    assert_non_null(push);
    json_decref(push);
    assert_string_equal(ask(device, "{'cmd':'rename','id':7,'name':'D'}"), "who");
    assert_string_equal(ask(same, "{'cmd':'rename','id':7,'name':'D'}"), "ok");
    assert_string_equal(
        ask(device, "{'cmd':'login','id':7,'login':'ana@x','password':'long enough'}"), "who");
    assert_string_equal(
        ask(same, "{'cmd':'password','id':7,'password':'longer yet','new':'long enough'}"), "ok");

    /* Of two who change it at once, knowing the same old one, one does; and a login under way with
     * the old one comes too late. */
    struct peer *thief = peer_at("10.1.1.2");
    assert_string_equal(
        ask(device, "{'cmd':'login','id':7,'login':'ana@x','password':'long enough'}"), "ok");
    world.hash_at_once = false;
    say(thief, "{'cmd':'login','id':8,'login':'ana@x','password':'long enough'}");
    say(device, "{'cmd':'password','id':8,'password':'long enough','new':'longer yet'}");
    say(same, "{'cmd':'password','id':8,'password':'long enough','new':'and longer'}");
    store_settle();
    assert_int_equal(world.hash_count, 3);
    settle();
    assert_string_equal(code_of(same, "8"), "ok");
    assert_string_equal(code_of(device, "8"), "forbidden");
    assert_string_equal(code_of(thief, "8"), "who");
    world.hash_at_once = true;
    assert_string_equal(
        ask(thief, "{'cmd':'login','id':7,'login':'ana@x','password':'longer yet'}"), "who");
    assert_string_equal(
        ask(same, "{'cmd':'password','id':7,'password':'and longer','new':'long enough'}"), "ok");
    peer_leave(thief);

    /* Guesses are limited by address, right ones do not count. */
    for (int i = 0; i < 30; i++)
        assert_string_equal(
            ask(bea, "{'cmd':'login','id':7,'login':'ana@x','password':'long enough'}"), "ok");
    /* But every one makes a secret that is kept: no more of those than of new people. */
    int more = 0;
    while (strcmp(ask(bea, "{'cmd':'login','id':7,'login':'ana@x','password':'long enough'}"),
                  "ok") == 0 &&
           more < 100) {
        world.now_ms += 10;
        more++;
    }
    assert_string_equal(code_of(bea, "7"), "limit");
    assert_in_range(more, 20, 50); /* asking takes time */
    int wrongs = 0;
    world.now_ms += 60000;
    while (strcmp(ask(device, "%s", wrong[0]), "who") == 0)
        wrongs++;
    assert_in_range(wrongs, 20, 21);
    assert_string_equal(code_of(device, "7"), "limit");
    struct peer *const all[] = {ana, bea, device, same};
    for (size_t i = 0; i < 4; i++)
        peer_leave(all[i]);
}

/* A client need not wait for the answer to hello, nor to watch. */
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
    /* A sitting down is answered when it is on the disk: after the ping. */
    assert_int_equal(count, 4);
    assert_true(order[0] == 1 && order[1] == 2 && order[2] == 4 && order[3] == 3);

    /* There is an end to what waits. */
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

static void test_malformed(void **unused)
{
    (void)unused;
    static const struct {
        const char *message, *code;
    } cases[] = {
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
    struct peer *peer = person("Mal");
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        world.now_ms += 100;
        peer_forget(peer);
        say(peer, "%s", cases[i].message);
        settle();
        assert_int_equal(peer->sent_count, 1);
        json_t *json = json_loads(peer->sent[0], 0, NULL), *error = json_object_get(json, "error");
        const char *code = json_string_value(json_object_get(error, "code"));
        if (!code || strcmp(code, cases[i].code) != 0)
            fail_msg("%s gave %s", cases[i].message, peer->sent[0]);
        json_decref(json);
    }
    char large[20000];
    memset(large, ' ', sizeof large);
    peer_forget(peer);
    say_bytes(peer, large, sizeof large);
    assert_true(has(peer->sent[0], "'limit'"));
    /* Ids come back as they were, unless they are too long. */
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
    /* At the allowed pace it goes on for ever. */
    peer = peer_at("10.3.3.3");
    for (int i = 0; i < 1000; i++) {
        world.now_ms += 50;
        say(peer, "{'cmd':'ping','id':%d}", i);
    }
    assert_null(find(peer, "ok", "false"));
    peer_leave(peer);
    /* Many connections of one address are not worth as many. */
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

/* Requests that cost much are taken less often, whichever connections of an address ask. */
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
    /* What is cheap is not refused for that once the debt is paid. */
    world.cpu_step_us = 20;
    world.now_ms += 1000;
    assert_string_equal(ask(crowd[0], "{'cmd':'ping','id':7}"), "ok");
    for (int i = 0; i < 20; i++)
        peer_leave(crowd[i]);
    peer_leave(other);
}

/* HTTP: the status, and what was answered, for json_decref. */
static int http_at(const char *address, const char *method, const char *path, const char *query,
                   const char *secret, const char *body, json_t **answer)
{
    struct peer *peer = peer_at(address);
    char *copy = strdup(body);
    CHECK(copy);
    for (char *at = copy; *at; at++)
        *at = (char)(*at == '\'' ? '"' : *at);
    world.now_ms += 100;
    hall_http(world.hall, peer->client, method, path, query, secret, copy, strlen(copy),
              world.now_ms);
    free(copy);
    settle();
    assert_int_equal(peer->sent_count, 1);
    int status = hall_http_status(peer->client);
    json_t *json = json_loads(peer->sent[0], 0, NULL);
    assert_non_null(json);
    if (answer)
        *answer = json;
    else
        json_decref(json);
    peer_leave(peer);
    return status;
}

static int http(const char *method, const char *path, const char *query, const char *secret,
                const char *body, json_t **answer)
{
    return http_at("10.4.4.4", method, path, query, secret, body, answer);
}

static void test_http(void **unused)
{
    (void)unused;
    json_t *answer;
    assert_int_equal(http("POST", "/api/people", "", NULL, "{'name':'Ana'}", &answer), 200);
    char secret[64], table[64], path[100], query[100];
    snprintf(secret, sizeof secret, "%s", json_string_value(json_object_get(answer, "secret")));
    json_decref(answer);
    assert_int_equal(http("GET", "/api/me", "", secret, "", &answer), 200);
    json_decref(answer);
    assert_int_equal(http("GET", "/api/me", "", NULL, "", NULL), 401);
    assert_int_equal(http("GET", "/api/me", "", "wrong", "", NULL), 401);
    assert_int_equal(http("GET", "/api/me", "", "\xFF", "", NULL), 401);
    assert_int_equal(http("GET", "/api/games", "", NULL, "", &answer), 200);
    assert_true(json_array_size(json_object_get(answer, "games")) >= 4);
    json_decref(answer);
    assert_int_equal(http("POST", "/api/tables", "", NULL, "{'game':'trex','seats':2}", NULL), 401);
    assert_int_equal(http("POST", "/api/tables", "", secret, "{'game':'trex','seats':2}", &answer),
                     200);
    snprintf(table, sizeof table, "%s", json_string_value(json_object_get(answer, "table")));
    snprintf(query, sizeof query, "x=1&invite=%s&y",
             json_string_value(json_object_get(answer, "invite")));
    json_decref(answer);
    snprintf(path, sizeof path, "/api/tables/%s", table);
    assert_int_equal(http("GET", path, "", NULL, "", NULL), 403);
    assert_int_equal(http("GET", path, "", secret, "", NULL), 200);
    assert_int_equal(http("GET", path, "code=%4", NULL, "", NULL), 400);
    assert_int_equal(http("GET", path, "code=AAAA-AAAA", NULL, "", NULL), 403);
    assert_int_equal(http("GET", path, query, NULL, "", &answer), 200);
    assert_string_equal(
        json_string_value(json_object_get(json_object_get(answer, "info"), "state")), "waiting");
    json_decref(answer);
    assert_int_equal(
        http("POST", "/api/tables", "", secret, "{'game':'trakks','seats':2,'public':true}", NULL),
        200);
    assert_int_equal(http("GET", "/api/tables", "game=%74rakks", NULL, "", &answer), 200);
    assert_int_equal(json_array_size(json_object_get(answer, "tables")), 1);
    json_decref(answer);
    assert_int_equal(http("GET", "/api/tables", "game=trex", NULL, "", &answer), 200);
    assert_int_equal(json_array_size(json_object_get(answer, "tables")), 0);
    json_decref(answer);
    assert_int_equal(http("GET", "/api/tables", "game=", NULL, "", NULL), 200);
    assert_int_equal(http("DELETE", path, "", NULL, "", NULL), 405);
    assert_int_equal(http("GET", "/api/nothing", "", NULL, "", NULL), 404);
    assert_int_equal(http("GET", "/api/tables/a/b", "", NULL, "", NULL), 404);
    assert_int_equal(http("GET", "/api/tables/%61", "", NULL, "", NULL), 404);
    assert_int_equal(http("GET", "/api/tables/%zz", "", NULL, "", NULL), 400);
    assert_int_equal(http("GET", "/api/records/aaaaaaaaaaaa", "", NULL, "", NULL), 404);
    assert_int_equal(http("GET", "/api/records", "before=x", NULL, "", NULL), 400);
    assert_int_equal(http("GET", "/api/records", "before=1800000000000", NULL, "", NULL), 200);
    assert_int_equal(http("GET", "/api/stats/trex", "", NULL, "", &answer), 200);
    assert_int_equal(json_integer_value(json_object_get(answer, "games")), 0);
    json_decref(answer);
    assert_int_equal(http("GET", "/api/stats/chess", "", NULL, "", NULL), 400);
    assert_int_equal(http("POST", "/api/people", "", NULL, "{", NULL), 400);
    assert_int_equal(
        http("POST", "/api/account", "", secret, "{'login':'ana','password':'long enough'}", NULL),
        200);
    assert_int_equal(
        http("POST", "/api/login", "", NULL, "{'login':'ana','password':'long enough'}", NULL),
        200);
    assert_int_equal(
        http("POST", "/api/login", "", NULL, "{'login':'ana','password':'long nough'}", NULL), 401);
    char *large = malloc(20001);
    CHECK(large);
    memset(large, ' ', 20000);
    large[20000] = '\0';
    assert_int_equal(http("POST", "/api/people", "", NULL, large, NULL), 413);
    free(large);
    world.now_ms += 10000;
    int fine = 0;
    for (int i = 0; i < 200; i++) {
        fine += http_at("10.4.4.5", "GET", "/api/games", "", NULL, "", NULL) == 200;
        world.now_ms -= 100;
    }
    assert_int_equal(fine, 60);
    hall_stop(world.hall);
    assert_int_equal(http("GET", "/api/games", "", NULL, "", NULL), 503);
}

int main(void)
{
#define TEST(name) cmocka_unit_test_setup_teardown(test_##name, world_begin, world_end)
    const struct CMUnitTest tests[] = {
        TEST(index),    TEST(bucket),   TEST(names),      TEST(hello),
        TEST(rename),   TEST(accounts), TEST(pipelining), TEST(malformed),
        TEST(too_fast), TEST(cost),     TEST(http),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
