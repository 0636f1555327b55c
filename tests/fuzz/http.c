/* Fuzzes requests over HTTP. After one byte that decides how the jobs of the store end, the input
 * is groups of five lines of any bytes (method, path, query, secret, body), given to a whole hall
 * one after the other. Each gets one answer, which is JSON, and a status that fits it. */
#include "support.h"

#include "base/base.h"
#include "hall/hall.h"
#include "hall/hall_internal.h"

#include <stdlib.h>
#include <string.h>

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

enum { PARTS = 5 };

struct answer {
    int count;
    bool ok;
};

static void on_send(void *context, struct client *client, struct message *message)
{
    (void)context;
    struct answer *answer = client_owner(client);
    answer->count++;
    json_t *json = json_loadb(message_text(message), message->length, 0, NULL);
    CHECK(json && json_is_boolean(json_object_get(json, "ok")));
    answer->ok = json_is_true(json_object_get(json, "ok"));
    json_decref(json);
}

static void on_end(void *context, struct client *client)
{
    (void)context, (void)client;
}

static void on_think(void *context, struct decision *decision)
{
    (void)context, (void)decision;
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

static const struct hall_platform platform = {.send = on_send,
                                              .end = on_end,
                                              .think = on_think,
                                              .hash = on_hash,
                                              .entropy = on_entropy,
                                              .now_us = on_now,
                                              .cpu_us = on_now,
                                              .log = on_log};

/* A store that keeps nothing; the input decides how each job ends. */
static struct store_job *submitted, **submitted_end = &submitted;
static unsigned outcomes;

void store_submit(struct store *unused, struct store_job *job)
{
    (void)unused;
    *submitted_end = job;
    while (*submitted_end)
        submitted_end = &(*submitted_end)->next;
}

bool store_is_shared(const struct store *unused)
{
    (void)unused;
    return false;
}

/* The result of a successful job. */
static void job_fill(struct store_job *job)
{
    switch (job->kind) {
    case STORE_SESSION_FIND:
    case STORE_ACCOUNT_FIND:
        strcpy(job->person.id, "abcdefghijkl");
        strcpy(job->person.name, "Ana");
        strcpy(job->password, "x");
        break;
    case STORE_TABLE_FIND:
        strcpy(job->table, "k3aaaaaaaaaa");
        break;
    case STORE_TABLE_READ: /* all tables are in memory */
        job->outcome = STORE_ABSENT;
        break;
    case STORE_RECORD_GET:
        job->records = calloc(1, sizeof *job->records);
        CHECK(job->records);
        job->records[0].record = strdup("{\"ok\":true}");
        job->record_count = 1;
        break;
    case STORE_STATISTICS:
        job->statistics = calloc(1, sizeof *job->statistics);
        CHECK(job->statistics);
        break;
    default:
        break;
    }
}

static void settle(void)
{
    while (submitted) {
        struct store_job *job = submitted;
        submitted = job->next;
        if (!submitted)
            submitted_end = &submitted;
        job->outcome = (enum store_outcome)(outcomes & 3);
        outcomes = outcomes >> 2 | (outcomes & 3) << 6;
        if (job->outcome == STORE_OK)
            job_fill(job);
        if (job->done)
            job->done(job);
        store_job_free(job);
    }
}

static struct hall *hall;

static void hall_begin(void)
{
    rng_start(&rng, 1);
    struct hall_settings settings = {
        .limits = hall_limits_standard, .texts = tested_texts(), .now_ms = 1};
    hall = hall_new(&settings, &platform, NULL);
}

static void ask(char *const parts[PARTS], int64_t now_ms)
{
    struct answer answer = {0};
    struct client *client = hall_enter(hall, "fuzz", &answer);
    hall_http(hall, client,
              &(struct hall_http_request){.method = parts[0],
                                          .path = parts[1],
                                          .query = parts[2],
                                          .secret = parts[3][0] ? parts[3] : NULL,
                                          .body = parts[4],
                                          .size = strlen(parts[4])},
              now_ms);
    settle();
    int status = hall_http_status(client);
    CHECK(answer.count == 1 && status >= 200 && status < 600 && answer.ok == (status == 200));
    hall_leave(hall, client);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    if (size == 0)
        return 0;
    hall_begin();
    outcomes = data[0];
    char *bytes = malloc(size);
    CHECK(bytes);
    memcpy(bytes, data + 1, size - 1);
    bytes[size - 1] = '\0';
    static char none[] = "";
    int64_t now_ms = 1000;
    for (char *rest = bytes; rest && *rest; now_ms += 1000) {
        char *parts[PARTS];
        for (int i = 0; i < PARTS; i++) {
            parts[i] = rest ? rest : none;
            rest = rest ? strchr(rest, '\n') : NULL;
            if (rest)
                *rest++ = '\0';
        }
        ask(parts, now_ms);
    }
    free(bytes);
    hall_free(hall);
    return 0;
}
