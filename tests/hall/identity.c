/* Identity that ends: sessions expire, people are purged and deleted, recovery codes, wrong passwords
 * per login, and passwords that do not stay in memory. */
#include "hall_platform.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h> /* needs hall_platform.h */

/* Time passes without ticks, and then there is one. */
static void let_pass(int64_t ms)
{
    world.now_ms += ms;
    hall_tick(world.hall, world.now_ms);
    settle();
}

static int64_t jobs_run(void)
{
    struct store_figures figures;
    store_figures(world.store, &figures);
    return figures.jobs;
}

static void secret_of(const struct peer *peer, char secret[64])
{
    snprintf(secret, 64, "%s", text_of(peer, "id", "7", "secret"));
}

static const char *hello(struct peer *peer, const char *secret)
{
    return ask(peer, "{'cmd':'hello','id':7,'secret':'%s'}", secret);
}

static const char *login(struct peer *peer, const char *password)
{
    return ask(peer, "{'cmd':'login','id':7,'login':'ana@x','password':'%s'}", password);
}

/* Ana with an account, whose recovery code is written to `code`. */
static struct peer *account(char code[64])
{
    world.hash_at_once = true;
    struct peer *ana = person("Ana");
    assert_string_equal(
        ask(ana, "{'cmd':'account','id':7,'login':'ana@x','password':'long enough'}"), "ok");
    snprintf(code, 64, "%s", text_of(ana, "id", "7", "recovery"));
    assert_int_equal(strlen(code), 29);
    return ana;
}

static void leave_all(struct peer *const *peers, size_t count)
{
    for (size_t i = 0; i < count; i++)
        peer_leave(peers[i]);
}

static void test_sessions_expire(void **unused)
{
    (void)unused;
    char secret[64];
    struct peer *ana = person("Ana"), *device = peer_at("10.1.1.1");
    secret_of(ana, secret);
    table_of(ana, ""); /* she sits there, so she is not purged */
    peer_leave(ana);
    /* Every use counts. */
    for (int i = 0; i < 3; i++) {
        world.now_ms += WORLD_SESSION_MS - DAY_MS;
        assert_string_equal(hello(device, secret), "ok");
        assert_string_equal(ask(device, "{'cmd':'ping','id':7}"), "ok");
    }
    peer_leave(device);
    device = peer_at("10.1.1.1");
    world.now_ms += WORLD_SESSION_MS + 1000;
    assert_string_equal(hello(device, secret), "who"); /* at once, before anything has removed it */
    let_pass(EXPIRY_MS);
    assert_string_equal(hello(device, secret), "who");
    peer_leave(device);
}

/* A day of use costs one write; a connection that lasts uses its session. */
static void test_dates_are_cheap(void **unused)
{
    (void)unused;
    char secret[64];
    struct peer *ana = person("Ana"), *device = peer_at("10.1.1.1");
    secret_of(ana, secret);
    let_pass(2 * DAY_MS);
    int64_t before = jobs_run();
    for (int i = 0; i < 5; i++)
        assert_string_equal(hello(device, secret), "ok");
    assert_int_equal(jobs_run() - before, 5); /* the tick above has dated the session */
    for (int i = 0; i < 120; i++)
        let_pass(DAY_MS);
    leave_all((struct peer *[]){ana, device}, 2);
    device = peer_at("10.1.1.1");
    assert_string_equal(hello(device, secret), "ok");
    peer_leave(device);
}

static void test_purge(void **unused)
{
    (void)unused;
    char secrets[3][64], code[64], table[64];
    struct peer *gone = person("Gone"), *seated = person("Seated"), *here = person("Here");
    secret_of(gone, secrets[0]);
    secret_of(seated, secrets[1]);
    secret_of(here, secrets[2]);
    struct peer *ana = account(code);
    snprintf(table, sizeof table, "%s", table_of(ana, ",'public':true,'sit':null,'seats':2"));
    assert_string_equal(ask(seated, "{'cmd':'watch','id':7,'table':'%s'}", table), "ok");
    say(seated, "{'cmd':'sit','table':'%s'}", table);
    settle();
    leave_all((struct peer *[]){gone, seated, ana}, 3);
    struct peer *keeper = person("Keeper"); /* keeps the table in use */
    assert_string_equal(ask(keeper, "{'cmd':'watch','id':7,'table':'%s'}", table), "ok");
    for (int i = 0; i < 32; i++)
        let_pass(DAY_MS);
    struct peer *device = peer_at("10.1.1.1");
    assert_string_equal(hello(device, secrets[0]), "who");
    assert_string_equal(hello(device, secrets[1]), "ok");
    assert_string_equal(hello(device, secrets[2]), "ok");
    assert_string_equal(login(device, "long enough"), "ok");
    leave_all((struct peer *[]){here, keeper, device}, 3);
}

