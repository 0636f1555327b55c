/* The platform of a hall in tests, and its clients: messages in and messages out. Then: peers. */
#include "hall_platform.h"

#include "base/base.h"
#include "store/store.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include <cmocka.h> /* needs hall_platform.h */

struct world world;

static void platform_send(void *context, struct client *client, struct message *message)
{
    (void)context;
    struct peer *peer = client_owner(client);
    assert_true(peer->sent_count < SENT_MAX);
    char *text = malloc(message->length + 1);
    CHECK(text);
    memcpy(text, message_text(message), message->length);
    text[message->length] = '\0';
    peer->sent[peer->sent_count++] = text;
}

static void platform_end(void *context, struct client *client)
{
    (void)context;
    ((struct peer *)client_owner(client))->ended = true;
}

static void platform_think(void *context, struct decision *decision)
{
    (void)context;
    assert_true(world.decision_count < PENDING_MAX);
    world.decisions[world.decision_count++] = decision;
}

/* Like the real one, but fast. */
static void hash_quickly(struct password_work *work)
{
    char expected[STORE_PASSWORD_TEXT];
    snprintf(expected, sizeof expected, "hash of %.100s", work->password);
    if (work->hashed[0])
        work->matches = strcmp(work->hashed, expected) == 0;
    else
        strcpy(work->hashed, expected);
    memset(work->password, 0, sizeof work->password);
    hall_password_done(world.hall, work, world.now_ms);
}

static void platform_hash(void *context, struct password_work *work)
{
    (void)context;
    assert_true(world.hash_count < PENDING_MAX);
    if (world.hash_at_once)
        hash_quickly(work);
    else
        world.hashes[world.hash_count++] = work;
}

static void platform_entropy(void *context, void *bytes, size_t size)
{
    (void)context;
    for (size_t i = 0; i < size; i++)
        ((unsigned char *)bytes)[i] = (unsigned char)rng_below(&world.rng, 256);
}

static int64_t platform_now_us(void *context)
{
    (void)context;
    return world.now_ms * 1000;
}

static int64_t platform_cpu_us(void *context)
{
    (void)context;
    return world.cpu_us += world.cpu_step_us;
}

static void platform_log(void *context, const char *event, json_t *fields)
{
    (void)context;
    world.locked += strcmp(event, "login_locked") == 0;
    json_decref(fields);
}

static const struct hall_platform platform = {
    .send = platform_send,
    .end = platform_end,
    .think = platform_think,
    .hash = platform_hash,
    .entropy = platform_entropy,
    .now_us = platform_now_us,
    .cpu_us = platform_cpu_us,
    .log = platform_log,
};

void world_open(void)
{
    char error[200];
    world.store = store_open(world.path, NULL, NULL, error, sizeof error);
    assert_non_null(world.store);
    struct hall_settings settings = {.limits = hall_limits_standard,
                                     .texts = tested_texts(),
                                     .now_ms = world.now_ms,
                                     .session_ms = WORLD_SESSION_MS,
                                     .guest_ms = WORLD_GUEST_MS};
    world.hall = hall_new(&settings, &platform, world.store);
    hall_load(world.hall);
    settle();
    assert_true(hall_is_ready(world.hall));
}

void world_close(void)
{
    for (int i = 0; i < world.decision_count; i++)
        hall_decision_done(world.hall, world.decisions[i], world.now_ms);
    world.decision_count = world.hash_count = 0;
    hall_free(world.hall);
    store_close(world.store);
    world.hall = NULL;
}

int world_begin(void **unused)
{
    (void)unused;
    world = (struct world){.now_ms = 1800000000000, .folder = "/tmp/ludosaure-hall-XXXXXX"};
    rng_start(&world.rng, 1);
    assert_non_null(mkdtemp(world.folder));
    snprintf(world.path, sizeof world.path, "%s/test.db", world.folder);
    world_open();
    return 0;
}

int world_end(void **unused)
{
    (void)unused;
    if (world.hall)
        world_close();
    static const char *const ends[] = {"", "-wal", "-shm"};
    for (size_t i = 0; i < sizeof ends / sizeof *ends; i++) {
        char name[128];
        snprintf(name, sizeof name, "%s%s", world.path, ends[i]);
        unlink(name);
    }
    assert_int_equal(rmdir(world.folder), 0);
    return 0;
}

void store_settle(void)
{
    do
        store_work(world.store);
    while (store_collect(world.store));
}

void settle(void)
{
    store_settle();
    while (world.hash_count || world.decision_count) {
        if (world.hash_count)
            hash_quickly(world.hashes[--world.hash_count]);
        if (world.decision_count) {
            struct decision *decision = world.decisions[--world.decision_count];
            decision_think(decision);
            hall_decision_done(world.hall, decision, world.now_ms);
        }
        store_settle();
    }
}

