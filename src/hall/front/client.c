/* Clients: connections and HTTP requests as the hall knows them.
 *
 * Then: requests; messages; tasks; limits. */
#include "hall/front/front.h"

#include "base/base.h"
#include "base/system/system.h"
#include "wire/wire.h"

#include <sodium.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { QUEUE_MAX = 32, QUEUE_BYTES_MAX = 32768 };

struct queued_request {
    struct request request;
    size_t bytes;
    struct queued_request *next;
};

void clients_start(struct clients *clients, struct environment *environment,
                   struct addresses *addresses, const struct client_callbacks *callbacks)
{
    *clients = (struct clients){
        .environment = environment, .addresses = addresses, .callbacks = *callbacks};
}

struct client *client_new(struct clients *clients, const char *address, void *owner)
{
    struct client *client = alloc_new(sizeof *client);
    client->clients = clients;
    client->environment = clients->environment;
    client->owner = owner;
    client->queue_end = &client->queue;
    client->address = addresses_get(clients->addresses, address);
    client->address->clients++;
    client->next = clients->first;
    if (clients->first)
        clients->first->previous = client;
    clients->first = client;
    client->environment->figures.clients++;
    return client;
}

static void queue_free(struct client *client)
{
    while (client->queue) {
        struct queued_request *queued = client->queue;
        client->queue = queued->next;
        request_free(&queued->request);
        free(queued);
    }
    client->queue_end = &client->queue;
    client->queue_count = 0;
    client->queue_bytes = 0;
}

void client_remove(struct client *client)
{
    CHECK(client->gone);
    queue_free(client);
    client->address->clients--;
    client->address->seen_ms = client->environment->now_ms;
    client->address = NULL; /* it may be forgotten from now on */
    if (client->previous)
        client->previous->next = client->next;
    else
        client->clients->first = client->next;
    if (client->next)
        client->next->previous = client->previous;
    client->environment->figures.clients--;
    if (client->holders == 0)
        free(client);
}

void client_hold(struct client *client)
{
    client->holders++;
}

void client_release(struct client *client)
{
    CHECK(client->holders > 0);
    if (--client->holders == 0 && client->gone)
        free(client);
}

/* ---- Requests ---- */

void client_run(struct client *client, struct request *request)
{
    const struct client_callbacks *callbacks = &client->clients->callbacks;
    callbacks->run(callbacks->context, client, request);
}

void client_pause(struct client *client)
{
    client->paused = true;
}

void client_resume(struct client *client)
{
    client->paused = false;
    client_hold(client);
    while (client->queue && !client->paused) {
        struct queued_request *queued = client->queue;
        client->queue = queued->next;
        if (!client->queue)
            client->queue_end = &client->queue;
        client->queue_count--;
        client->queue_bytes -= queued->bytes;
        client_run(client, &queued->request);
        request_free(&queued->request);
        free(queued);
    }
    client_release(client);
}

bool client_queue(struct client *client, struct request *request, size_t bytes, struct fault *fault)
{
    if (client->queue_count == QUEUE_MAX || client->queue_bytes + bytes > QUEUE_BYTES_MAX)
        return fault_set(fault, FAULT_LIMIT, NULL, "server.too_many_waiting", NULL);
    struct queued_request *queued = alloc_new(sizeof *queued);
    queued->request = request_take(request);
    queued->bytes = bytes;
    *client->queue_end = queued;
    client->queue_end = &queued->next;
    client->queue_count++;
    client->queue_bytes += bytes;
    return true;
}

/* ---- Messages ---- */

void client_send(struct client *client, struct message *message)
{
    struct environment *environment = client->environment;
    if (client->gone || client->ended)
        return;
    environment->figures.messages_out++;
    environment->platform.send(environment->platform.context, client, message);
}

void clients_send_all(struct clients *clients, const char *text)
{
    struct message *message = message_new(text, strlen(text));
    for (struct client *client = clients->first; client; client = client->next)
        if (!client->is_http)
            client_send(client, message);
    message_drop(message);
}

/* Sends {"id":ID,"ok":OK followed by `rest`, which ends with the closing brace. */
static void send_answer(struct client *client, const char *id, bool ok, const char *rest)
{
    const size_t size = strlen(rest) + (id ? strlen(id) : 0) + 32;
    char *text = alloc_raw(size, 1);
    int length = snprintf(text, size, "{\"id\":%s,\"ok\":%s%s", id ? id : "null",
                          ok ? "true" : "false", rest);
    struct message *message = message_new(text, (size_t)length);
    free(text);
    client_send(client, message);
    message_drop(message);
}

/* Sends {"id":ID,"ok":OK and the members of `json`, which is taken; or NULL. */
static void send_members(struct client *client, const char *id, bool ok, json_t *json)
{
    char *text = json ? json_dumps(json, JSON_COMPACT) : NULL;
    json_decref(json);
    if (text && strcmp(text, "{}") != 0) {
        text[0] = ','; /* in place of its opening brace */
        send_answer(client, id, ok, text);
    } else {
        send_answer(client, id, ok, "}");
    }
    free(text);
}

void client_answer(struct client *client, const char *id, json_t *answer)
{
    client->http_status = 200;
    send_members(client, id, true, answer);
}

void client_answer_text(struct client *client, const char *id, const char *key, const char *json)
{
    const size_t size = strlen(key) + strlen(json) + 8;
    char *rest = alloc_raw(size, 1);
    snprintf(rest, size, ",\"%s\":%s}", key, json);
    client->http_status = 200;
    send_answer(client, id, true, rest);
    free(rest);
}

