/* How a person appears to others: their face, at tables and on leaderboards. */
#include "hall_platform.h"

#include <stdio.h>

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

int profile_tests(void)
{
#define TEST(name) cmocka_unit_test_setup_teardown(test_##name, world_begin, world_end)
    const struct CMUnitTest tests[] = {TEST(choosing), TEST(at_a_table)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}