/* Strangers try passwords from many addresses: the login is limited, whether it exists or not. The
 * owner's sessions go on, and the recovery code opens the account meanwhile. */
static void test_wrong_passwords(void **unused)
{
    (void)unused;
    char code[64], said[2][1000];
    struct peer *ana = account(code);
    static const char *const logins[] = {"ana@x", "nobody@x"};
    for (int which = 0; which < 2; which++)
        for (int i = 0; i < 11; i++) {
            char address[32];
            snprintf(address, sizeof address, "10.7.%d.%d", which, i);
            struct peer *stranger = peer_at(address);
            assert_string_equal(ask(stranger,
                                    "{'cmd':'login','id':7,'login':'%s','password':'wrong wrong'}",
                                    logins[which]),
                                i < 10 ? "who" : "limit");
            snprintf(said[which], sizeof said[which], "%s", stranger->sent[0]);
            peer_leave(stranger);
        }
    assert_string_equal(said[0], said[1]);
    assert_int_equal(world.locked, 2);
    struct hall_figures figures;
    hall_read_figures(world.hall, &figures);
    assert_int_equal(figures.passwords_wrong, 20);
    assert_int_equal(figures.passwords_limited, 2);
    struct peer *device = peer_at("10.8.8.8");
    assert_string_equal(login(device, "long enough"), "limit");
    /* Where the owner has been, strangers do not use up attempts. */
    assert_string_equal(ask(ana, "{'cmd':'delete','id':7,'password':'wrong wrong'}"), "forbidden");
    assert_string_equal(ask(ana, "{'cmd':'rename','id':7,'name':'Ana L.'}"), "ok");
    world.now_ms += 60 * 1000; /* an attempt comes back, and the right one is not used up */
    assert_string_equal(login(device, "long enough"), "ok");
    assert_string_equal(login(device, "long enough"), "ok");
    struct peer *stranger = peer_at("10.7.7.7"), *other = peer_at("10.9.9.9");
    assert_string_equal(login(stranger, "wrong wrong"), "who");
    assert_string_equal(login(stranger, "wrong wrong"), "limit");
    assert_string_equal(login(other, "long enough"), "limit");
    assert_string_equal(login(device, "long enough"), "ok"); /* logged in there before */
    assert_string_equal(ask(other,
                            "{'cmd':'recover','id':7,'login':'ana@x','recovery':'%s',"
                            "'new':'longer yet'}",
                            code),
                        "ok");
    /* Nobody has tried the new password yet. */
    assert_string_equal(login(other, "longer yet"), "ok");
    for (int i = 0; i < 10; i++) {
        assert_int_equal(world.locked, 3);
        assert_string_equal(login(other, "wrong wrong"), "who");
    }
    assert_int_equal(world.locked, 4);
    leave_all((struct peer *[]){ana, device, stranger, other}, 4);
}

static const char *recover(struct peer *peer, const char *code, const char *password)
{
    return ask(peer, "{'cmd':'recover','id':7,'login':'Ana@x','recovery':'%s','new':'%s'}", code,
               password);
}

