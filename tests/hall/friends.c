/* Who follows and blocks whom, and what friends learn of each other.
 *
 * Then: invitations; what blocking does. */
#include "hall_platform.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h> /* needs hall_platform.h */

/* Who the latest answer says that the peer is. */
static void copy_id(struct peer *peer, char id[STORE_ID_TEXT])
{
    json_t *answer = find(peer, "id", "7");
    snprintf(id, STORE_ID_TEXT, "%s",
             json_string_value(json_object_get(json_object_get(answer, "person"), "id")));
    json_decref(answer);
}

static struct peer *account(const char *name, char id[STORE_ID_TEXT])
{
    struct peer *peer = person(name);
    assert_string_equal(
        ask(peer, "{'cmd':'account','id':7,'login':'%s','password':'long enough'}", name), "ok");
    copy_id(peer, id);
    return peer;
}

static void pass_ms(int64_t ms)
{
    pass(ms);
    settle();
}

/* Time passes here, so that limits are no concern of other tests. */
static const char *set(struct peer *peer, const char *cmd, const char *other, bool on)
{
    pass_ms(3100);
    return ask(peer, "{'cmd':'%s','id':7,'person':'%s','on':%s}", cmd, other,
               on ? "true" : "false");
}

/* What this person is to the other, as the other is told: "" if nothing. With "+" if here, and "@" if at a table. */
static const char *is(struct peer *peer, const char *other)
{
    static char text[40];
    text[0] = '\0';
    assert_string_equal(ask(peer, "{'cmd':'friends','id':7}"), "ok");
    json_t *answer = find(peer, "id", "7");
    size_t at;
    json_t *line;
    json_array_foreach(json_object_get(answer, "people"), at, line)
    {
        if (strcmp(json_string_value(json_object_get(line, "person")), other) != 0)
            continue;
        assert_string_equal(text, ""); /* once */
        const json_t *here = json_object_get(line, "here");
        snprintf(text, sizeof text, "%s%s%s", json_string_value(json_object_get(line, "is")),
                 json_is_true(here) ? "+" : "", json_object_get(line, "table") ? "@" : "");
        assert_int_equal(here != NULL, has(text, "friend"));
    }
    json_decref(answer);
    return text;
}

static void test_following(void **unused)
{
    (void)unused;
    char ana[STORE_ID_TEXT], bob[STORE_ID_TEXT], eve[STORE_ID_TEXT];
    struct peer *a = account("Ana", ana), *b = account("Bob", bob), *e = account("Eve", eve);
    assert_string_equal(set(a, "follow", bob, true), "ok");
    assert_string_equal(text_of(a, "id", "7", "person"), bob);
    assert_string_equal(is(a, bob), "followed");
    assert_string_equal(is(b, ana), "follower");
    assert_string_equal(is(e, ana), "");
    assert_string_equal(set(b, "follow", ana, true), "ok");
    assert_string_equal(is(a, bob), "friend+");
    assert_string_equal(is(b, ana), "friend+");
    assert_string_equal(set(b, "follow", ana, false), "ok");
    assert_string_equal(set(b, "follow", ana, false), "ok");
    assert_string_equal(is(a, bob), "followed");
    assert_string_equal(is(b, ana), "follower");
    /* By the address of a public page. */
    assert_string_equal(ask(e, "{'cmd':'page','id':7,'on':true,'name':'eve-page'}"), "ok");
    assert_string_equal(ask(a, "{'cmd':'follow','id':7,'name':'Eve-Page','on':true}"), "ok");
    assert_string_equal(text_of(a, "id", "7", "person"), eve);
    assert_string_equal(is(a, eve), "followed");
    /* A deleted person is gone from all lists. */
    assert_string_equal(ask(e, "{'cmd':'delete','id':7,'password':'long enough'}"), "ok");
    assert_string_equal(is(a, eve), "");
    peer_leave(a);
    peer_leave(b);
    peer_leave(e);
}

