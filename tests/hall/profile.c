/* How a person appears to others: their face at tables.
 *
 * Then: public pages. */
#include "hall_platform.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h> /* needs hall_platform.h */

static struct peer *account(const char *name)
{
    struct peer *peer = person(name);
    assert_string_equal(
        ask(peer, "{'cmd':'account','id':7,'login':'%s','password':'long enough'}", name), "ok");
    return peer;
}

/* The face in the answer to a request about oneself. */
static json_int_t own_face(const struct peer *peer)
{
    json_t *answer = find(peer, "id", "7");
    json_int_t face =
        json_integer_value(json_object_get(json_object_get(answer, "person"), "face"));
    json_decref(answer);
    return face;
}

/* The face of a seat of Ana's table, as anyone may see it. */
static json_int_t seat_face(struct peer *peer, const char *table, size_t seat)
{
    assert_string_equal(ask(peer, "{'cmd':'info','id':7,'table':'%s'}", table), "ok");
    json_t *answer = find(peer, "id", "7");
    const json_t *seats = json_object_get(json_object_get(answer, "info"), "seat");
    json_int_t face = json_integer_value(json_object_get(json_array_get(seats, seat), "face"));
    json_decref(answer);
    return face;
}

static void choose(struct peer *peer, int face)
{
    assert_string_equal(ask(peer, "{'cmd':'face','id':7,'face':%d}", face), "ok");
    assert_int_equal(own_face(peer), face);
}

static void test_choosing(void **unused)
{
    (void)unused;
    struct peer *ana = account("Ana"), *guest = person("Guest"), *stranger = peer_at("10.2.2.2");
    assert_int_equal(own_face(ana), 0);
    assert_string_equal(ask(guest, "{'cmd':'face','id':7,'face':3}"), "forbidden");
    assert_string_equal(ask(stranger, "{'cmd':'face','id':7,'face':3}"), "who");
    choose(ana, 3);
    static const char *const wrong[] = {
        "-1", "4147201", "1e3", "\"5\"", "null", "[3]", "99999999999999999999"};
    for (size_t i = 0; i < sizeof wrong / sizeof *wrong; i++)
        assert_string_equal(ask(ana, "{'cmd':'face','id':7,'face':%s}", wrong[i]), "bad_request");
    assert_string_equal(ask(ana, "{'cmd':'face','id':7}"), "bad_request");
    choose(ana, 4147200);
    /* Another device, and one that comes back. */
    struct peer *device = peer_at("10.1.1.1");
    assert_string_equal(
        ask(device, "{'cmd':'login','id':7,'login':'ana','password':'long enough'}"), "ok");
    assert_int_equal(own_face(device), 4147200);
    choose(device, 0);
    peer_leave(ana);
    peer_leave(device);
    device = peer_at("10.1.1.1");
    assert_string_equal(
        ask(device, "{'cmd':'login','id':7,'login':'ana','password':'long enough'}"), "ok");
    assert_int_equal(own_face(device), 0);
    peer_leave(device);
    peer_leave(guest);
    peer_leave(stranger);
}

