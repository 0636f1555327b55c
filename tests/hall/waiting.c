/* Tables seen from outside: invitations, rights, limits, stopping and starting again. */
#include "hall_platform.h"

#include "hall/tables/tables.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h> /* needs hall_platform.h */

/* Types a code as people do: in lower case, with a dash. */
static void type_code(const char *code, char typed[16])
{
    snprintf(typed, 16, "%.4s-%.4s", code, code + 4);
    for (char *at = typed; *at; at++)
        *at = (char)(*at >= 'A' && *at <= 'Z' ? *at - 'A' + 'a' : *at);
}

static void test_invitations(void **unused)
{
    (void)unused;
    struct peer *host = person("Host"), *guest = person("Guest");
    char table[64], code[64], typed[16];
    snprintf(table, sizeof table, "%s", table_of(host, ""));
    snprintf(code, sizeof code, "%s", text_of(host, "id", "7", "code"));
    assert_int_equal(strlen(code), 8);
    assert_string_equal(ask(guest, "{'cmd':'sit','id':7,'table':'%s'}", table), "forbidden");
    assert_string_equal(ask(guest, "{'cmd':'watch','id':7,'table':'%s'}", table), "forbidden");
    assert_string_equal(ask(guest, "{'cmd':'watch','id':7,'code':'AAAAAAAA'}"), "no_table");
    type_code(code, typed);
    assert_string_equal(ask(guest, "{'cmd':'watch','id':7,'code':'%s'}", typed), "ok");
    json_t *push = find(guest, "push", "table");
    assert_true(json_is_null(json_object_get(push, "you")));
    json_decref(push);
    assert_string_equal(ask(guest, "{'cmd':'invite','id':7,'table':'%s'}", table), "forbidden");

    /* A new invitation replaces the one before. */
    assert_string_equal(ask(host, "{'cmd':'invite','id':7,'table':'%s'}", table), "ok");
    assert_int_equal(strlen(text_of(host, "id", "7", "invite")), 22);
    assert_string_equal(ask(guest, "{'cmd':'unwatch','id':7,'table':'%s'}", table), "ok");
    assert_string_equal(ask(guest, "{'cmd':'watch','id':7,'code':'%s'}", code), "no_table");
    snprintf(code, sizeof code, "%s", text_of(host, "id", "7", "code"));
    assert_string_equal(ask(guest, "{'cmd':'watch','id':7,'code':'%s'}", code), "ok");
    peer_leave(guest);
    peer_leave(host);
}

/* Some requests are for the host, others for people with a seat. */
static void test_rights(void **unused)
{
    (void)unused;
    struct peer *host = person("Host"), *guest = person("Guest");
    char table[64];
    snprintf(table, sizeof table, "%s", table_of(host, ",'public':true"));
    assert_string_equal(ask(guest, "{'cmd':'watch','id':7,'table':'%s'}", table), "ok");
    static const char *const host_only[] = {"'invite'", "'start'", "'bot','seat':1,'level':'easy'"};
    for (size_t i = 0; i < 3; i++)
        assert_string_equal(ask(guest, "{'id':7,'table':'%s','cmd':%s}", table, host_only[i]),
                            "forbidden");
    static const char *const seat_only[] = {"'move','move':'play y6'", "'stand'", "'suggest'",
                                            "'rematch'", "'gesture','x':0,'y':0,'power':0"};
    for (size_t i = 0; i < 5; i++)
        assert_string_equal(ask(guest, "{'id':7,'table':'%s','cmd':%s}", table, seat_only[i]),
                            "forbidden");
    assert_string_equal(ask(host, "{'cmd':'sit','id':7,'table':'%s'}", table), "taken");
    assert_string_equal(
        ask(host, "{'cmd':'bot','id':7,'table':'%s','seat':1,'level':'god'}", table),
        "bad_request");
    assert_string_equal(ask(host, "{'cmd':'bot','id':7,'table':'%s','seat':5,'level':null}", table),
                        "bad_request");
    assert_string_equal(ask(guest, "{'cmd':'sit','id':7,'table':'%s'}", table), "ok");
    assert_string_equal(ask(host, "{'cmd':'start','id':7,'table':'%s'}", table), "ok");
    assert_string_equal(
        ask(host, "{'cmd':'bot','id':7,'table':'%s','seat':1,'level':'easy'}", table),
        "forbidden"); /* the guest is there */
    assert_string_equal(ask(host, "{'cmd':'suggest','id':7,'table':'%s','level':'god'}", table),
                        "bad_request");
    json_t *refusal = find(host, "id", "7"), *error = json_object_get(refusal, "error");
    const char *words = json_string_value(json_object_get(json_object_get(error, "text"), "en"));
    assert_string_equal(words, "There is no computer player called god.");
    json_decref(refusal);
    assert_string_equal(ask(host, "{'cmd':'suggest','id':7,'table':'%s'}", table), "ok");
    char move[128];
    snprintf(move, sizeof move, "%s", text_of(host, "id", "7", "move"));
    assert_string_equal(ask(guest, "{'cmd':'move','id':7,'table':'%s','move':'%s'}", table, move),
                        "not_your_turn");
    assert_string_equal(
        ask(host, "{'cmd':'move','id':7,'table':'%s','move':'%s','cid':'c1'}", table, move), "ok");
    peer_leave(guest);
    peer_leave(host);
}