/* Somebody who is blocked learns nothing of it: every answer is as before. */
static void test_blocking(void **unused)
{
    (void)unused;
    char ana[STORE_ID_TEXT], bob[STORE_ID_TEXT];
    struct peer *a = account("Ana", ana), *b = account("Bob", bob);
    set(b, "follow", ana, true);
    for (int blocked = 0; blocked < 2; blocked++) {
        if (blocked)
            assert_string_equal(set(a, "block", bob, true), "ok");
        assert_string_equal(is(b, ana), "followed");
        assert_string_equal(set(b, "follow", ana, true), "ok");
        assert_string_equal(is(b, ana), "followed");
        assert_string_equal(set(b, "follow", ana, false), "ok");
        assert_string_equal(is(b, ana), "");
        assert_string_equal(set(b, "block", ana, true), "ok");
        assert_string_equal(is(b, ana), "blocked");
        assert_string_equal(set(b, "follow", ana, true), "ok");
        assert_string_equal(is(b, ana), "followed");
        assert_string_equal(is(a, bob), blocked ? "blocked" : "follower");
    }
    /* Who follows again does not block any more. */
    assert_string_equal(set(a, "follow", bob, true), "ok");
    assert_string_equal(is(a, bob), "friend+");
    assert_string_equal(set(a, "block", bob, true), "ok");
    assert_string_equal(is(b, ana), "followed");
    assert_string_equal(set(a, "block", bob, false), "ok");
    assert_string_equal(is(a, bob), "follower");
    assert_string_equal(is(b, ana), "followed");
    peer_leave(a);
    peer_leave(b);
}

/* Who is followed hears of it at once, unless they block the one who does; and not of its end. */
static void test_told(void **unused)
{
    (void)unused;
    char ana[STORE_ID_TEXT], bob[STORE_ID_TEXT];
    struct peer *a = account("Ana", ana), *b = account("Bob", bob);
    static const struct {
        const char *cmd;
        bool by_bob, on, is_told;
    } steps[] = {
        {"follow", false, true, true},   {"follow", true, true, true},
        {"follow", false, false, false}, {"block", true, true, false},
        {"follow", false, true, false},  {"block", true, false, false},
        {"follow", false, true, true},
    };
    for (size_t i = 0; i < sizeof steps / sizeof *steps; i++) {
        struct peer *other = steps[i].by_bob ? a : b;
        peer_forget(other);
        assert_string_equal(
            set(steps[i].by_bob ? b : a, steps[i].cmd, steps[i].by_bob ? ana : bob, steps[i].on),
            "ok");
        assert_string_equal(text_of(other, "push", "followed", "push"),
                            steps[i].is_told ? "followed" : "");
    }
    peer_leave(a);
    peer_leave(b);
}

static void test_refused(void **unused)
{
    (void)unused;
    char ana[STORE_ID_TEXT], bob[STORE_ID_TEXT];
    struct peer *a = account("Ana", ana), *b = account("Bob", bob), *guest = person("Guest"),
                *stranger = peer_at("10.2.2.2");
    static const char *const commands[] = {"follow", "block"};
    assert_string_equal(ask(stranger, "{'cmd':'friends','id':7}"), "who");
    assert_string_equal(ask(guest, "{'cmd':'friends','id':7}"), "forbidden");
    for (int i = 0; i < 2; i++) {
        const char *cmd = commands[i];
        assert_string_equal(set(stranger, cmd, ana, true), "who");
        assert_string_equal(set(guest, cmd, ana, true), "forbidden");
        /* Oneself, nobody, and an address without a page get the same answer. */
        char said[400];
        assert_string_equal(set(a, cmd, ana, true), "no_table");
        snprintf(said, sizeof said, "%s", a->sent[0]);
        assert_string_equal(set(a, cmd, "nobodynobody", true), "no_table");
        assert_string_equal(a->sent[0], said);
        assert_string_equal(ask(a, "{'cmd':'%s','id':7,'name':'nobody-there','on':true}", cmd),
                            "no_table");
        assert_string_equal(a->sent[0], said);
        assert_string_equal(ask(a, "{'cmd':'%s','id':7,'name':'<b>','on':true}", cmd), "no_table");
        assert_string_equal(a->sent[0], said);
        assert_string_equal(ask(a, "{'cmd':'%s','id':7,'person':'%s'}", cmd, bob), "bad_request");
        assert_string_equal(ask(a, "{'cmd':'%s','id':7,'on':true}", cmd), "bad_request");
        assert_string_equal(ask(a, "{'cmd':'%s','id':7,'person':'Bob','on':true}", cmd),
                            "bad_request");
        assert_string_equal(ask(a, "{'cmd':'%s','id':7,'person':7,'on':true}", cmd), "bad_request");
        assert_string_equal(ask(a, "{'cmd':'%s','id':7,'person':'%s','on':1}", cmd, bob),
                            "bad_request");
    }
    assert_string_equal(is(a, bob), "");
    assert_string_equal(is(b, ana), "");
    /* While leaving: it is done, and nobody is answered. */
    pass_ms(60000);
    say(a, "{'cmd':'follow','id':7,'person':'%s','on':true}", bob);
    peer_leave(a);
    settle();
    assert_string_equal(is(b, ana), "follower");
    peer_leave(b);
    peer_leave(guest);
    peer_leave(stranger);
}