static void test_recovery(void **unused)
{
    (void)unused;
    char code[64], second[64], typed[80] = " ";
    struct peer *ana = account(code), *thief = peer_at("10.2.2.2"), *device = peer_at("10.1.1.1");
    assert_string_equal(login(thief, "long enough"), "ok");
    assert_string_equal(recover(device, "not a code", "longer yet"), "who");
    assert_string_equal(recover(device, "00000-00000-00000-00000-00000", "longer yet"), "who");
    assert_string_equal(recover(device, code, "short"), "bad_request");
    /* As people type it: in lower case, without hyphens. */
    size_t length = strlen(typed);
    for (const char *at = code; *at; at++)
        if (*at != '-')
            typed[length++] = (char)(*at >= 'A' && *at <= 'Z' ? *at + 32 : *at);
    assert_string_equal(recover(device, typed, "longer yet"), "ok");
    snprintf(second, sizeof second, "%s", text_of(device, "id", "7", "recovery"));
    assert_int_equal(strlen(second), 29);
    assert_string_not_equal(second, code);
    assert_int_equal(strlen(text_of(device, "id", "7", "secret")), 43);
    /* Everyone else is out, and the used code is worth nothing. */
    assert_string_equal(ask(ana, "{'cmd':'rename','id':7,'name':'B'}"), "who");
    assert_string_equal(ask(thief, "{'cmd':'rename','id':7,'name':'B'}"), "who");
    assert_string_equal(login(thief, "long enough"), "who");
    assert_string_equal(recover(thief, code, "and longer"), "who");
    assert_string_equal(login(ana, "longer yet"), "ok");
    /* A new code for the password, and with a new password. */
    assert_string_equal(ask(ana, "{'cmd':'recovery','id':7,'password':'wrong wrong'}"),
                        "forbidden");
    assert_string_equal(ask(ana, "{'cmd':'recovery','id':7,'password':'longer yet'}"), "ok");
    snprintf(code, sizeof code, "%s", text_of(ana, "id", "7", "recovery"));
    assert_string_equal(recover(thief, second, "and longer"), "who");
    assert_string_equal(
        ask(ana, "{'cmd':'password','id':7,'password':'longer yet','new':'new again'}"), "ok");
    snprintf(second, sizeof second, "%s", text_of(ana, "id", "7", "recovery"));
    assert_string_equal(recover(thief, code, "and longer"), "who");
    assert_string_equal(recover(device, second, "and longer"), "ok");
    leave_all((struct peer *[]){ana, thief, device}, 3);
}

/* Nothing that a client can ask about the table has this name or this id. */
static void is_not_mentioned(struct peer *peer, const char *table, const char *name, const char *id)
{
    static const char *const asks[] = {
        "{'cmd':'watch','id':7,'table':'%s'}",
        "{'cmd':'info','id':7,'table':'%s'}",
        "{'cmd':'log','id':7,'table':'%s'}",
    };
    for (size_t i = 0; i < sizeof asks / sizeof *asks; i++) {
        assert_string_equal(ask(peer, asks[i], table), "ok");
        for (int k = 0; k < peer->sent_count; k++) {
            assert_null(strstr(peer->sent[k], name));
            assert_null(strstr(peer->sent[k], id));
        }
    }
}

