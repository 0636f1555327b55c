/* People: hello, names, accounts and passwords. */
#include "hall_platform.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h> /* needs hall_platform.h */

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

    /* A second connection of the same person, and a third after all have left. */
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

static const char wrong_password[] =
    "{'cmd':'login','id':7,'login':'ana@x','password':'not enough'}";

/* Ana with an account, and another of her devices that is logged in. */
static struct peer *account(void)
{
    struct peer *ana = person("Ana");
    assert_string_equal(
        ask(ana, "{'cmd':'account','id':7,'login':'Ana@x','password':'long enough'}"), "ok");
    return ana;
}

static struct peer *logged_in(void)
{
    struct peer *device = peer_at("10.1.1.1");
    assert_string_equal(
        ask(device, "{'cmd':'login','id':7,'login':'ANA@x','password':'long enough'}"), "ok");
    return device;
}

static void leave_all(struct peer *const *peers, size_t count)
{
    for (size_t i = 0; i < count; i++)
        peer_leave(peers[i]);
}

static void assert_logged_out(struct peer *peer)
{
    json_t *push = find(peer, "push", "who");
    assert_non_null(push);
    json_decref(push);
    assert_string_equal(ask(peer, "{'cmd':'rename','id':7,'name':'B'}"), "who");
}

static void test_accounts(void **unused)
{
    (void)unused;
    struct peer *ana = person("Ana"), *bea = person("Bea");
    assert_string_equal(ask(ana, "{'cmd':'account','id':7,'login':'Ana@x','password':'short'}"),
                        "bad_request");
    assert_string_equal(
        ask(ana, "{'cmd':'account','id':7,'login':'Ana@x','password':'long enough'}"), "ok");
    assert_string_equal(
        ask(ana, "{'cmd':'account','id':7,'login':'Ana2','password':'long enough'}"), "taken");
    assert_string_equal(
        ask(bea, "{'cmd':'account','id':7,'login':'ana@X','password':'long enough'}"), "taken");
    leave_all((struct peer *[]){ana, bea}, 2);
}

/* A wrong password and an unknown login give the same answer, after the same work. */
static void test_wrong_logins(void **unused)
{
    (void)unused;
    struct peer *ana = account(), *device = peer_at("10.1.1.1");
    const char *const wrong[] = {
        wrong_password,
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
    leave_all((struct peer *[]){ana, device}, 2);
}

/* Logging out on one device leaves the other one. */
static void test_logout(void **unused)
{
    (void)unused;
    struct peer *ana = person("Ana"), *same = peer_at("10.1.1.1");
    char secret[64];
    snprintf(secret, sizeof secret, "%s", text_of(ana, "id", "7", "secret"));
    world.hash_at_once = true;
    assert_string_equal(
        ask(ana, "{'cmd':'account','id':7,'login':'Ana@x','password':'long enough'}"), "ok");
    struct peer *device = logged_in();
    assert_string_not_equal(text_of(device, "id", "7", "secret"), secret);
    assert_string_equal(ask(same, "{'cmd':'hello','id':7,'secret':'%s'}", secret), "ok");
    assert_string_equal(ask(ana, "{'cmd':'logout','id':7}"), "ok");
    assert_logged_out(same);
    assert_string_equal(ask(device, "{'cmd':'rename','id':7,'name':'B'}"), "ok");
    assert_string_equal(ask(same, "{'cmd':'hello','id':7,'secret':'%s'}", secret), "who");
    leave_all((struct peer *[]){ana, same, device}, 3);
}

/* A new password logs out all other sessions. */
static void test_password(void **unused)
{
    (void)unused;
    world.hash_at_once = true;
    struct peer *ana = account(), *bea = person("Bea");
    struct peer *device = logged_in(), *same = logged_in();
    assert_string_equal(
        ask(bea, "{'cmd':'password','id':7,'password':'long enough','new':'longer yet'}"),
        "forbidden"); /* no account */
    assert_string_equal(
        ask(same, "{'cmd':'password','id':7,'password':'not enough','new':'longer yet'}"),
        "forbidden");
    assert_string_equal(
        ask(same, "{'cmd':'password','id':7,'password':'long enough','new':'short'}"),
        "bad_request");
    assert_string_equal(ask(device, "{'cmd':'rename','id':7,'name':'C'}"), "ok");
    assert_string_equal(
        ask(same, "{'cmd':'password','id':7,'password':'long enough','new':'longer yet'}"), "ok");
    assert_logged_out(device);
    assert_logged_out(ana);
    assert_string_equal(ask(same, "{'cmd':'rename','id':7,'name':'D'}"), "ok");
    assert_string_equal(
        ask(device, "{'cmd':'login','id':7,'login':'ana@x','password':'long enough'}"), "who");
    leave_all((struct peer *[]){ana, bea, device, same}, 4);
}

/* Of two who change the same password at once, one succeeds; and a login with the old password that
 * is under way comes too late. */
static void test_password_race(void **unused)
{
    (void)unused;
    world.hash_at_once = true;
    struct peer *ana = account(), *device = logged_in(), *same = logged_in();
    struct peer *thief = peer_at("10.1.1.2");
    world.hash_at_once = false;
    world.hall->environment.settings.limits.hashes = 3;
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
    leave_all((struct peer *[]){ana, device, same, thief}, 4);
}

/* Wrong guesses are limited by address. Right ones do not count as guesses, but each makes a secret
 * that is kept: there are no more of those than of new people. */
static void test_guesses(void **unused)
{
    (void)unused;
    world.hash_at_once = true;
    struct peer *ana = account(), *bea = person("Bea"), *device = peer_at("10.1.1.1");
    for (int i = 0; i < 30; i++)
        assert_string_equal(
            ask(bea, "{'cmd':'login','id':7,'login':'ana@x','password':'long enough'}"), "ok");
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
    while (strcmp(ask(device, "{'cmd':'login','id':7,'login':'bob%d','password':'not enough'}",
                      wrongs),
                  "who") == 0)
        wrongs++;
    assert_in_range(wrongs, 20, 21);
    assert_string_equal(code_of(device, "7"), "limit");
    leave_all((struct peer *[]){ana, bea, device}, 3);
}

int people_tests(void)
{
#define TEST(name) cmocka_unit_test_setup_teardown(test_##name, world_begin, world_end)
    const struct CMUnitTest tests[] = {
        TEST(hello),  TEST(rename),   TEST(accounts),      TEST(wrong_logins),
        TEST(logout), TEST(password), TEST(password_race), TEST(guesses),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