/* Too fast: for a person at all devices, and for an address; too many. */
static void test_limits(void **unused)
{
    (void)unused;
    char ana[STORE_ID_TEXT], bob[STORE_ID_TEXT], id[STORE_ID_TEXT];
    struct peer *a = account("Ana", ana), *b = account("Bob", bob), *other = peer_at("10.4.4.4");
    assert_string_equal(ask(other, "{'cmd':'login','id':7,'login':'ana','password':'long enough'}"),
                        "ok");
    int done = 0;
    while (done < 100 &&
           strcmp(ask(done % 2 ? a : other, "{'cmd':'follow','id':7,'person':'%s','on':true}", bob),
                  "ok") == 0)
        done++;
    assert_int_equal(done, 20);
    assert_string_equal(code_of(other, "7"), "limit");
    assert_string_equal(set(b, "follow", ana, true), "ok");
    pass_ms(60000);
    /* Accounts of one address. */
    struct peer *many[5];
    done = 0;
    for (int i = 0; i < 5; i++) {
        char name[10];
        snprintf(name, sizeof name, "many%d", i);
        peer_leave(account(name, id));
        many[i] = peer_at("10.9.9.9");
        assert_string_equal(
            ask(many[i], "{'cmd':'login','id':7,'login':'%s','password':'long enough'}", name),
            "ok");
    }
    while (done < 200 &&
           strcmp(ask(many[done % 5], "{'cmd':'block','id':7,'person':'%s','on':true}", bob),
                  "ok") == 0)
        done++;
    assert_in_range(done, 60, 80); /* 60, and one more each second; 100 without it */
    for (int i = 0; i < 5; i++)
        peer_leave(many[i]);
    /* 200 at most, of people who are there. */
    for (int i = 0; i < 201; i++) {
        snprintf(id, sizeof id, "follow%06d", i);
        struct store_job *job = store_job_new(STORE_PERSON_NEW, NULL, NULL);
        memcpy(job->person.id, id, sizeof id);
        job->session_hash[0] = 1;
        job->session_hash[1] = (unsigned char)i;
        strcpy(job->person.name, "F");
        store_submit(world.store, job);
        job = store_job_new(STORE_ACCOUNT_NEW, NULL, NULL);
        memcpy(job->person.id, id, sizeof id);
        memcpy(job->person.login, id, sizeof id);
        strcpy(job->password, "x");
        store_submit(world.store, job);
        settle();
        assert_string_equal(set(b, "follow", id, true), i < 199 ? "ok" : "limit");
    }
    assert_string_equal(set(b, "follow", "follow000000", false), "ok");
    assert_string_equal(set(b, "follow", "follow000200", true), "ok");
    peer_leave(a);
    peer_leave(b);
    peer_leave(other);
}

