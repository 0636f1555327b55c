/* Fuzzes what servers tell each other: any bytes as messages, to a hall with a table of Scale that is
 * being played. Messages are separated by zeroes; "T" at the beginning of a word is the table. */
#include "support.h"

#include "base/base.h"
#include "base/system/system.h"
#include "hall/cluster/news/news.h"
#include "hall/hall.h"
#include "hall/hall_internal.h"
#include "store/journal/journal.h"
#include "store/store.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

enum { BEGIN_MS = 1000000 };

static struct rng rng;
static struct hall *hall;
static struct store *store;
static char table[STORE_ID_TEXT];
static int64_t now_ms;

static void on_send(void *context, struct client *client, struct message *message)
{
    (void)context, (void)client;
    json_t *json = json_loadb(message_text(message), message->length, 0, NULL);
    CHECK(json);
    const char *id = json_string_value(json_object_get(json, "table"));
    if (id && !table[0])
        memcpy(table, id, sizeof table);
    json_decref(json);
}

static void on_end(void *context, struct client *client)
{
    (void)context, (void)client;
}

static struct decision *decisions[8];
static int decision_count;

static void on_think(void *context, struct decision *decision)
{
    (void)context;
    CHECK(decision_count < 8);
    decision->iterations = 1;
    decisions[decision_count++] = decision;
}

static void on_entropy(void *context, void *bytes, size_t size)
{
    (void)context;
    for (size_t i = 0; i < size; i++)
        ((unsigned char *)bytes)[i] = (unsigned char)rng_below(&rng, 256);
}

static int64_t on_now_us(void *context)
{
    (void)context;
    return now_ms * 1000;
}

static void on_log(void *context, const char *event, json_t *fields)
{
    (void)context, (void)event;
    json_decref(fields);
}

static const struct hall_platform platform = {.send = on_send,
                                              .end = on_end,
                                              .think = on_think,
                                              .entropy = on_entropy,
                                              .now_us = on_now_us,
                                              .cpu_us = on_now_us,
                                              .log = on_log};

static void settle(void)
{
    do
        store_work(store);
    while (store_collect(store));
    while (decision_count > 0) {
        struct decision *decision = decisions[--decision_count];
        decision_think(decision);
        hall_decision_done(hall, decision, now_ms);
    }
}

static void say(struct client *client, const char *format)
{
    char text[300];
    int size = snprintf(text, sizeof text, format, table);
    hall_receive(hall, client, text, (size_t)size, now_ms);
    settle();
}

static void hall_begin(void)
{
    rng_start(&rng, 1);
    now_ms = BEGIN_MS;
    store = store_new(queue_new(journal_open(NULL)));
    struct hall_settings settings = {
        .limits = hall_limits_standard, .texts = tested_texts(), .now_ms = now_ms};
    hall = hall_new(&settings, &platform, store);
    hall_load(hall);
    settle();
    struct client *client = hall_enter(hall, "fuzz", NULL);
    say(client, "{\"id\":1,\"cmd\":\"hello\",\"name\":\"Ana\"}");
    say(client, "{\"id\":2,\"cmd\":\"create\",\"game\":\"scale\",\"seats\":3,"
                "\"bots\":[null,\"easy\",\"easy\"],\"options\":{\"mode\":\"stage\"}}");
    say(client, "{\"id\":3,\"cmd\":\"watch\",\"table\":\"%s\"}");
    say(client, "{\"id\":4,\"cmd\":\"start\",\"table\":\"%s\"}");
    CHECK(table[0] && live_tables_find(&hall->tables, table));
}

/* The message with the id of the table in place of "T". */
static void hear(const char *message, size_t size)
{
    char *text = alloc_new(size * STORE_ID_TEXT + 1);
    size_t length = 0;
    for (size_t i = 0; i < size; i++)
        if (message[i] == 'T' && i > 0 && message[i - 1] == ' ')
            length += (size_t)sprintf(text + length, "%s", table);
        else
            text[length++] = message[i];
    text[length] = '\0';
    news_take(&(struct news_targets){.tables = &hall->tables,
                                     .people = &hall->people,
                                     .attempts = &hall->attempts},
              text);
    free(text);
    now_ms += HALL_TICK_MS;
    hall_tick(hall, now_ms);
    settle();
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    if (!hall)
        hall_begin();
    const char *at = (const char *)data;
    while (size > 0) {
        const char *end = memchr(at, '\0', size);
        size_t length = end ? (size_t)(end - at) : size;
        hear(at, length);
        at += length + (end != NULL);
        size -= length + (end != NULL);
    }
    return 0;
}
