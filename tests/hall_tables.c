/* The hall and its tables, seen from outside: rights, chat, gestures, stopping and starting again,
 * and clients that leave at every moment. */
#include "hall_outside.h"

#include "base/check.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h> /* needs hall_outside.h */

static void test_rights(void **unused)
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
    snprintf(typed, sizeof typed, "%.4s-%.4s", code, code + 4);
    for (char *at = typed; *at; at++)
        *at = (char)(*at >= 'A' && *at <= 'Z' ? *at - 'A' + 'a' : *at);
    assert_string_equal(ask(guest, "{'cmd':'watch','id':7,'code':'%s'}", typed), "ok");
    json_t *push = find(guest, "push", "table");
    assert_true(json_is_null(json_object_get(push, "you")));
    json_decref(push);

    /* Only the host; only from a seat. */
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

    /* A new invitation ends the one before. */
    assert_string_equal(ask(host, "{'cmd':'invite','id':7,'table':'%s'}", table), "ok");
    assert_int_equal(strlen(text_of(host, "id", "7", "invite")), 22);
    assert_string_equal(ask(guest, "{'cmd':'unwatch','id':7,'table':'%s'}", table), "ok");
    assert_string_equal(ask(guest, "{'cmd':'watch','id':7,'code':'%s'}", code), "no_table");
    snprintf(code, sizeof code, "%s", text_of(host, "id", "7", "code"));
    assert_string_equal(ask(guest, "{'cmd':'watch','id':7,'code':'%s'}", code), "ok");
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

static int chats(const struct peer *peer)
{
    int count = 0;
    for (int i = 0; i < peer->sent_count; i++)
        count += has(peer->sent[i], "{'push':'chat'");
    return count;
}

static void test_chat(void **unused)
{
    (void)unused;
    struct peer *host = person("Host"), *guest = person("Guest");
    char table[64], id[64], text[400];
    json_t *answer = find(guest, "id", "7");
    snprintf(id, sizeof id, "%s",
             json_string_value(json_object_get(json_object_get(answer, "person"), "id")));
    json_decref(answer);
    snprintf(table, sizeof table, "%s", table_of(host, ",'public':true"));
    assert_string_equal(ask(guest, "{'cmd':'watch','id':7,'table':'%s'}", table), "ok");
    peer_forget(host);
    assert_string_equal(ask(guest, "{'cmd':'chat','id':7,'table':'%s','text':'h\\u0022é'}", table),
                        "ok");
    assert_string_equal(text_of(host, "push", "chat", "text"), "h\"é");
    assert_string_equal(text_of(guest, "push", "chat", "name"), "Guest");
    assert_string_equal(ask(guest, "{'cmd':'chat','id':7,'table':'%s','text':'a\\u202eb'}", table),
                        "bad_request");
    memset(text, 'x', 301);
    text[301] = '\0';
    assert_string_equal(ask(guest, "{'cmd':'chat','id':7,'table':'%s','text':'%s'}", table, text),
                        "limit");

    /* Muted: not heard, now or later; others hear it. */
    assert_string_equal(
        ask(host, "{'cmd':'mute','id':7,'table':'%s','person':'%s','on':true}", table, id), "ok");
    peer_forget(host);
    assert_string_equal(ask(host, "{'cmd':'unwatch','id':7,'table':'%s'}", table), "ok");
    assert_string_equal(ask(host, "{'cmd':'watch','id':7,'table':'%s'}", table), "ok");
    json_t *whole = find(host, "push", "table");
    json_t *muted = json_array_get(json_object_get(whole, "muted"), 0);
    assert_string_equal(json_string_value(json_object_get(muted, "person")), id);
    assert_string_equal(json_string_value(json_object_get(muted, "name")), "Guest");
    json_decref(whole);
    /* Only whoever is there: nobody fills the list with names that nobody has. */
    assert_string_equal(
        ask(guest, "{'cmd':'mute','id':7,'table':'%s','person':'aaaaaaaaaaaa','on':true}", table),
        "bad_request");
    assert_string_equal(ask(guest, "{'cmd':'chat','id':7,'table':'%s','text':'two'}", table), "ok");
    assert_int_equal(chats(host), 0);
    assert_int_equal(chats(guest), 1);
    assert_string_equal(ask(host, "{'cmd':'watch','id':7,'table':'%s'}", table), "ok");
    json_t *push = find(host, "push", "table");
    assert_int_equal(json_array_size(json_object_get(push, "chat")), 0);
    json_decref(push);
    assert_string_equal(
        ask(host, "{'cmd':'mute','id':7,'table':'%s','person':'%s','on':false}", table, id), "ok");

    /* The last fifty are kept. */
    for (int i = 0; i < 60; i++) {
        world.now_ms += 3000;
        assert_string_equal(
            ask(guest, "{'cmd':'chat','id':7,'table':'%s','text':'say %d'}", table, i), "ok");
    }
    assert_string_equal(ask(host, "{'cmd':'watch','id':7,'table':'%s'}", table), "ok");
    push = find(host, "push", "table");
    json_t *list = json_object_get(push, "chat");
    assert_int_equal(json_array_size(list), 50);
    assert_string_equal(json_string_value(json_object_get(json_array_get(list, 0), "text")),
                        "say 10");
    json_decref(push);
    int said = 0;
    while (strcmp(ask(guest, "{'cmd':'chat','id':7,'table':'%s','text':'!'}", table), "ok") == 0)
        said++;
    assert_in_range(said, 9, 12);

    snprintf(table, sizeof table, "%s", table_of(host, ",'chat':false"));
    assert_string_equal(ask(host, "{'cmd':'chat','id':7,'table':'%s','text':'!'}", table),
                        "forbidden");
    peer_leave(guest);
    peer_leave(host);
}