/* Friends learn who is here, also after a while without a connection and from the store only; nobody else does. */
static void test_here(void **unused)
{
    (void)unused;
    char ana[STORE_ID_TEXT], bob[STORE_ID_TEXT], eve[STORE_ID_TEXT];
    struct peer *a = account("Ana", ana), *b = account("Bob", bob), *e = account("Eve", eve);
    set(a, "follow", bob, true);
    set(b, "follow", ana, true);
    set(e, "follow", ana, true);
    pass_ms(HOUR_MS);
    assert_string_equal(is(a, bob), "friend+");
    assert_string_equal(is(e, ana), "followed");
    peer_leave(b);
    assert_string_equal(is(a, bob), "friend+"); /* a minute or two later */
    pass_ms(3 * 60000);
    assert_string_equal(is(a, bob), "friend");
    /* Another server says so to the store. */
    struct store_job *job = store_job_new(STORE_PEOPLE_SEEN, NULL, NULL);
    store_job_add_person(job, bob);
    job->now_ms = world.now_ms;
    store_submit(world.store, job);
    settle();
    assert_string_equal(is(a, bob), "friend+");
    /* As it does where they are. */
    pass_ms(3 * 60000);
    b = peer_at("10.3.3.3");
    assert_string_equal(ask(b, "{'cmd':'login','id':7,'login':'bob','password':'long enough'}"),
                        "ok");
    pass_ms(3000);
    peer_leave(b);
    peer_leave(a);
    peer_leave(e);
    world_close();
    world_open();
    a = peer_at("10.3.3.3");
    assert_string_equal(ask(a, "{'cmd':'login','id':7,'login':'ana','password':'long enough'}"),
                        "ok");
    assert_string_equal(is(a, bob), "friend+");
    peer_leave(a);
}

/* Where a friend is: a public table or one's own, while they are there. */
static void test_table(void **unused)
{
    (void)unused;
    char ana[STORE_ID_TEXT], bob[STORE_ID_TEXT], eve[STORE_ID_TEXT], table[STORE_ID_TEXT];
    struct peer *a = account("Ana", ana), *b = account("Bob", bob), *e = account("Eve", eve);
    set(a, "follow", bob, true);
    set(b, "follow", ana, true);
    set(e, "follow", ana, true);
    snprintf(table, sizeof table, "%s", table_of(a, ""));
    assert_string_equal(is(b, ana), "friend+");
    assert_string_equal(ask(a, "{'cmd':'stand','id':7,'table':'%s'}", table), "ok");
    snprintf(table, sizeof table, "%s", table_of(a, ",'public':true"));
    assert_string_equal(is(b, ana), "friend+@");
    assert_string_equal(is(e, ana), "followed");
    assert_string_equal(ask(a, "{'cmd':'unwatch','id':7,'table':'%s'}", table), "ok");
    assert_string_equal(is(b, ana), "friend+");
    peer_leave(a);
    peer_leave(b);
    peer_leave(e);
}

/* A request that waits until the store has said whom its person blocks is answered before those that come after it: of two
 * requests to watch a table, the later one says how. */
static void test_in_order(void **unused)
{
    (void)unused;
    char ana[STORE_ID_TEXT], table[STORE_ID_TEXT];
    struct peer *host = person("Host"), *a = account("Ana", ana);
    snprintf(table, sizeof table, "%s", table_of(host, ",'public':true"));
    peer_forget(a);
    say(a, "{'cmd':'watch','id':1,'table':'%s','views':false}", table);
    say(a, "{'cmd':'watch','id':2,'table':'%s'}", table);
    settle();
    int next = 1;
    for (int sent = 0; sent < a->sent_count; sent++)
        if (has(a->sent[sent], "\"id\":1,") || has(a->sent[sent], "\"id\":2,")) {
            char wanted[24];
            snprintf(wanted, sizeof wanted, "\"id\":%d,", next++);
            assert_true(has(a->sent[sent], wanted));
        }
    assert_int_equal(next, 3);
    peer_leave(host);
    peer_leave(a);
}

/* ---- Invitations ---- */

static void befriend(struct peer *a, const char *a_id, struct peer *b, const char *b_id)
{
    assert_string_equal(set(a, "follow", b_id, true), "ok");
    assert_string_equal(set(b, "follow", a_id, true), "ok");
}

static const char *invite(struct peer *peer, const char *table, const char *other)
{
    pass_ms(3100);
    return ask(peer, "{'cmd':'invite_friend','id':7,'table':'%s','person':'%s'}", table, other);
}

/* The table to which this person is invited, by whom, or "". */
static const char *invited_to(struct peer *peer, const char *by)
{
    static char table[STORE_ID_TEXT];
    table[0] = '\0';
    assert_string_equal(ask(peer, "{'cmd':'friends','id':7}"), "ok");
    json_t *answer = find(peer, "id", "7");
    const json_t *invitations = json_object_get(answer, "invitations");
    assert_in_range(json_array_size(invitations), 0, 1);
    const json_t *line = json_array_get(invitations, 0);
    if (line) {
        assert_string_equal(json_string_value(json_object_get(line, "person")), by);
        snprintf(table, sizeof table, "%s",
                 json_string_value(json_object_get(json_object_get(line, "table"), "id")));
    }
    json_decref(answer);
    return table;
}