/* A seat has the face with which its person sat down, and none when they are deleted. */
static void test_at_a_table(void **unused)
{
    (void)unused;
    struct peer *ana = account("Ana"), *bob = account("Bob");
    choose(ana, 77);
    choose(bob, 88);
    char table[STORE_ID_TEXT];
    snprintf(table, sizeof table, "%s", table_of(ana, ",'public':true"));
    assert_string_equal(ask(bob, "{'cmd':'watch','id':7,'table':'%s'}", table), "ok");
    assert_string_equal(ask(bob, "{'cmd':'sit','id':7,'table':'%s','seat':1}", table), "ok");
    choose(ana, 99);
    assert_int_equal(seat_face(bob, table, 0), 77);
    assert_int_equal(seat_face(bob, table, 1), 88);
    /* What they say comes with that face, and what somebody who watches says with their own. */
    struct peer *speaker[] = {ana, account("Dora"), person("Guest")};
    static const int faces[] = {77, 66, 0};
    choose(speaker[1], 66);
    for (int i = 0; i < 3; i++) {
        peer_forget(bob);
        ask(speaker[i], "{'cmd':'watch','id':7,'table':'%s'}", table);
        ask(speaker[i], "{'cmd':'chat','id':7,'table':'%s','text':'hello'}", table);
        json_t *line = find(bob, "push", "chat");
        assert_int_equal(json_integer_value(json_object_get(line, "face")), faces[i]);
        assert_true(faces[i] || !json_object_get(line, "face"));
        json_decref(line);
    }
    peer_leave(speaker[1]);
    peer_leave(speaker[2]);
    /* A restart reads the entries. */
    peer_leave(ana);
    peer_leave(bob);
    world_close();
    world_open();
    struct peer *eve = person("Eve");
    assert_int_equal(seat_face(eve, table, 1), 88);
    bob = peer_at("10.3.3.3");
    assert_string_equal(ask(bob, "{'cmd':'login','id':7,'login':'bob','password':'long enough'}"),
                        "ok");
    assert_string_equal(ask(bob, "{'cmd':'watch','id':7,'table':'%s'}", table), "ok");
    assert_string_equal(ask(eve, "{'cmd':'watch','id':7,'table':'%s'}", table), "ok");
    peer_forget(eve);
    assert_string_equal(ask(bob, "{'cmd':'stand','id':7,'table':'%s'}", table), "ok");
    assert_int_equal(seat_face(eve, table, 1), 0);
    assert_string_equal(ask(bob, "{'cmd':'sit','id':7,'table':'%s','seat':1}", table), "ok");
    assert_int_equal(seat_face(eve, table, 1), 88);
    assert_string_equal(ask(bob, "{'cmd':'delete','id':7,'password':'long enough'}"), "ok");
    assert_int_equal(seat_face(eve, table, 1), 0);
    peer_leave(bob);
    peer_leave(eve);
    world_close();
    world_open();
    eve = person("Eve");
    assert_int_equal(seat_face(eve, table, 0), 77);
    assert_int_equal(seat_face(eve, table, 1), 0);
    peer_leave(eve);
}

/* ---- Public pages ---- */

/* A match that was won by the first of these people, or by a computer player (""). */
static void put_match(const char *winner, const char *loser, bool is_shared)
{
    static int matches;
    char id[STORE_ID_TEXT];
    snprintf(id, sizeof id, "match%07d", matches++);
    for (int number = 0; number < 2; number++) {
        struct store_job *job =
            store_job_new(number ? STORE_TABLE_APPEND : STORE_TABLE_NEW, NULL, NULL);
        strcpy(job->table, id);
        job->entry_count = 1;
        job->entries = alloc_new(sizeof *job->entries);
        *job->entries = (struct store_entry){.number = number, .text = alloc_text("{}")};
        if (number == 1) {
            job->closes = true;
            job->record_count = 1;
            job->records = alloc_new(sizeof *job->records);
            struct store_record *record = job->records;
            *record = (struct store_record){.seats = 2, .is_rated = true, .is_shared = is_shared};
            strcpy(record->game, "trex");
            record->ended_ms = 1000 * matches;
            record->record = alloc_text("{}");
            strcpy(record->seat[0].person, winner);
            strcpy(record->seat[1].person, loser);
            strcpy(record->seat[0].name, "Winner");
            strcpy(record->seat[1].name, "Loser");
            strcpy(record->seat[0].level, winner[0] ? "" : "easy");
            strcpy(record->seat[1].level, loser[0] ? "" : "easy");
            record->seat[0].won = 1;
            record->seat[0].score = 5;
        }
        store_submit(world.store, job);
    }
    settle();
}

static void id_of(struct peer *peer, char id[STORE_ID_TEXT])
{
    json_t *answer = find(peer, "id", "7");
    snprintf(id, STORE_ID_TEXT, "%s",
             json_string_value(json_object_get(json_object_get(answer, "person"), "id")));
    json_decref(answer);
}

/* The answer about a public page; NULL if there is none. */
static json_t *profile(struct peer *peer, const char *page)
{
    bool found = strcmp(ask(peer, "{'cmd':'profile','id':7,'name':'%s'}", page), "ok") == 0;
    return found ? find(peer, "id", "7") : NULL;
}

static void set_page(struct peer *peer, const char *page)
{
    assert_string_equal(ask(peer, "{'cmd':'page','id':7,'on':true,'name':'%s'}", page), "ok");
}