/* A match of a game that is performed: gestures reach the others, and S5 holds for its players. */
static void test_performing(void **unused)
{
    (void)unused;
    struct peer *peers[3] = {person("Ana"), person("Bea"), person("Cem")};
    assert_string_equal(ask(peers[0], "{'cmd':'create','id':7,'game':'scale','seats':3,"
                                      "'public':true,'autostart':true}"),
                        "ok");
    char table[64];
    snprintf(table, sizeof table, "%s", text_of(peers[0], "id", "7", "table"));
    assert_string_equal(
        ask(peers[0], "{'cmd':'gesture','id':7,'table':'%s','x':1,'y':2,'power':3}", table),
        "forbidden"); /* not yet */
    for (int i = 1; i < 3; i++) {
        assert_string_equal(ask(peers[i], "{'cmd':'watch','id':7,'table':'%s'}", table), "ok");
        assert_string_equal(ask(peers[i], "{'cmd':'sit','id':7,'table':'%s'}", table), "ok");
    }
    for (int i = 0; i < 3; i++)
        peer_forget(peers[i]);
    world.now_ms += 5000;
    for (int i = 0; i < 30; i++)
        say(peers[0], "{'cmd':'gesture','table':'%s','x':1,'y':2,'power':%d}", table, i);
    assert_int_equal(peers[0]->sent_count, 0); /* neither answered nor told itself */
    assert_int_equal(peers[1]->sent_count, 20);
    assert_true(has(peers[2]->sent[0], "{'push':'gesture','table':'"));
    assert_true(has(peers[2]->sent[0], "'seat':0,'x':1,'y':2,'power':0}"));
    assert_string_equal(
        ask(peers[1], "{'cmd':'chat','id':7,'table':'%s','text':'mine is 5'}", table),
        "forbidden"); /* S5 */
    for (int i = 0; i < 3; i++)
        peer_leave(peers[i]);
}

/* S5: no name tells a number while the match is on: not a new one in the chat, not one that somebody
 * comes back with, not that of somebody who only watches or comes in later. */
static void test_names_while_performing(void **unused)
{
    (void)unused;
    struct peer *peers[4] = {person("Ana"), person("Bea 2"), person("Cem"), person("Dan")};
    assert_string_equal(ask(peers[0], "{'cmd':'create','id':7,'game':'scale','seats':3,"
                                      "'public':true,'autostart':true}"),
                        "ok");
    char table[64];
    snprintf(table, sizeof table, "%s", text_of(peers[0], "id", "7", "table"));
    for (int i = 1; i < 4; i++)
        assert_string_equal(ask(peers[i], "{'cmd':'watch','id':7,'table':'%s'}", table), "ok");
    for (int i = 1; i < 3; i++) /* a name from before the cards were dealt tells nothing */
        assert_string_equal(ask(peers[i], "{'cmd':'sit','id':7,'table':'%s'}", table), "ok");
    for (int i = 0; i < 4; i++) {
        assert_string_equal(ask(peers[i], "{'cmd':'rename','id':7,'name':'I am a 7'}"), "ok");
        peer_forget(peers[i]);
    }
    static const char *const kept[] = {"Ana", "Bea 2", "Cem"};
    for (int i = 0; i < 3; i++) {
        assert_string_equal(ask(peers[i], "{'cmd':'chat','id':7,'table':'%s','text':'grr'}", table),
                            "ok");
        assert_string_equal(text_of(peers[3], "push", "chat", "name"), kept[i]);
        peer_forget(peers[3]);
    }
    /* Who watches may be a player under another name. */
    assert_string_equal(ask(peers[3], "{'cmd':'chat','id':7,'table':'%s','text':'grr'}", table),
                        "forbidden");
    assert_true(has(peers[3]->sent[peers[3]->sent_count - 1], "'rule':'S5'"));
    assert_string_equal(ask(peers[3], "{'cmd':'rename','id':7,'name':'Dan'}"), "ok");
    assert_string_equal(ask(peers[3], "{'cmd':'chat','id':7,'table':'%s','text':'seven'}", table),
                        "forbidden");
    assert_string_equal(ask(peers[3], "{'cmd':'chat','id':7,'table':'%s','text':'grr'}", table),
                        "ok");
    /* Standing up and coming back brings no other name along. */
    assert_string_equal(ask(peers[1], "{'cmd':'stand','id':7,'table':'%s'}", table), "ok");
    peer_forget(peers[0]);
    assert_string_equal(ask(peers[1], "{'cmd':'sit','id':7,'table':'%s'}", table), "ok");
    for (int i = 0; i < peers[0]->sent_count; i++)
        assert_null(strstr(peers[0]->sent[i], "I am a 7"));
    for (int i = 0; i < 4; i++)
        peer_leave(peers[i]);
}