/* What only a person with an account may ask, a guest is refused, for that reason. */
static void test_accounts_only(void **unused)
{
    (void)unused;
    static const char *const asked[] = {
        "'face','face':3",
        "'page','on':false",
        "'password','password':'long enough','new':'longer yet'",
        "'recovery','password':'long enough'",
        "'delete','password':'long enough'",
        "'listing','on':true",
        "'calendar'",
        "'push'",
        "'holiday','days':1",
        "'follow','on':true,'name':'nobody'",
        "'block','on':true,'name':'nobody'",
        "'friends'",
        "'decline','person':'aaaaaaaaaaaa'",
    };
    enum { ASKED = sizeof asked / sizeof *asked };
    struct peer *guest = person("Guest"), *stranger = peer_at("10.2.2.3");
    int known = 0;
    for (int cmd = 0; cmd < REQUEST_KINDS; cmd++)
        known += request_asker((enum request_cmd)cmd) == ACCOUNT;
    assert_int_equal(known, ASKED);
    for (int i = 0; i < ASKED; i++) {
        assert_string_equal(ask(stranger, "{'id':7,'cmd':%s}", asked[i]), "who");
        assert_string_equal(ask(guest, "{'id':7,'cmd':%s}", asked[i]), "forbidden");
        json_t *refusal = find(guest, "id", "7"), *error = json_object_get(refusal, "error");
        const char *words =
            json_string_value(json_object_get(json_object_get(error, "text"), "en"));
        assert_string_equal(words, "You have no account.");
        json_decref(refusal);
    }
    peer_leave(stranger);
    peer_leave(guest);
}