static const char *watch(struct peer *peer, const char *table)
{
    return ask(peer, "{'cmd':'watch','id':7,'table':'%s'}", table);
}

static void test_inviting(void **unused)
{
    (void)unused;
    char ana[STORE_ID_TEXT], bob[STORE_ID_TEXT], eve[STORE_ID_TEXT], table[STORE_ID_TEXT];
    struct peer *a = account("Ana", ana), *b = account("Bob", bob), *e = account("Eve", eve),
                *guest = person("Guest");
    befriend(a, ana, b, bob);
    set(a, "follow", eve, true);
    snprintf(table, sizeof table, "%s", table_of(a, ""));
    assert_string_equal(watch(b, table), "forbidden");
    /* Only friends; only by those who are there. */
    assert_string_equal(invite(a, table, eve), "forbidden");
    assert_string_equal(invite(a, table, "nobodynobody"), "forbidden");
    assert_string_equal(invite(a, table, ana), "forbidden");
    assert_string_equal(invite(b, table, ana), "forbidden");
    assert_string_equal(invite(guest, table, ana), "forbidden");
    assert_string_equal(invite(a, table, "Bob"), "bad_request");
    assert_string_equal(watch(b, table), "forbidden");
    assert_string_equal(invited_to(b, ana), "");
    peer_forget(b);
    assert_string_equal(invite(a, table, bob), "ok");
    assert_string_equal(text_of(b, "push", "invited", "push"), "invited");
    assert_string_equal(text_of(e, "push", "invited", "push"), "");
    assert_string_equal(invited_to(b, ana), table);
    assert_string_equal(invited_to(e, ana), "");
    assert_string_equal(watch(e, table), "forbidden");
    assert_string_equal(ask(b, "{'cmd':'info','id':7,'table':'%s'}", table), "ok");
    assert_string_equal(watch(b, table), "ok");
    assert_string_equal(invite(b, table, ana), "forbidden"); /* who only watches */
    assert_string_equal(ask(b, "{'cmd':'sit','id':7,'table':'%s'}", table), "ok");
    assert_string_equal(invited_to(b, ana), ""); /* who sits there already */
    assert_string_equal(ask(a, "{'cmd':'start','id':7,'table':'%s'}", table), "ok");
    assert_string_equal(invite(a, table, bob), "forbidden");
    peer_leave(a);
    peer_leave(b);
    peer_leave(e);
    peer_leave(guest);
}

/* Who declines is not invited any more, at no device, and does not come in that way; the other one is not told. */
static void test_declining(void **unused)
{
    (void)unused;
    char ana[STORE_ID_TEXT], bob[STORE_ID_TEXT], eve[STORE_ID_TEXT], table[STORE_ID_TEXT];
    struct peer *a = account("Ana", ana), *b = account("Bob", bob), *e = account("Eve", eve),
                *guest = person("Guest"), *phone = peer_at("10.3.3.3");
    assert_string_equal(ask(phone, "{'cmd':'login','id':7,'login':'bob','password':'long enough'}"),
                        "ok");
    befriend(a, ana, b, bob);
    snprintf(table, sizeof table, "%s", table_of(a, ""));
    assert_string_equal(invite(a, table, bob), "ok");
    assert_string_equal(ask(guest, "{'cmd':'decline','id':7,'person':'%s'}", ana), "forbidden");
    assert_string_equal(ask(b, "{'cmd':'decline','id':7}"), "bad_request");
    assert_string_equal(ask(b, "{'cmd':'decline','id':7,'person':'Ana'}"), "bad_request");
    /* Nobody else's, and none that there is not. */
    assert_string_equal(ask(e, "{'cmd':'decline','id':7,'person':'%s'}", ana), "ok");
    assert_string_equal(ask(a, "{'cmd':'decline','id':7,'person':'%s'}", bob), "ok");
    assert_string_equal(ask(b, "{'cmd':'decline','id':7,'person':'%s'}", eve), "ok");
    assert_string_equal(invited_to(b, ana), table);
    peer_forget(phone);
    peer_forget(a);
    assert_string_equal(ask(b, "{'cmd':'decline','id':7,'person':'%s'}", ana), "ok");
    assert_string_equal(text_of(b, "id", "7", "person"), ana);
    assert_string_equal(text_of(phone, "push", "invited", "push"), "invited");
    assert_int_equal(a->sent_count, 0);
    assert_string_equal(invited_to(b, ana), "");
    assert_string_equal(invited_to(phone, ana), "");
    assert_string_equal(watch(b, table), "forbidden");
    assert_string_equal(is(b, ana), "friend+");
    assert_string_equal(invite(a, table, bob), "ok");
    assert_string_equal(invited_to(b, ana), table);
    peer_leave(a);
    peer_leave(b);
    peer_leave(e);
    peer_leave(guest);
    peer_leave(phone);
}