/* Where nothing is better than to wait, a hint says so instead of naming a move. */
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
    const char *why = json_string_value(json_object_get(json_object_get(answer, "why"), "en"));
    assert_non_null(strstr(why, "You have already said what seems right"));
    json_decref(answer);
    peer_leave(ana);
    peer_leave(bea);
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
    hall_figures(world.hall, &figures);
    assert_int_equal(figures.clients, 1);
    assert_int_equal(figures.people_online, 1);
    assert_int_equal(figures.watchers, 1);
    assert_int_equal(figures.tables_waiting, 1);
    peer_leave(host);
}

/* Whatever a client was waiting for: it leaves, and nothing breaks. */
static void test_leaving_while_waiting(void **unused)
{
    (void)unused;
    static const char *const requests[] = {
        "{'cmd':'hello','name':'Again'}",
        "{'cmd':'hello','secret':'nobody'}",
        "{'cmd':'rename','name':'Other'}",
        "{'cmd':'account','login':'leaver','password':'long enough'}",
        "{'cmd':'login','login':'leaver','password':'long enough'}",
        "{'cmd':'password','password':'long enough','new':'longer yet'}",
        "{'cmd':'logout'}",
        "{'cmd':'create','game':'trex','seats':2}",
        "{'cmd':'watch','table':'aaaaaaaaaaaa'}",
        "{'cmd':'watch','code':'AAAAAAAA'}",
        "{'cmd':'records'}",
        "{'cmd':'record','table':'aaaaaaaaaaaa'}",
        "{'cmd':'stats','game':'trex'}",
        "{'cmd':'invite','table':'%s'}",
        "{'cmd':'bot','table':'%s','seat':1,'level':'easy'}",
        "{'cmd':'stand','table':'%s'}",
    };
    enum { COUNT = sizeof requests / sizeof *requests };
    for (int i = 0; i < 4 * COUNT; i++) {
        struct peer *peer = person("Leaver");
        char table[64];
        snprintf(table, sizeof table, "%s", table_of(peer, ""));
        char text[200];
        snprintf(text, sizeof text, requests[i % COUNT], table);
        say(peer, "%s", text);
        say(peer, "{'cmd':'ping'}");
        if (i / COUNT == 1) /* while a password is being hashed */
            store_settle();
        if (i / COUNT == 2) /* when one step of the store is done */
            store_work(world.store);
        peer_leave(peer);
        if (i / COUNT < 3)
            settle();
    }
    /* And the hall ends while much is under way. */
}