static void test_page(void **unused)
{
    (void)unused;
    char ana_id[STORE_ID_TEXT], bob_id[STORE_ID_TEXT];
    struct peer *ana = account("Ana"), *bob = account("Bob"), *stranger = peer_at("10.2.2.2");
    id_of(ana, ana_id);
    id_of(bob, bob_id);
    put_match(ana_id, "", true);
    put_match(ana_id, bob_id, false);
    put_match("", ana_id, true);
    put_match(bob_id, "", true);
    choose(ana, 42);
    /* Off by default: a person without a page and an address that nobody has get the same answer. */
    char said[3][500];
    static const char *const unknown[] = {"ana", "nobody-there", "Ana!"};
    for (int i = 0; i < 3; i++) {
        assert_null(profile(stranger, unknown[i]));
        snprintf(said[i], sizeof said[i], "%s", stranger->sent[0]);
    }
    assert_string_equal(said[0], said[1]);
    assert_string_equal(said[0], said[2]);
    set_page(ana, "Ana-The-Great");
    assert_string_equal(text_of(ana, "id", "7", "ok"), "");
    json_t *answer = profile(stranger, "ana-the-great");
    assert_string_equal(json_string_value(json_object_get(answer, "name")), "Ana");
    assert_int_equal(json_integer_value(json_object_get(answer, "face")), 42);
    /* Nothing of the match that is not public, and no login. */
    assert_int_equal(json_array_size(json_object_get(answer, "records")), 2);
    const json_t *trex = json_array_get(json_object_get(answer, "games"), 0);
    assert_int_equal(json_array_size(json_object_get(answer, "games")), 1);
    assert_string_equal(json_string_value(json_object_get(trex, "game")), "trex");
    assert_int_equal(
        json_integer_value(json_object_get(json_object_get(trex, "rating"), "matches")), 2);
    assert_int_equal(json_array_size(json_object_get(trex, "history")), 2);
    char *text = json_dumps(answer, 0);
    assert_null(strstr(text, bob_id));
    assert_null(strstr(text, "login"));
    free(text);
    json_decref(answer);
    answer = profile(stranger, "ANA-the-great"); /* as people type it */
    assert_non_null(answer);
    json_decref(answer);
    /* Another address; this one is free. */
    assert_string_equal(ask(bob, "{'cmd':'page','id':7,'on':true,'name':'ana-the-great'}"),
                        "taken");
    set_page(ana, "ana");
    assert_null(profile(stranger, "ana-the-great"));
    snprintf(said[1], sizeof said[1], "%s", stranger->sent[0]);
    assert_string_equal(said[0], said[1]);
    set_page(bob, "ana-the-great");
    assert_string_equal(ask(ana, "{'cmd':'page','id':7,'on':false}"), "ok");
    assert_null(profile(stranger, "ana"));
    assert_string_equal(ask(bob, "{'cmd':'delete','id':7,'password':'long enough'}"), "ok");
    assert_null(profile(stranger, "ana-the-great"));
    snprintf(said[1], sizeof said[1], "%s", stranger->sent[0]);
    assert_string_equal(said[0], said[1]);
    peer_leave(ana);
    peer_leave(bob);
    peer_leave(stranger);
}

static void test_page_addresses(void **unused)
{
    (void)unused;
    struct peer *ana = account("Ana"), *guest = person("Guest"), *stranger = peer_at("10.2.2.2");
    static const char *const wrong[] = {"ab",
                                        "-ana",
                                        "ana-",
                                        "an--a",
                                        "a na",
                                        "a.na",
                                        "an\u00e9",
                                        "a/na",
                                        "an_a",
                                        "",
                                        "abcdefghijabcdefghijabcdefghijx"};
    for (size_t i = 0; i < sizeof wrong / sizeof *wrong; i++)
        assert_string_equal(ask(ana, "{'cmd':'page','id':7,'on':true,'name':'%s'}", wrong[i]),
                            "bad_request");
    assert_string_equal(ask(ana, "{'cmd':'page','id':7,'on':true}"), "bad_request");
    assert_string_equal(ask(ana, "{'cmd':'page','id':7,'name':'ana'}"), "bad_request");
    assert_string_equal(ask(guest, "{'cmd':'page','id':7,'on':true,'name':'guest'}"), "forbidden");
    assert_string_equal(ask(stranger, "{'cmd':'page','id':7,'on':true,'name':'guest'}"), "who");
    set_page(ana, "abcdefghijabcdefghijabcdefghij");
    set_page(ana, "0-9");
    peer_leave(ana);
    peer_leave(guest);
    peer_leave(stranger);
}