/* It ends after ten minutes, with the friendship, when the one who invites goes, and with the start; not with the server. */
static void test_inviting_ends(void **unused)
{
    (void)unused;
    char ana[STORE_ID_TEXT], bob[STORE_ID_TEXT], table[STORE_ID_TEXT];
    struct peer *a = account("Ana", ana), *b = account("Bob", bob);
    befriend(a, ana, b, bob);
    snprintf(table, sizeof table, "%s", table_of(a, ""));
    for (int how = 0; how < 5; how++) {
        assert_string_equal(invite(a, table, bob), "ok");
        assert_string_equal(invited_to(b, ana), table);
        if (how == 0)
            pass_ms(10 * 60000);
        else if (how == 1)
            set(a, "follow", bob, false);
        else if (how == 2)
            set(b, "block", ana, true);
        else if (how == 3)
            pass_ms(9 * 60000);
        else
            assert_string_equal(
                ask(a, "{'cmd':'bot','id':7,'table':'%s','seat':1,'level':'easy'}", table), "ok");
        if (how == 4)
            assert_string_equal(ask(a, "{'cmd':'start','id':7,'table':'%s'}", table), "ok");
        assert_string_equal(invited_to(b, ana), how == 3 ? table : "");
        if (how != 3)
            assert_string_equal(watch(b, table), "forbidden");
        set(a, "follow", bob, true);
        set(b, "follow", ana, true);
    }
    snprintf(table, sizeof table, "%s", table_of(a, ""));
    assert_string_equal(invite(a, table, bob), "ok");
    peer_leave(a);
    peer_leave(b);
    world_close();
    world_open();
    b = peer_at("10.3.3.3");
    assert_string_equal(ask(b, "{'cmd':'login','id':7,'login':'bob','password':'long enough'}"),
                        "ok");
    assert_string_equal(invited_to(b, ana), table);
    assert_string_equal(watch(b, table), "ok");
    peer_leave(b);
}

/* ---- What blocking does ---- */

/* The names of the spectators in the latest push of this kind, and how many there are in all. */
static const char *spectators(const struct peer *peer, const char *push)
{
    static char text[200];
    json_t *json = find(peer, "push", push);
    size_t i;
    json_t *named;
    snprintf(text, sizeof text, "%d", (int)json_integer_value(json_object_get(json, "spectators")));
    json_array_foreach(json_object_get(json, "named"), i, named)
        snprintf(text + strlen(text), sizeof text - strlen(text), " %s",
                 json_string_value(json_object_get(named, "name")));
    json_decref(json);
    return text;
}

static const char *watch_named(struct peer *peer, const char *table, const char *is_named)
{
    const char *outcome =
        ask(peer, "{'cmd':'watch','id':7,'table':'%s','named':%s}", table, is_named);
    pass_ms(1000);
    return outcome;
}