/* Several clients do anything at any time, for a while. */
static void test_storm(void **unused)
{
    (void)unused;
    enum { PEERS = 6, STEPS = 3000, SECRETS = 8, TABLES = 16 };
    struct peer *peers[PEERS] = {NULL};
    char secrets[SECRETS][64] = {""}, tables[TABLES][64] = {"aaaaaaaaaaaa"};
    struct rng rng;
    rng_start(&rng, 4);
    static const char *const forms[] = {
        "{'cmd':'hello','id':7,'name':'P'}",
        "{'cmd':'hello','id':8,'secret':'%2$s'}",
        "{'cmd':'create','id':9,'game':'trex','seats':2,'public':true,'pace':"
        "'fast',"
        "'bots':[null,'easy']}",
        "{'cmd':'create','id':9,'game':'scale','seats':3,'public':true,'autostart':true}",
        "{'cmd':'watch','id':1,'table':'%1$s'}",
        "{'cmd':'watch','id':1,'table':'%1$s','since':0}",
        "{'cmd':'unwatch','id':1,'table':'%1$s'}",
        "{'cmd':'log','id':1,'table':'%1$s'}",
        "{'cmd':'log','id':1,'table':'%1$s','before':3}",
        "{'cmd':'sit','id':1,'table':'%1$s'}",
        "{'cmd':'stand','id':1,'table':'%1$s'}",
        "{'cmd':'start','id':1,'table':'%1$s'}",
        "{'cmd':'suggest','id':1,'table':'%1$s'}",
        "{'cmd':'move','id':1,'table':'%1$s','move':'flip'}",
        "{'cmd':'chat','id':1,'table':'%1$s','text':'hi'}",
        "{'cmd':'gesture','table':'%1$s','x':1,'y':1,'power':1}",
        "{'cmd':'rematch','id':1,'table':'%1$s'}",
        "{'cmd':'logout','id':1}",
        "{'cmd':'account','id':1,'login':'storm','password':'long enough'}",
        "{'cmd':'login','id':8,'login':'storm','password':'long enough'}",
        "{'cmd':'password','id':1,'password':'long enough','new':'long enough'}",
        "{'cmd':'tables','id':1}",
        "{'cmd':'records','id':1}",
    };
    for (int step = 0; step < STEPS; step++) {
        uint32_t who = rng_below(&rng, PEERS);
        struct peer *peer = peers[who];
        world.now_ms += rng_below(&rng, 200);
        if (!peer) {
            peers[who] = peer_at("10.6.6.6");
        } else if (rng_below(&rng, 40) == 0 || peer->ended) {
            peer_leave(peer);
            peers[who] = NULL;
        } else {
            say(peer, forms[rng_below(&rng, sizeof forms / sizeof *forms)],
                tables[rng_below(&rng, TABLES)], secrets[rng_below(&rng, SECRETS)]);
        }
        switch (rng_below(&rng, 6)) {
        case 0:
            store_work(world.store);
            break;
        case 1:
            store_collect(world.store);
            break;
        case 2:
            settle();
            break;
        case 3:
            hall_tick(world.hall, world.now_ms);
            break;
        default:
            break;
        }
        if (!peers[who])
            continue;
        const char *secret = text_of(peers[who], "id", "7", "secret");
        if (*secret)
            snprintf(secrets[rng_below(&rng, SECRETS)], 64, "%s", secret);
        const char *table = text_of(peers[who], "id", "9", "table");
        if (*table)
            snprintf(tables[rng_below(&rng, TABLES)], 64, "%s", table);
        peer_forget(peers[who]);
    }
    struct hall_figures figures;
    hall_figures(world.hall, &figures);
    assert_true(figures.tables_waiting + figures.tables_playing > 0);
    for (int i = 0; i < PEERS; i++)
        if (peers[i])
            peer_leave(peers[i]);
    settle();
    assert_null(world.hall->clients.tasks);
    assert_null(world.hall->clients.first);
}

/* As many as are asked for at once count, not only those that are there already. */
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
    /* Several people behind one address, each with a few: the address has had enough. */
    int left = hall_limits_standard.new_tables_per_minute, made = 0;
    for (int i = 0; made < left; i++) {
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

/* What is kept for ever does not grow for ever. */
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

/* Nor does a match go on for ever: in this game one can offer and withdraw without end. */
static void test_endless(void **unused)
{
    (void)unused;
    enum { SEATS = 4 };
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
    /* Nobody uses up more than an own share; when all have, it is over for all. */
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
        assert_int_equal(made, CHANGE_MOVES_MAX / SEATS);
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

/* Hints may take seconds: one a person, few at once, and none for those who have gone. */
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
    assert_int_equal(world.decision_count, 2);
    peer_leave(people[3]);
    settle();
    assert_null(world.hall->hints.first);
    for (int i = 0; i < 8; i++)
        if (i != 3)
            assert_string_equal(code_of(people[i], "1"), "ok");
    /* And the hall may end while some wait. */
    for (int i = 4; i < 10; i++)
        say(people[i], "{'cmd':'suggest','id':1,'table':'%s'}", tables[i][0]);
    assert_int_equal(world.decision_count, 2);
    hall_stop(world.hall);
    world_close();
    for (int i = 0; i < 12; i++)
        if (i != 3) {
            peer_forget(people[i]);
            free(people[i]);
        }
}

int main(void)
{
#define TEST(name) cmocka_unit_test_setup_teardown(test_##name, world_begin, world_end)
    const struct CMUnitTest tests[] = {
        TEST(rights),       TEST(chat),
        TEST(performing),   TEST(names_while_performing),
        TEST(hint_to_wait), TEST(stop),
        TEST(restart),      TEST(leaving_while_waiting),
        TEST(storm),        TEST(too_many_tables),
        TEST(up_and_down),  TEST(endless),
        TEST(hints_wait),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