/* Ana sits at a table that waits and at one that plays; Bea watches both. */
static void test_delete(void **unused)
{
    (void)unused;
    char code[64], waiting[64], playing[64], id[64];
    struct peer *ana = account(code), *bea = person("Bea"), *device = peer_at("10.1.1.1");
    assert_string_equal(login(device, "long enough"), "ok");
    json_t *answer = find(device, "id", "7");
    snprintf(id, sizeof id, "%s",
             json_string_value(json_object_get(json_object_get(answer, "person"), "id")));
    json_decref(answer);
    snprintf(waiting, sizeof waiting, "%s", table_of(ana, ",'public':true"));
    snprintf(playing, sizeof playing, "%s", table_of(ana, ",'public':true"));
    assert_string_equal(ask(bea, "{'cmd':'watch','id':7,'table':'%s'}", playing), "ok");
    say(bea, "{'cmd':'sit','table':'%s'}", playing);
    settle();
    say(ana, "{'cmd':'start','table':'%s'}", playing);
    say(ana, "{'cmd':'chat','table':'%s','text':'I am Ana'}", playing);
    settle();
    assert_string_equal(
        ask(bea, "{'cmd':'mute','id':7,'table':'%s','person':'%s','on':true}", playing, id), "ok");
    assert_string_equal(ask(bea, "{'cmd':'delete','id':7,'password':'long enough'}"), "forbidden");
    assert_string_equal(ask(ana, "{'cmd':'delete','id':7,'password':'wrong wrong'}"), "forbidden");
    assert_string_equal(ask(ana, "{'cmd':'delete','id':7}"), "bad_request");
    peer_forget(bea);
    assert_string_equal(ask(ana, "{'cmd':'delete','id':7,'password':'long enough'}"), "ok");
    json_t *push = find(device, "push", "who");
    assert_non_null(push);
    json_decref(push);
    push = find(bea, "kind", "stand"); /* a computer player takes over */
    assert_non_null(push);
    json_decref(push);
    for (int again = 0; again < 2; again++) {
        is_not_mentioned(bea, waiting, "Ana", id);
        is_not_mentioned(bea, playing, "Ana", id);
        assert_string_equal(ask(ana, "{'cmd':'rename','id':7,'name':'B'}"), "who");
        assert_string_equal(login(device, "long enough"), "who");
        assert_string_equal(recover(device, code, "longer yet"), "who");
        if (again)
            break;
        /* The same after a restart. */
        leave_all((struct peer *[]){ana, bea, device}, 3);
        world_close();
        world_open();
        ana = peer_at("10.1.1.5");
        bea = person("Bea");
        device = peer_at("10.1.1.1");
    }
    /* The login is free. */
    assert_string_equal(
        ask(bea, "{'cmd':'account','id':7,'login':'ana@x','password':'long enough'}"), "ok");
    leave_all((struct peer *[]){ana, bea, device}, 3);
}

/* A private match of computer players that Ana hosts, played to its end and closed. */
static struct peer *finished_match(char table[64], char invite[64])
{
    struct peer *ana = person("Ana");
    snprintf(
        table, 64, "%s",
        table_of(ana, ",'bots':['random','random'],'sit':null,'pace':'fast','autostart':true"));
    snprintf(invite, 64, "%s", text_of(ana, "id", "7", "invite"));
    say(ana, "{'cmd':'start','table':'%s'}", table);
    for (int i = 0;
         i < 2000 && strcmp(ask(ana, "{'cmd':'record','id':7,'table':'%s'}", table), "ok") != 0;
         i++)
        pass(1000);
    return ana;
}

/* Every request that could reveal a record, asked by a stranger with the table's id and, after the
 * table is closed, its invitation. Only the host shares it. */
static void test_records_are_private(void **unused)
{
    (void)unused;
    char table[64], invite[64], host[64];
    world.hall->environment.settings.limits.messages_per_second = 10000;
    struct peer *ana = finished_match(table, invite);
    assert_string_equal(ask(ana, "{'cmd':'record','id':7,'table':'%s'}", table), "ok");
    snprintf(host, sizeof host, "%s", ana->client->person->id);
    ask(ana, "{'cmd':'unwatch','id':7,'table':'%s'}", table);
    pass(3 * SWEEP_MS); /* out of memory … */
    let_pass(SWEEP_OVER_MS);
    pass(2 * SWEEP_MS); /* … and closed */
    static const struct {
        const char *request, *private, *shared;
    } asks[] = {
        {"{'cmd':'record','id':7,'table':'%s'}", "forbidden", "ok"},
        {"{'cmd':'records','id':7}", "ok", "ok"},
        {"{'cmd':'records','id':7,'game':'trex'}", "ok", "ok"},
        {"{'cmd':'stats','id':7,'game':'trex'}", "ok", "ok"},
        {"{'cmd':'info','id':7,'table':'%s'}", "no_table", "no_table"},
        {"{'cmd':'watch','id':7,'table':'%s'}", "no_table", "no_table"},
        {"{'cmd':'log','id':7,'table':'%s'}", "forbidden", "forbidden"},
        {"{'cmd':'share','id':7,'table':'%s'}", "forbidden", "forbidden"},
        {"{'cmd':'rematch','id':7,'table':'%s'}", "forbidden", "forbidden"},
        {"{'cmd':'tables','id':7}", "ok", "ok"},
        {"{'cmd':'create','id':7,'game':'trex','seats':2,'origin':{'record':'%s','move':1}}",
         "forbidden", "ok"},
    };
    struct peer *eve = person("Eve");
    for (int shared = 0; shared < 2; shared++) {
        for (size_t i = 0; i < sizeof asks / sizeof *asks; i++) {
            assert_string_equal(ask(eve, asks[i].request, table),
                                shared ? asks[i].shared : asks[i].private);
            bool reveals = shared && i < 3;
            for (int k = 0; k < eve->sent_count && !(shared && i == 10); k++) {
                assert_true((strstr(eve->sent[k], table) != NULL) == reveals);
                if (!shared)
                    assert_null(strstr(eve->sent[k], "'games':1"));
            }
        }
        for (int code = 0; code < 2; code++)
            assert_string_equal(ask(eve,
                                    code ? "{'cmd':'watch','id':7,'invite':'%s'}"
                                         : "{'cmd':'info','id':7,'invite':'%s'}",
                                    invite),
                                "no_table");
        assert_string_equal(ask(eve, "{'cmd':'records','id':7,'person':'%s'}", host), "ok");
        assert_string_equal(ask(ana, "{'cmd':'share','id':7,'table':'%s'}", table), "ok");
    }
    assert_string_equal(ask(ana, "{'cmd':'watch','id':7,'table':'%s'}", table), "ok");
    leave_all((struct peer *[]){ana, eve}, 2);
}