/* Who watches is named if they like, without an account, too; not to those who block them, and not with a seat. */
static void test_named(void **unused)
{
    (void)unused;
    char ana[STORE_ID_TEXT], bob[STORE_ID_TEXT], table[STORE_ID_TEXT];
    struct peer *a = account("Ana", ana), *b = account("Bob", bob), *guest = person("Guest");
    snprintf(table, sizeof table, "%s", table_of(a, ",'public':true"));
    assert_string_equal(watch(guest, table), "ok");
    assert_string_equal(watch(b, table), "ok");
    pass_ms(1000);
    assert_string_equal(spectators(a, "online"), "2");
    assert_string_equal(watch_named(guest, table, "1"), "bad_request");
    assert_string_equal(watch_named(guest, table, "true"), "ok");
    assert_string_equal(spectators(a, "online"), "2 Guest");
    assert_string_equal(spectators(guest, "table"), "2 Guest");
    assert_string_equal(watch_named(b, table, "true"), "ok");
    assert_string_equal(spectators(guest, "online"), "2 Bob Guest");
    /* At another device, too, and only once. */
    struct peer *phone = peer_at("10.3.3.3");
    assert_string_equal(ask(phone, "{'cmd':'login','id':7,'login':'bob','password':'long enough'}"),
                        "ok");
    assert_string_equal(watch_named(phone, table, "true"), "ok");
    assert_string_equal(spectators(a, "online"), "3 Bob Guest");
    assert_string_equal(set(a, "block", bob, true), "ok");
    peer_leave(phone);
    pass_ms(1000);
    assert_string_equal(spectators(a, "online"), "2 Guest");
    assert_string_equal(spectators(guest, "online"), "2 Bob Guest");
    assert_string_equal(watch(a, table), "ok");
    assert_string_equal(spectators(a, "table"), "2 Guest");
    assert_string_equal(ask(guest, "{'cmd':'sit','id':7,'table':'%s'}", table), "ok");
    pass_ms(1000);
    assert_string_equal(spectators(guest, "online"), "1 Bob");
    assert_string_equal(ask(guest, "{'cmd':'stand','id':7,'table':'%s'}", table), "ok");
    pass_ms(1000);
    assert_string_equal(spectators(b, "online"), "2 Bob Guest");
    assert_string_equal(watch(guest, table), "ok");
    pass_ms(1000);
    assert_string_equal(spectators(b, "online"), "2 Bob");
    peer_leave(a);
    peer_leave(b);
    peer_leave(guest);
}

static void test_hidden_chat(void **unused)
{
    (void)unused;
    char ana[STORE_ID_TEXT], bob[STORE_ID_TEXT], table[STORE_ID_TEXT];
    struct peer *a = account("Ana", ana), *b = account("Bob", bob), *eve = person("Eve");
    snprintf(table, sizeof table, "%s", table_of(a, ",'public':true"));
    assert_string_equal(watch(b, table), "ok");
    assert_string_equal(watch(eve, table), "ok");
    for (int blocked = 0; blocked < 3; blocked++) { /* before, then, and not any more */
        char words[20];
        snprintf(words, sizeof words, "words %d", blocked);
        if (blocked)
            assert_string_equal(set(a, "block", bob, blocked == 1), "ok");
        peer_forget(a);
        peer_forget(eve);
        assert_string_equal(ask(b, "{'cmd':'chat','id':7,'table':'%s','text':'%s'}", table, words),
                            "ok");
        assert_true(was_told(b, words));
        assert_true(was_told(eve, words));
        assert_int_equal(was_told(a, words), blocked != 1);
        /* Those who come later, too, on another device, which has not read whom its person blocks. */
        struct peer *device = peer_at("10.4.4.4");
        assert_string_equal(
            ask(device, "{'cmd':'login','id':7,'login':'ana','password':'long enough'}"), "ok");
        assert_string_equal(watch(device, table), "ok");
        assert_int_equal(was_told(device, words), blocked != 1);
        peer_leave(device);
    }
    assert_string_equal(set(a, "block", bob, true), "ok");
    peer_leave(a);
    a = peer_at("10.4.4.4");
    assert_string_equal(ask(a, "{'cmd':'login','id':7,'login':'ana','password':'long enough'}"),
                        "ok");
    /* In the same moment. */
    peer_forget(a);
    say(a, "{'cmd':'watch','id':7,'table':'%s'}", table);
    settle();
    assert_string_equal(code_of(a, "7"), "ok");
    assert_false(was_told(a, "words"));
    peer_leave(a);
    peer_leave(b);
    peer_leave(eve);
}