void pass(int64_t ms)
{
    for (int64_t end = world.now_ms + ms; world.now_ms < end;) {
        world.now_ms += HALL_TICK_MS;
        hall_tick(world.hall, world.now_ms);
        settle();
    }
}

/* ---- Peers ---- */

struct peer *peer_at(const char *address)
{
    struct peer *peer = calloc(1, sizeof *peer);
    CHECK(peer);
    peer->client = hall_enter(world.hall, address, peer);
    return peer;
}

void peer_forget(struct peer *peer)
{
    for (int i = 0; i < peer->sent_count; i++)
        free(peer->sent[i]);
    peer->sent_count = 0;
}

void peer_leave(struct peer *peer)
{
    hall_leave(world.hall, peer->client);
    peer_forget(peer);
    free(peer);
}

void say_bytes(struct peer *peer, const char *bytes, size_t size)
{
    char *copy = malloc(size + 1);
    CHECK(copy);
    memcpy(copy, bytes, size);
    copy[size] = '\0';
    hall_receive(world.hall, peer->client, copy, size, world.now_ms);
    free(copy);
}

/* Replaces ' by quotes. */
static void text_format(char *text, size_t size, const char *format, va_list arguments)
{
    int length = vsnprintf(text, size, format, arguments);
    assert_true(length >= 0 && (size_t)length < size);
    for (; *text; text++)
        if (*text == '\'')
            *text = '"';
}

void say(struct peer *peer, const char *format, ...)
{
    char text[20000];
    va_list arguments;
    va_start(arguments, format);
    text_format(text, sizeof text, format, arguments);
    va_end(arguments);
    say_bytes(peer, text, strlen(text));
}

json_t *find(const struct peer *peer, const char *key, const char *value)
{
    for (int i = peer->sent_count - 1; i >= 0; i--) {
        json_t *json = json_loads(peer->sent[i], 0, NULL);
        assert_non_null(json);
        json_t *at = json_object_get(json, key);
        if ((json_is_string(at) && strcmp(json_string_value(at), value) == 0) ||
            (json_is_integer(at) && json_integer_value(at) == atoi(value)))
            return json;
        json_decref(json);
    }
    return NULL;
}

bool was_told(const struct peer *peer, const char *words)
{
    for (int i = 0; i < peer->sent_count; i++)
        if (has(peer->sent[i], words))
            return true;
    return false;
}

const char *text_of(const struct peer *peer, const char *key, const char *value, const char *wanted)
{
    static char copies[8][128];
    static int which;
    which = (which + 1) % 8;
    json_t *json = find(peer, key, value);
    const char *text = json_string_value(json_object_get(json, wanted));
    snprintf(copies[which], sizeof copies[which], "%s", text ? text : "");
    json_decref(json);
    return copies[which];
}

const char *code_of(const struct peer *peer, const char *id)
{
    static char code[40];
    json_t *json = find(peer, "id", id);
    const char *text = json_string_value(json_object_get(json_object_get(json, "error"), "code"));
    snprintf(code, sizeof code, "%s", text ? text : json ? "ok" : "");
    assert_true(!json || json_is_true(json_object_get(json, "ok")) == !text);
    json_decref(json);
    return code;
}

const char *ask(struct peer *peer, const char *format, ...)
{
    char text[20000];
    va_list arguments;
    va_start(arguments, format);
    text_format(text, sizeof text, format, arguments);
    va_end(arguments);
    world.now_ms += 100;
    peer_forget(peer);
    say_bytes(peer, text, strlen(text));
    settle();
    return code_of(peer, "7");
}

bool has(const char *text, const char *part)
{
    char wanted[256];
    snprintf(wanted, sizeof wanted, "%s", part);
    for (char *at = wanted; *at; at++)
        if (*at == '\'')
            *at = '"';
    return strstr(text, wanted) != NULL;
}

struct peer *person(const char *name)
{
    static int number;
    char address[32];
    snprintf(address, sizeof address, "10.0.%d.%d", number / 250 % 250, number % 250);
    number++;
    struct peer *peer = peer_at(address);
    assert_string_equal(ask(peer, "{'cmd':'hello','id':7,'name':'%s'}", name), "ok");
    return peer;
}

const char *table_of(struct peer *host, const char *more)
{
    assert_string_equal(ask(host, "{'cmd':'create','id':7,'game':'trex','seats':2%s}", more), "ok");
    return text_of(host, "id", "7", "table");
}
