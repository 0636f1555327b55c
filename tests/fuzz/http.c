/* Requests by HTTP: five lines of any bytes (method, path, query, secret, body) given to a whole
 * hall, one such group after the other. The secret "me" stands for the latest one given out. Each
 * gets one answer, which is JSON, and a status that fits it. */
#include "support.h"

#include "base/check.h"
#include "server/inside.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

enum { PARTS = 5 };

struct answer {
    int count;
    bool ok;
};

static char latest_secret[64];

static void on_send(void *context, struct client *client, struct message *message)
{
    (void)context;
    struct answer *answer = client_owner(client);
    answer->count++;
    json_t *json = json_loadb(message_text(message), message->length, 0, NULL);
    CHECK(json && json_is_boolean(json_object_get(json, "ok")));
    answer->ok = json_is_true(json_object_get(json, "ok"));
    const char *secret = json_string_value(json_object_get(json, "secret"));
    if (secret)
        snprintf(latest_secret, sizeof latest_secret, "%s", secret);
    json_decref(json);
}

static void on_end(void *context, struct client *client)
{
    (void)context, (void)client;
}

static void on_think(void *context, struct thought *thought)
{
    (void)context, (void)thought;
    check_failed("nobody plays here", __FILE__, __LINE__);
}

static void on_hash(void *context, struct password_work *work)
{
    (void)context;
    work->matches = work->hashed[0] != '\0';
    work->hashed[0] = 'x';
    hall_password_done(work->hall, work, 1);
}

static struct rng rng;

static void on_entropy(void *context, void *bytes, size_t size)
{
    (void)context;
    for (size_t i = 0; i < size; i++)
        ((unsigned char *)bytes)[i] = (unsigned char)rng_below(&rng, 256);
}

static int64_t on_now(void *context)
{
    (void)context;
    return 1;
}

static void on_log(void *context, const char *event, json_t *fields)
{
    (void)context, (void)event;
    json_decref(fields);
}

static const struct hall_outside outside = {.send = on_send,
                                            .end = on_end,
                                            .think = on_think,
                                            .hash = on_hash,
                                            .entropy = on_entropy,
                                            .now_us = on_now,
                                            .log = on_log};

static struct store *store;
static struct hall *hall;

static void settle(void)
{
    do
        store_work(store);
    while (store_collect(store));
}

/* One hall for many inputs, as making one takes much longer than a request; but not for all, as it
 * grows. */
static void hall_renew(void)
{
    static int inputs;
    if (hall && inputs++ < 20000)
        return;
    if (hall) {
        hall_free(hall);
        store_close(store);
    }
    inputs = 0;
    rng_start(&rng, 1);
    char error[200];
    store = store_open(":memory:", NULL, NULL, error, sizeof error);
    CHECK(store);
    struct hall_settings settings = {
        .limits = hall_limits_standard, .texts = tested_texts(), .now_ms = 1};
    settings.limits.messages_per_second = settings.limits.new_people_per_minute = 1 << 20;
    settings.limits.wrong_codes_per_minute = 1 << 20;
    hall = hall_new(&settings, &outside, store);
    hall_load(hall);
    settle();
}

static void ask(char *const parts[PARTS])
{
    static int64_t now_ms = 1000;
    struct answer answer = {0};
    struct client *client = hall_enter(hall, "fuzz", &answer);
    now_ms += 1000;
    const char *secret = strcmp(parts[3], "me") == 0 ? latest_secret : parts[3];
    hall_http(hall, client, parts[0], parts[1], parts[2], secret[0] ? secret : NULL, parts[4],
              strlen(parts[4]), now_ms);
    settle();
    int status = hall_http_status(client);
    CHECK(answer.count == 1 && status >= 200 && status < 600 && answer.ok == (status == 200));
    hall_leave(hall, client);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    hall_renew();
    char *bytes = malloc(size + 1);
    CHECK(bytes);
    memcpy(bytes, data, size);
    bytes[size] = '\0';
    char *rest = bytes;
    static char none[] = "";
    while (*rest) {
        char *parts[PARTS];
        for (int i = 0; i < PARTS; i++) {
            parts[i] = rest ? rest : none;
            rest = rest ? strchr(rest, '\n') : NULL;
            if (rest)
                *rest++ = '\0';
        }
        ask(parts);
        if (!rest)
            break;
    }
    free(bytes);
    return 0;
}