/* The pages of the people at a table, as text. */
static void pages(struct peer *peer, const char *table, const char *expected)
{
    assert_string_equal(ask(peer, "{'cmd':'pages','id':7,'table':'%s'}", table), "ok");
    json_t *answer = find(peer, "id", "7");
    char *text = json_dumps(json_object_get(answer, "pages"), JSON_COMPACT);
    assert_string_equal(text, expected);
    free(text);
    json_decref(answer);
}

/* At public tables, and as things are now. */
static void test_pages_at_tables(void **unused)
{
    (void)unused;
    struct peer *ana = account("Ana"), *bob = account("Bob");
    set_page(ana, "ana-page");
    set_page(bob, "bob-page");
    for (int is_public = 0; is_public < 2; is_public++) {
        char table[STORE_ID_TEXT];
        snprintf(table, sizeof table, "%s", table_of(ana, is_public ? ",'public':true" : ""));
        const char *both = is_public ? "[\"ana-page\",\"bob-page\"]" : "[null,null]";
        assert_string_equal(ask(bob, "{'cmd':'pages','id':7,'table':'%s'}", table), "forbidden");
        if (!is_public)
            assert_string_equal(ask(ana, "{'cmd':'invite','id':7,'table':'%s'}", table), "ok");
        char invite[64];
        snprintf(invite, sizeof invite, "%s", text_of(ana, "id", "7", "invite"));
        assert_string_equal(is_public ? ask(bob, "{'cmd':'watch','id':7,'table':'%s'}", table)
                                      : ask(bob, "{'cmd':'watch','id':7,'invite':'%s'}", invite),
                            "ok");
        pages(bob, table, is_public ? "[\"ana-page\",null]" : "[null,null]");
        assert_string_equal(ask(bob, "{'cmd':'sit','id':7,'table':'%s','seat':1}", table), "ok");
        pages(ana, table, both);
        assert_string_equal(ask(ana, "{'cmd':'page','id':7,'on':false}"), "ok");
        pages(bob, table, is_public ? "[null,\"bob-page\"]" : "[null,null]");
        set_page(ana, "ana-page");
    }
    peer_leave(ana);
    peer_leave(bob);
}

/* A line of the leaderboard has the face and the page of today. */
static void test_on_leaderboards(void **unused)
{
    (void)unused;
    world.hall->environment.settings.leaderboard = true;
    char ana_id[STORE_ID_TEXT], bob_id[STORE_ID_TEXT];
    struct peer *ana = account("Ana"), *bob = account("Bob");
    id_of(ana, ana_id);
    id_of(bob, bob_id);
    for (int i = 0; i < 10; i++)
        put_match(ana_id, bob_id, true);
    choose(ana, 42);
    set_page(ana, "ana");
    assert_string_equal(ask(ana, "{'cmd':'listing','id':7,'on':true}"), "ok");
    for (int has_page = 1; has_page >= 0; has_page--) {
        assert_string_equal(ask(bob, "{'cmd':'leaderboard','id':7,'game':'trex'}"), "ok");
        json_t *answer = find(bob, "id", "7");
        const json_t *line = json_array_get(json_object_get(answer, "lines"), 0);
        assert_string_equal(json_string_value(json_object_get(line, "name")), "Ana");
        assert_int_equal(json_integer_value(json_object_get(line, "face")), 42);
        const char *page = json_string_value(json_object_get(line, "page"));
        assert_string_equal(page ? page : "", has_page ? "ana" : "");
        json_decref(answer);
        assert_string_equal(ask(ana, "{'cmd':'page','id':7,'on':false}"), "ok");
    }
    peer_leave(ana);
    peer_leave(bob);
}

int profile_tests(void)
{
#define TEST(name) cmocka_unit_test_setup_teardown(test_##name, world_begin, world_end)
    const struct CMUnitTest tests[] = {
        TEST(choosing),       TEST(at_a_table),      TEST(page),
        TEST(page_addresses), TEST(pages_at_tables), TEST(on_leaderboards)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}