/* Who may take back what, as one server after the other has it. */
static void test_take_back(void **unused)
{
    (void)unused;
    struct peer *host = person("Host"), *guest = person("Guest"), *third = person("Third");
    char table[64];
    assert_string_equal(ask(host, "{'cmd':'create','id':7,'game':'tyrannosaurus','seats':2,"
                                  "'public':true,'autostart':true}"),
                        "ok");
    snprintf(table, sizeof table, "%s", text_of(host, "id", "7", "table"));
    const char *take = "{'cmd':'take_back','id':7,'table':'%s'%s}";
    assert_string_equal(ask(guest, take, table, ""), "forbidden"); /* does not watch */
    assert_string_equal(ask(host, take, table, ""), "no_match");
    ask(guest, "{'cmd':'watch','id':7,'table':'%s'}", table);
    ask(third, "{'cmd':'watch','id':7,'table':'%s'}", table);
    assert_string_equal(ask(guest, "{'cmd':'sit','id':7,'table':'%s'}", table), "ok");
    assert_string_equal(ask(third, take, table, ""), "forbidden"); /* a spectator */
    assert_string_equal(ask(host, take, table, ""), "forbidden");  /* has not moved */
    assert_string_equal(ask(host, take, table, ",'agree':7"), "bad_request");
    assert_string_equal(ask(host, take, table, ",'proposal':-1"), "bad_request");
    assert_string_equal(ask(host, take, table, ",'proposal':3"), "forbidden");

    const char *move = "{'cmd':'move','id':7,'table':'%s','move':'steer %s'}";
    assert_string_equal(ask(host, move, table, "N"), "ok");
    assert_string_equal(ask(guest, take, table, ""), "forbidden");
    peer_forget(third);
    assert_string_equal(ask(host, take, table, ""), "ok");
    assert_string_equal(text_of(third, "kind", "take_back", "became"), "taken");
    json_t *step = find(third, "kind", "take_back");
    assert_true(json_is_null(json_object_get(step, "may_take_back")));
    assert_int_equal(json_array_size(json_object_get(step, "to_act")), 2);
    json_decref(step);
    assert_string_equal(ask(host, take, table, ""), "forbidden"); /* twice */
    assert_string_equal(ask(host, move, table, "S"), "ok");
    assert_string_equal(ask(guest, move, table, "E"), "ok"); /* now everyone knows */
    assert_string_equal(ask(host, take, table, ""), "forbidden");
    assert_string_equal(ask(guest, take, table, ""), "forbidden");
    /* A client that comes back receives the same steps again. */
    ask(third, "{'cmd':'watch','id':7,'table':'%s','since':0}", table);
    assert_string_equal(text_of(third, "kind", "take_back", "became"), "taken");
    peer_leave(third);
    peer_leave(guest);
    peer_leave(host);
}

static void test_stop(void **unused)
{
    (void)unused;
    struct peer *host = person("Host");
    char table[64];
    snprintf(table, sizeof table, "%s", table_of(host, ""));
    say(host, "{'cmd':'bot','id':5,'table':'%s','seat':1,'level':'easy'}", table);
    hall_stop(world.hall);
    json_t *push = find(host, "push", "stop");
    assert_non_null(push);
    json_decref(push);
    settle(); /* what was under way still gets its answer */
    assert_string_equal(code_of(host, "5"), "ok");
    assert_string_equal(ask(host, "{'cmd':'ping','id':7}"), "unavailable");
    peer_leave(host);
}

/* After a restart everything is there. */
static void test_restart(void **unused)
{
    (void)unused;
    struct peer *host = person("Host");
    char table[64], secret[64];
    snprintf(secret, sizeof secret, "%s", text_of(host, "id", "7", "secret"));
    snprintf(table, sizeof table, "%s", table_of(host, ",'public':true"));
    peer_leave(host);
    world_close();
    world_open();
    host = peer_at("10.5.5.5");
    assert_string_equal(ask(host, "{'cmd':'hello','id':7,'secret':'%s'}", secret), "ok");
    assert_string_equal(ask(host, "{'cmd':'tables','id':7}"), "ok");
    assert_true(has(host->sent[0], table));
    assert_string_equal(ask(host, "{'cmd':'watch','id':7,'table':'%s'}", table), "ok");
    struct hall_figures figures;
    hall_read_figures(world.hall, &figures);
    assert_int_equal(figures.clients, 1);
    assert_int_equal(figures.people_online, 1);
    assert_int_equal(figures.watchers, 1);
    assert_int_equal(figures.tables_waiting, 1);
    peer_leave(host);
}

/* Tables that are still being made count as well. */
static void test_too_many_tables(void **unused)
{
    (void)unused;
    struct peer *ada = person("Ada");
    int limit = hall_limits_standard.tables_per_person;
    for (int i = 0; i < 2 * limit; i++)
        say(ada, "{'cmd':'create','id':%d,'game':'trex','seats':2}", 100 + i);
    settle();
    for (int i = 0; i < 2 * limit; i++) {
        char id[16];
        snprintf(id, sizeof id, "%d", 100 + i);
        assert_string_equal(code_of(ada, id), i < limit ? "ok" : "limit");
    }
    /* Several people of one address, with a few tables each, reach the limit of the address. */
    int left = hall_limits_standard.new_tables_per_minute, made = 0;
    while (made < left) {
        struct peer *one = peer_at("10.9.9.9");
        assert_string_equal(ask(one, "{'cmd':'hello','id':7,'name':'One'}"), "ok");
        for (int k = 0; k < limit && made < left; k++, made++)
            table_of(one, "");
        if (made == left)
            assert_string_equal(ask(one, "{'cmd':'create','id':7,'game':'trex','seats':2}"),
                                "limit");
        peer_leave(one);
    }
    pass(60 * 1000);
    struct peer *another = peer_at("10.9.9.9");
    assert_string_equal(ask(another, "{'cmd':'hello','id':7,'name':'Another'}"), "ok");
    table_of(another, "");
    peer_leave(another);
    peer_leave(ada);
}

