/* Clients come, ask, are answered and go.
 *
 * A client that leaves while an answer for it is under way is only marked as gone; what the store
 * or another thread brings for it later finds it still there, and the last of them frees it. */
#include "hall/hall.h"

#include "hall/inside.h"

#include "base/bits.h"
#include "base/check.h"
#include "wire/fault.h"

#include <sodium.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

const struct hall_limits hall_limits_standard = {
    .message_bytes = 16384,
    .messages_per_second = 20,
    .gestures_per_second = 20,
    .chats_per_minute = 30,
    .tables_per_person = 20,
    .tables = 20000,
    .watches_per_client = 50,
    .new_people_per_minute = 60,
    .new_tables_per_minute = 60,
    .wrong_codes_per_minute = 20,
};

enum { QUEUE_MAX = 32, QUEUE_BYTES_MAX = 32768 };

/* A request that waits until the one before it is done. */
struct queued {
    struct request request;
    size_t bytes;
    struct queued *next;
};

/* Answers. */

void client_send(struct client *client, struct message *message)
{
    if (client->gone || client->ended)
        return;
    client->hall->figures.messages_out++;
    client->hall->outside.send(client->hall->outside.context, client, message);
}

/* {"id":ID,"ok":OK and what follows, which ends with the brace. */
static void send_answer(struct client *client, const char *id, bool ok, const char *rest)
{
    const size_t size = strlen(rest) + (id ? strlen(id) : 0) + 32;
    char *text = malloc(size);
    CHECK(text);
    int length = snprintf(text, size, "{\"id\":%s,\"ok\":%s%s", id ? id : "null",
                          ok ? "true" : "false", rest);
    struct message *message = message_new(text, (size_t)length);
    free(text);
    client_send(client, message);
    message_drop(message);
}

void client_answer(struct client *client, const char *id, json_t *answer)
{
    char *text = answer ? json_dumps(answer, JSON_COMPACT) : NULL;
    json_decref(answer);
    client->http_status = 200;
    if (text && strcmp(text, "{}") != 0) {
        text[0] = ','; /* its brace */
        send_answer(client, id, true, text);
    } else {
        send_answer(client, id, true, "}");
    }
    free(text);
}

void client_answer_text(struct client *client, const char *id, const char *key, const char *json)
{
    const size_t size = strlen(key) + strlen(json) + 8;
    char *rest = malloc(size);
    CHECK(rest);
    snprintf(rest, size, ",\"%s\":%s}", key, json);
    client->http_status = 200;
    send_answer(client, id, true, rest);
    free(rest);
}

static int status_of(enum fault_code code)
{
    switch (code) {
    case FAULT_WHO:
        return 401;
    case FAULT_FORBIDDEN:
        return 403;
    case FAULT_NO_TABLE:
    case FAULT_NO_ADDRESS:
        return 404;
    case FAULT_WRONG_METHOD:
        return 405;
    case FAULT_TAKEN:
        return 409;
    case FAULT_TOO_LARGE:
        return 413;
    case FAULT_LIMIT:
        return 429;
    case FAULT_UNAVAILABLE:
        return 503;
    default:
        return 400;
    }
}

void client_refuse(struct client *client, const char *id, const struct fault *fault)
{
    client->hall->figures.errors++;
    client->http_status = status_of(fault->code);
    if (client->gone)
        return;
    json_t *json = json_pack("{s:o}", "error", wire_fault(client->hall->settings.texts, fault));
    CHECK(json);
    char *text = json_dumps(json, JSON_COMPACT);
    CHECK(text);
    json_decref(json);
    text[0] = ',';
    send_answer(client, id, false, text);
    free(text);
}

int hall_http_status(const struct client *client)
{
    return client->http_status;
}

void *client_owner(const struct client *client)
{
    return client->owner;
}

/* Clients. */

struct client *hall_enter(struct hall *hall, const char *address, void *owner)
{
    struct client *client = calloc(1, sizeof *client);
    CHECK(client);
    client->hall = hall;
    client->owner = owner;
    client->queue_end = &client->queue;
    client->address = address_get(hall, address);
    client->address->clients++;
    client->next = hall->clients;
    if (hall->clients)
        hall->clients->previous = client;
    hall->clients = client;
    hall->figures.clients++;
    return client;
}

static void queue_free(struct client *client)
{
    while (client->queue) {
        struct queued *queued = client->queue;
        client->queue = queued->next;
        request_free(&queued->request);
        free(queued);
    }
    client->queue_end = &client->queue;
    client->queue_count = 0;
    client->queue_bytes = 0;
}