/* Somebody without an account who watches a table makes one, and blocks at once who talks there. */
static void test_hidden_soon(void **unused)
{
    (void)unused;
    char bob[STORE_ID_TEXT], table[STORE_ID_TEXT];
    struct peer *a = person("Ana"), *b = account("Bob", bob);
    snprintf(table, sizeof table, "%s", table_of(b, ",'public':true"));
    assert_string_equal(watch(a, table), "ok");
    assert_string_equal(ask(a, "{'cmd':'account','id':7,'login':'ana','password':'long enough'}"),
                        "ok");
    assert_string_equal(set(a, "block", bob, true), "ok");
    peer_forget(a);
    assert_string_equal(ask(b, "{'cmd':'chat','id':7,'table':'%s','text':'words'}", table), "ok");
    assert_true(was_told(b, "words"));
    assert_false(was_told(a, "words"));
    peer_leave(a);
    peer_leave(b);
}

/* Whom the host blocks is refused as at a table that is not open to them; nobody else is. */
static void test_no_seat(void **unused)
{
    (void)unused;
    char ana[STORE_ID_TEXT], bob[STORE_ID_TEXT], eve[STORE_ID_TEXT], table[STORE_ID_TEXT];
    struct peer *a = account("Ana", ana), *b = account("Bob", bob), *e = account("Eve", eve);
    assert_string_equal(set(a, "block", bob, true), "ok");
    assert_string_equal(set(b, "block", eve, true), "ok");
    snprintf(table, sizeof table, "%s", table_of(a, ""));
    assert_string_equal(watch(b, table), "forbidden");
    char closed[400];
    snprintf(closed, sizeof closed, "%s", b->sent[0]);
    snprintf(table, sizeof table, "%s", table_of(a, ",'public':true"));
    assert_string_equal(watch(b, table), "ok");
    assert_string_equal(watch(e, table), "ok");
    assert_string_equal(ask(b, "{'cmd':'sit','id':7,'table':'%s','seat':1}", table), "forbidden");
    assert_string_equal(b->sent[0], closed);
    assert_string_equal(ask(b, "{'cmd':'sit','id':7,'table':'%s'}", table), "forbidden");
    assert_string_equal(ask(e, "{'cmd':'sit','id':7,'table':'%s','seat':1}", table), "ok");
    assert_string_equal(ask(e, "{'cmd':'stand','id':7,'table':'%s'}", table), "ok");
    /* Somebody who leaves, or goes elsewhere, while the store is asked. */
    say(e, "{'cmd':'sit','id':8,'table':'%s'}", table);
    peer_leave(e);
    settle();
    say(b, "{'cmd':'sit','id':8,'table':'%s'}", table);
    say(b, "{'cmd':'unwatch','id':9,'table':'%s'}", table);
    settle();
    assert_string_equal(code_of(b, "8"), "forbidden");
    assert_string_equal(watch(b, table), "ok");
    assert_string_equal(set(a, "block", bob, false), "ok");
    assert_string_equal(ask(b, "{'cmd':'sit','id':7,'table':'%s'}", table), "ok");
    assert_string_equal(ask(b, "{'cmd':'stand','id':7,'table':'%s'}", table), "ok");
    /* Somebody without an account is blocked like anyone else. */
    char guest[STORE_ID_TEXT];
    struct peer *g = person("Guest");
    copy_id(g, guest);
    assert_string_equal(watch(g, table), "ok");
    assert_string_equal(ask(g, "{'cmd':'sit','id':7,'table':'%s'}", table), "ok");
    assert_string_equal(ask(g, "{'cmd':'stand','id':7,'table':'%s'}", table), "ok");
    assert_string_equal(set(a, "block", guest, true), "ok");
    assert_string_equal(ask(g, "{'cmd':'sit','id':7,'table':'%s'}", table), "forbidden");
    assert_string_equal(g->sent[0], closed);
    peer_leave(g);
    peer_leave(a);
    peer_leave(b);
}

int friends_tests(void)
{
#define TEST(name) cmocka_unit_test_setup_teardown(test_##name, world_begin, world_end)
    const struct CMUnitTest tests[] = {
        TEST(following), TEST(told),  TEST(blocking),    TEST(refused),     TEST(limits),
        TEST(here),      TEST(table), TEST(in_order),    TEST(inviting),    TEST(inviting_ends),
        TEST(declining), TEST(named), TEST(hidden_chat), TEST(hidden_soon), TEST(no_seat)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}