/* Entries are kept for ever, so their number is limited. */
static void test_up_and_down(void **unused)
{
    (void)unused;
    struct peer *ada = person("Ada");
    char table[STORE_ID_TEXT];
    snprintf(table, sizeof table, "%s", table_of(ada, ""));
    const char *code = "ok";
    int changes = 0;
    for (; strcmp(code, "ok") == 0 && changes < 2 * CHANGE_SEAT_CHANGES_MAX; changes++) {
        code = ask(ada,
                   changes % 2 ? "{'cmd':'sit','id':7,'table':'%s'}"
                               : "{'cmd':'stand','id':7,'table':'%s'}",
                   table);
        world.now_ms += 1000;
    }
    assert_string_equal(code, "limit");
    assert_in_range(changes, CHANGE_SEAT_CHANGES_MAX, CHANGE_SEAT_CHANGES_MAX + 3);
    peer_leave(ada);
}

/* A match cannot go on for ever: in this game one can offer and withdraw without end. */
static void test_endless(void **unused)
{
    (void)unused;
    enum { SEATS = 4, MOVES = 200 };
    world.hall->environment.settings.limits.moves_per_match = MOVES;
    struct peer *peers[SEATS] = {person("Ana"), person("Bea"), person("Cem"), person("Dan")};
    assert_string_equal(ask(peers[0], "{'cmd':'create','id':7,'game':'scale','seats':4,"
                                      "'public':true,'autostart':true}"),
                        "ok");
    char table[STORE_ID_TEXT];
    snprintf(table, sizeof table, "%s", text_of(peers[0], "id", "7", "table"));
    for (int i = 1; i < SEATS; i++) {
        assert_string_equal(ask(peers[i], "{'cmd':'watch','id':7,'table':'%s'}", table), "ok");
        assert_string_equal(ask(peers[i], "{'cmd':'sit','id':7,'table':'%s'}", table), "ok");
    }
    /* Each seat has an equal share of the moves; when all are used up, the match ends. */
    for (int i = 0; i < SEATS; i++) {
        const char *code = "ok";
        char offer[16];
        int made = -1;
        snprintf(offer, sizeof offer, "offer %d", (i + 1) % SEATS);
        for (; strcmp(code, "ok") == 0; made++) {
            for (int k = 0; k < SEATS; k++)
                peer_forget(peers[k]);
            world.now_ms += 1000;
            code = ask(peers[i], "{'cmd':'move','id':7,'table':'%s','move':'%s'}", table,
                       made % 2 ? offer : "withdraw");
        }
        assert_int_equal(made, MOVES / SEATS);
        assert_string_equal(code, "limit");
    }
    assert_int_equal(world.hall->tables.open_count, 0);
    assert_string_equal(ask(peers[1], "{'cmd':'watch','id':7,'table':'%s'}", table), "ok");
    json_t *whole = find(peers[1], "push", "table");
    assert_non_null(whole);
    assert_int_equal(json_array_size(json_object_get(whole, "to_act")), 0);
    assert_int_equal(json_array_size(json_object_get(whole, "legal")), 0);
    json_decref(whole);
    for (int i = 0; i < SEATS; i++)
        peer_leave(peers[i]);
}

int waiting_tests(void)
{
#define TEST(name) cmocka_unit_test_setup_teardown(test_##name, world_begin, world_end)
    const struct CMUnitTest tests[] = {
        TEST(invitations),     TEST(rights),      TEST(take_back),
        TEST(accounts_only),   TEST(stop),        TEST(restart),
        TEST(too_many_tables), TEST(up_and_down), TEST(endless),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