void hall_leave(struct hall *hall, struct client *client)
{
    CHECK(!client->gone);
    client->gone = true; /* first: nothing is sent to it any more */
    person_leave(hall, client);
    queue_free(client);
    client->address->clients--;
    client->address->seen_ms = hall->now_ms;
    client->address = NULL; /* it may be forgotten from now on */
    if (client->previous)
        client->previous->next = client->next;
    else
        hall->clients = client->next;
    if (client->next)
        client->next->previous = client->previous;
    hall->figures.clients--;
    if (client->waiting == 0)
        free(client);
}

void client_hold(struct client *client)
{
    client->waiting++;
}

void client_release(struct client *client)
{
    CHECK(client->waiting > 0);
    if (--client->waiting == 0 && client->gone)
        free(client);
}

void client_pause(struct client *client)
{
    client->paused = true;
}

void client_resume(struct client *client)
{
    struct hall *hall = client->hall;
    client->paused = false;
    client_hold(client);
    while (client->queue && !client->paused) {
        struct queued *queued = client->queue;
        client->queue = queued->next;
        if (!client->queue)
            client->queue_end = &client->queue;
        client->queue_count--;
        client->queue_bytes -= queued->bytes;
        request_run(hall, client, &queued->request);
        request_free(&queued->request);
        free(queued);
    }
    client_release(client);
}

static bool client_queue(struct client *client, struct request *request, size_t bytes,
                         struct fault *fault)
{
    if (client->queue_count == QUEUE_MAX || client->queue_bytes + bytes > QUEUE_BYTES_MAX)
        return fault_set(fault, FAULT_LIMIT, NULL, "server.too_many_waiting", NULL);
    struct queued *queued = malloc(sizeof *queued);
    CHECK(queued);
    *queued = (struct queued){.request = *request, .bytes = bytes};
    *request = (struct request){0};
    *client->queue_end = queued;
    client->queue_end = &queued->next;
    client->queue_count++;
    client->queue_bytes += bytes;
    return true;
}

/* tasks. */

struct task *task_new(struct client *client, struct request *request)
{
    struct task *task = calloc(1, sizeof *task);
    CHECK(task);
    task->client = client;
    client_hold(client);
    if (request) {
        task->request = *request;
        *request = (struct request){0};
    }
    task->next = client->hall->tasks;
    if (task->next)
        task->next->previous = task;
    client->hall->tasks = task;
    return task;
}

/* But for the client. */
static void task_forget(struct hall *hall, struct task *task)
{
    if (task->previous)
        task->previous->next = task->next;
    else
        hall->tasks = task->next;
    if (task->next)
        task->next->previous = task->previous;
    request_free(&task->request);
    if (task->work)
        sodium_memzero(task->work, sizeof *task->work);
    free(task->work);
    sodium_memzero(task->secret, sizeof task->secret);
    free(task);
}

void task_free(struct task *task)
{
    struct client *client = task->client;
    task_forget(client->hall, task);
    client_release(client);
}

struct store_job *task_job(struct task *task, enum store_kind kind,
                           void (*done)(struct store_job *job))
{
    client_pause(task->client);
    return store_job_new(kind, done, task);
}

void task_resume(struct task *task)
{
    struct client *client = task->client;
    task_forget(client->hall, task);
    client_resume(client);
    client_release(client);
}

void task_unavailable(struct task *task)
{
    struct fault fault;
    fault_set(&fault, FAULT_UNAVAILABLE, NULL, "server.unavailable", NULL);
    client_refuse(task->client, task->request.id, &fault);
}

/* What comes in. */

static bool receive(struct hall *hall, struct client *client, struct request *request, char *bytes,
                    size_t size, struct fault *fault)
{
    bool fits = size <= (size_t)hall->settings.limits.message_bytes;
    if (!fits)
        fault_set(fault, FAULT_TOO_LARGE, NULL, "server.message_too_long", NULL);
    bool fine = fits && request_read(request, bytes, size, fault);
    bool is_gesture = fine && request->cmd == REQUEST_GESTURE;
    if (!client_in_time(client, is_gesture)) {
        /* Gestures are dropped in silence: those that come after say it all. */
        return is_gesture || fault_set(fault, FAULT_LIMIT, NULL, "server.too_fast", NULL);
    }
    if (!fine)
        return false;
    if (client->paused)
        return client_queue(client, request, size, fault);
    request_run(hall, client, request);
    return true;
}