/* Two at a time, fifty wait, and the others are asked to try again. */
static void test_hashes_are_bounded(void **unused)
{
    (void)unused;
    enum { PEERS = 60 };
    struct peer *peers[PEERS];
    for (int i = 0; i < PEERS; i++) {
        char address[32];
        snprintf(address, sizeof address, "10.6.0.%d", i);
        peers[i] = peer_at(address);
        say(peers[i], "{'cmd':'login','id':7,'login':'bob%d','password':'long enough'}", i);
    }
    store_settle();
    assert_int_equal(world.hash_count, 2);
    for (int i = 0; i < PEERS; i++)
        assert_string_equal(code_of(peers[i], "7"), i < 52 ? "" : "limit");
    peer_leave(peers[10]); /* while its password waits */
    int most = 0, done = 0;
    while (world.hash_count) {
        most = world.hash_count > most ? world.hash_count : most;
        struct password_work *work = world.hashes[--world.hash_count];
        work->matches = false;
        hall_password_done(world.hall, work, world.now_ms);
        store_settle();
        done++;
    }
    assert_int_equal(most, 2);
    assert_int_equal(done, 52);
    for (int i = 0; i < PEERS; i++) {
        if (i == 10)
            continue;
        assert_string_equal(code_of(peers[i], "7"), i < 52 ? "who" : "limit");
        peer_leave(peers[i]);
    }
}

/* The bytes of a request and the work of another thread do not keep the password. */
static void test_passwords_are_wiped(void **unused)
{
    (void)unused;
    struct peer *ana = person("Ana");
    char bytes[] =
        "{\"cmd\":\"account\",\"id\":7,\"login\":\"ana@x\",\"password\":\"tell nobody\"}";
    hall_receive(world.hall, ana->client, bytes, sizeof bytes - 1, world.now_ms);
    for (size_t i = 0; i < sizeof bytes; i++)
        assert_int_equal(bytes[i], 0);
    assert_int_equal(world.hash_count, 1);
    struct password_work work = *world.hashes[0];
    assert_string_equal(work.password, "tell nobody");
    password_work_do(&work);
    assert_false(work.failed);
    for (size_t i = 0; i < sizeof work.password; i++)
        assert_int_equal(work.password[i], 0);
    settle();
    peer_leave(ana);
}

int identity_tests(void)
{
#define TEST(name) cmocka_unit_test_setup_teardown(test_##name, world_begin, world_end)
    const struct CMUnitTest tests[] = {
        TEST(sessions_expire),
        TEST(dates_are_cheap),
        TEST(purge),
        TEST(wrong_passwords),
        TEST(recovery),
        TEST(delete),
        TEST(hashes_are_bounded),
        TEST(passwords_are_wiped),
        TEST(records_are_private),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