void client_answer_raw(struct client *client, const char *json)
{
    struct message *message = message_new(json, strlen(json));
    client->http_status = 200;
    client_send(client, message);
    message_drop(message);
}

static int http_status_of(enum fault_code code)
{
    switch (code) {
    case FAULT_WHO:
        return 401;
    case FAULT_FORBIDDEN:
        return 403;
    case FAULT_NO_TABLE:
    case FAULT_NO_PATH:
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
    const struct texts *texts = client->environment->settings.texts;
    client->environment->figures.errors++;
    client->http_status = http_status_of(fault->code);
    if (!client->gone)
        send_members(client, id, false, json_pack("{s:o}", "error", wire_fault(texts, fault)));
}

void client_refuse_text(struct client *client, const char *id, enum fault_code code,
                        const char *text)
{
    struct fault fault;
    fault_set(&fault, code, NULL, text, NULL);
    client_refuse(client, id, &fault);
}

/* ---- Tasks ---- */

void *task_new(size_t size, struct client *client, struct request *request)
{
    CHECK(size >= sizeof(struct task));
    struct clients *clients = client->clients;
    struct task *task = alloc_new(size);
    task->client = client;
    task->size = size;
    client_hold(client);
    if (request)
        task->request = request_take(request);
    task->next = clients->tasks;
    if (task->next)
        task->next->previous = task;
    clients->tasks = task;
    return task;
}

/* Does not release the client. */
static void discard(struct task *task)
{
    if (task->previous)
        task->previous->next = task->next;
    else
        task->client->clients->tasks = task->next;
    if (task->next)
        task->next->previous = task->previous;
    request_free(&task->request);
    sodium_memzero(task, task->size);
    free(task);
}

void task_free(struct task *task)
{
    struct client *client = task->client;
    discard(task);
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
    discard(task);
    client_resume(client);
    client_release(client);
}

void task_run(struct task *task)
{
    struct client *client = task->client;
    client->paused = false;
    client_run(client, &task->request);
    discard(task);
    if (!client->paused)
        client_resume(client);
    client_release(client);
}

void task_refuse(struct task *task, enum fault_code code, const char *text)
{
    client_refuse_text(task->client, task->request.id, code, text);
}

void task_refuse_unavailable(struct task *task)
{
    task_refuse(task, FAULT_UNAVAILABLE, "server.unavailable");
}

bool task_has_record(struct task *task, const struct store_job *job)
{
    if (job->outcome == STORE_OK && job->record_count == 1)
        return true;
    if (job->outcome == STORE_ABSENT)
        task_refuse(task, FAULT_NO_TABLE, "server.no_record");
    else if (job->outcome == STORE_FORBIDDEN)
        task_refuse(task, FAULT_FORBIDDEN, "server.record_private");
    else
        task_refuse_unavailable(task);
    return false;
}

void tasks_free(struct clients *clients)
{
    while (clients->tasks)
        task_free(clients->tasks);
}

/* ---- Limits ---- */

enum {
    EXCESS_PER_MINUTE = 120, /* refused messages; a client that sends more is ended */
    EXCESS_BURST = 100,
};

const struct hall_limits hall_limits_standard = {
    .message_bytes = 16384,
    .messages_per_second = 20,
    .gestures_per_second = 20,
    .chats_per_minute = 30,
    .tables_per_person = 20,
    .days_per_person = 10,
    .tables = 20000,
    .watches_per_client = 50,
    .moves_per_match = 20000,
    .new_people_per_minute = 60,
    .new_tables_per_minute = 60,
    .wrong_codes_per_minute = 20,
    .wrong_passwords = 10,
    .hashes = 2,
    .hashes_waiting = 50,
};

static void count_excess(struct client *client)
{
    const struct environment *environment = client->environment;
    if (bucket_take(&client->excess, EXCESS_PER_MINUTE, EXCESS_BURST, environment->now_ms))
        return;
    client->ended = true;
    environment_log(environment, "flooded", json_pack("{s:s}", "address", client->address->text));
    environment->platform.end(environment->platform.context, client);
}

bool limits_allow(struct client *client, bool is_gesture)
{
    const struct hall_limits *limits = &client->environment->settings.limits;
    int64_t now_ms = client->environment->now_ms;
    int64_t per_second = is_gesture ? limits->gestures_per_second : limits->messages_per_second;
    int64_t burst = is_gesture ? per_second : per_second * ADDRESS_BURST_SECONDS;
    if (!bucket_take(is_gesture ? &client->gestures : &client->messages, 60 * per_second, burst,
                     now_ms)) {
        count_excess(client);
        return false;
    }
    /* The limits of the address are not this client's fault: it is refused, but never ended. */
    return address_has_work_left(client->clients->addresses, client->address) &&
           (is_gesture || bucket_take(&client->address->messages, 60 * ADDRESS_SHARE * per_second,
                                      ADDRESS_SHARE * burst, now_ms));
}

bool limits_allow_http(struct client *client)
{
    int64_t per_second = client->environment->settings.limits.messages_per_second;
    return address_has_work_left(client->clients->addresses, client->address) &&
           bucket_take(&client->address->requests, 60 * per_second,
                       per_second * ADDRESS_BURST_SECONDS, client->environment->now_ms);
}

bool limits_take_guess(struct client *client, struct fault *fault)
{
    int per_minute = client->environment->settings.limits.wrong_codes_per_minute;
    return bucket_take(&client->address->guesses, per_minute, per_minute,
                       client->environment->now_ms) ||
           fault_set(fault, FAULT_LIMIT, NULL, "server.too_many_guesses", NULL);
}

void limits_return_guess(struct client *client)
{
    bucket_give(&client->address->guesses,
                client->environment->settings.limits.wrong_codes_per_minute);
}