void hall_receive(struct hall *hall, struct client *client, char *bytes, size_t size,
                  int64_t now_ms)
{
    hall->now_ms = now_ms;
    hall->figures.messages_in++;
    if (client->ended)
        return;
    struct request request = {0};
    struct fault fault = {0};
    client_hold(client);
    if (!receive(hall, client, &request, bytes, size, &fault))
        client_refuse(client, request.id, &fault);
    request_free(&request);
    client_release(client);
}

static bool receive_http(struct hall *hall, struct client *client, struct request *request,
                         const char *const asked[4], char *body, size_t size, struct fault *fault)
{
    const struct hall_limits *limits = &hall->settings.limits;
    if (!client_in_time_http(client))
        return fault_set(fault, FAULT_LIMIT, NULL, "server.too_fast", NULL);
    if (size > (size_t)limits->message_bytes)
        return fault_set(fault, FAULT_TOO_LARGE, NULL, "server.message_too_long", NULL);
    if (!request_read_http(request, asked[0], asked[1], asked[2], asked[3], body, size, fault))
        return false;
    if (request->secret && request->cmd != REQUEST_HELLO)
        people_identify(hall, client, request);
    else
        request_run(hall, client, request);
    return true;
}

void hall_http(struct hall *hall, struct client *client, const char *method, const char *path,
               const char *query, const char *secret, char *body, size_t size, int64_t now_ms)
{
    hall->now_ms = now_ms;
    hall->figures.messages_in++;
    client->is_http = true;
    struct request request = {0};
    struct fault fault = {0};
    client_hold(client);
    if (!receive_http(hall, client, &request, (const char *[4]){method, path, query, secret}, body,
                      size, &fault))
        client_refuse(client, request.id, &fault);
    request_free(&request);
    client_release(client);
}

/* The hall itself. */

struct hall *hall_new(const struct hall_settings *settings, const struct hall_outside *outside,
                      struct store *store)
{
    CHECK(sodium_init() >= 0);
    struct hall *hall = calloc(1, sizeof *hall);
    CHECK(hall);
    hall->settings = *settings;
    hall->outside = *outside;
    hall->store = store;
    hall->now_ms = settings->now_ms;
    addresses_new(hall);
    hall->push_writer = push_writer_new();
    return hall;
}

void hall_free(struct hall *hall)
{
    if (!hall)
        return;
    while (hall->clients)
        hall_leave(hall, hall->clients);
    thinking_free(hall);
    bots_suggestions_free(hall);
    live_tables_free(hall);
    while (hall->tasks) {
        struct task *task = hall->tasks;
        task_free(task);
    }
    listing_free(hall);
    addresses_free(hall);
    id_map_free(&hall->people);
    id_map_free(&hall->live_tables);
    push_writer_free(hall->push_writer);
    free(hall);
}

void hall_load(struct hall *hall)
{
    live_tables_load(hall);
}

bool hall_is_ready(const struct hall *hall)
{
    return hall->loaded && hall->loading == 0;
}

void hall_tick(struct hall *hall, int64_t now_ms)
{
    hall->now_ms = now_ms;
    live_tables_tick(hall);
    addresses_tick(hall);
}

void hall_stop(struct hall *hall)
{
    static const char text[] = "{\"push\":\"stop\"}";
    hall->stopping = true;
    struct message *message = message_new(text, sizeof text - 1);
    for (struct client *client = hall->clients; client; client = client->next)
        if (!client->is_http)
            client_send(client, message);
    message_drop(message);
}

void figures_latency(struct hall *hall, int64_t arrived_us)
{
    struct hall_figures *figures = &hall->figures;
    int64_t us = hall->outside.now_us(hall->outside.context) - arrived_us;
    figures->latency_count++;
    figures->latency_us += us;
    for (int i = 15; i >= 0 && us <= INT64_C(100) << i; i--)
        figures->latency[i]++;
}

void hall_figures(const struct hall *hall, struct hall_figures *figures)
{
    *figures = hall->figures;
    figures->people_online = (int64_t)hall->people.count;
    figures->watchers = figures->tables_waiting = figures->tables_playing = figures->tables_over =
        0;
    figures->thoughts_waiting = 0;
    for (size_t i = 0; i < hall->live_tables.capacity; i++) {
        const struct live_table *live = hall->live_tables.slots[i];
        if (!live || live->loading)
            continue;
        figures->watchers += live->watch_count;
        figures->thoughts_waiting += bits_count(live->thinking);
        figures->tables_waiting += live->table->state == TABLE_WAITING;
        figures->tables_playing += live->table->state == TABLE_PLAYING;
        figures->tables_over += live->table->state == TABLE_OVER;
    }
}
