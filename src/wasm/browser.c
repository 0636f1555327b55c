/* The hall in a browser: the functions that the page calls (docs/browser.md), and what the hall
 * gets from its platform. There is one hall, and everything in it belongs to one device.
 *
 * One compiled module serves the page and two workers. The page asks about moves that a person is
 * composing. The first worker runs the hall. The second one only thinks: a decision is copied to it
 * as bytes, which is safe because the pointers in it that decision_think follows are to constants,
 * and these have the same addresses in both.
 *
 * Chapters: the platform of the hall; what the workers and the page call; tables that are no longer
 * needed. */
#include "wasm/wasm.h"

#include "base/base.h"
#include "base/system/system.h"
#include "hall/hall.h"
#include "players/players.h"
#include "puzzles/puzzles.h"
#include "store/journal/journal.h"
#include "store/store.h"
#include "table/table.h"
#include "wire/wire.h"

#include <stdatomic.h>
#include <stdlib.h>
#include <string.h>

static struct {
    struct hall *hall;
    struct store *store;
    struct database *database;
    struct texts *texts;
    int64_t now_ms;
    struct wire_analyser *analyser; /* in a worker that analyses a record */
    struct wire_replay *replay;     /* the record that is being looked at */
} browser;

/* There are no limits: all people on this device trust each other. */
static const struct hall_limits limits = {
    .message_bytes = 1 << 20, /* a record, as the origin of a table */
    .messages_per_second = 1000,
    .gestures_per_second = 100,
    .chats_per_minute = 1000,
    .tables_per_person = 100,
    .tables = 10000,
    .watches_per_client = 100,
    .moves_per_match = 20000,
    .new_people_per_minute = 1000,
    .new_tables_per_minute = 1000,
    .wrong_codes_per_minute = 1000,
};

/* ---- The platform of the hall ---- */

static bool append(void *context, const void *frame, size_t size)
{
    (void)context;
    import_append(frame, size);
    return true; /* the worker holds answers back until it is written */
}

static void send_to_page(void *context, struct client *client, struct message *message)
{
    (void)context;
    import_send((int)(intptr_t)client_owner(client), message_text(message), message->length);
}

static void end(void *context, struct client *client)
{
    (void)context;
    import_end((int)(intptr_t)client_owner(client));
}

/* There is one thinking worker, and it is free: thinking begins now. */
static void think(void *context, struct decision *decision)
{
    (void)context;
    atomic_store(&decision->begun_ms, browser.now_ms);
    import_think(decision, sizeof *decision);
}

static void entropy(void *context, void *bytes, size_t size)
{
    (void)context;
    import_entropy(bytes, size);
}

static int64_t now_us(void *context)
{
    (void)context;
    return browser.now_ms * 1000;
}

/* Nothing that people ask for counts as work, see `limits`. */
static int64_t cpu_us(void *context)
{
    (void)context;
    return 0;
}

static void write_log(void *context, const char *event, json_t *fields)
{
    (void)context;
    char *text = json_dumps(fields, JSON_COMPACT);
    import_log(event, strlen(event), text ? text : "", text ? strlen(text) : 0);
    free(text);
    json_decref(fields);
}

/* ---- What the workers and the page call ---- */

EXPORT(browser_alloc) void *browser_alloc(size_t size)
{
    return alloc_new(size);
}

EXPORT(browser_free) void browser_free(void *memory)
{
    free(memory);
}

/* The texts of texts.json: before anything that answers people. Only thinking needs none. */
EXPORT(browser_texts) void browser_texts(const char *json, size_t size)
{
    browser.texts = texts_parse(json, size);
    CHECK(browser.texts);
}

/* A file of data/minds, before anything that thinks. False if it cannot be used. */
EXPORT(browser_mind) bool browser_mind(const void *file, size_t size)
{
    return weights_add(file, size);
}

EXPORT(browser_work) void browser_work(void)
{
    store_work(browser.store);
}

EXPORT(browser_collect) size_t browser_collect(void)
{
    return store_collect(browser.store);
}

EXPORT(browser_start)
size_t browser_start(const void *journal, size_t size, double now_ms, bool positions)
{
    browser.now_ms = (int64_t)now_ms;
    browser.database = journal_open(&(struct journal_output){.append = append});
    size_t restored = journal_replay(browser.database, journal, size);
    tidy_tables(browser.database, browser.now_ms);
    browser.store = store_new(queue_new(browser.database));
    struct hall_settings settings = {.limits = limits,
                                     .texts = browser.texts,
                                     .positions = positions,
                                     .records = true,
                                     .thinkers = 1,
                                     .now_ms = browser.now_ms};
    struct hall_platform platform = {.send = send_to_page,
                                     .end = end,
                                     .think = think,
                                     .entropy = entropy,
                                     .now_us = now_us,
                                     .cpu_us = cpu_us,
                                     .log = write_log};
    browser.hall = hall_new(&settings, &platform, browser.store);
    hall_load(browser.hall);
    while (!hall_is_ready(browser.hall)) { /* it only reads */
        browser_work();
        CHECK(browser_collect() > 0);
    }
    return restored;
}

/* Hands out the frames of a shorter journal, which may replace the one that browser_start got. */
EXPORT(browser_compact) void browser_compact(void)
{
    journal_compact(browser.database, &(struct journal_output){.append = append});
}

EXPORT(browser_enter) struct client *browser_enter(int number)
{
    return hall_enter(browser.hall, "this device", (void *)(intptr_t)number);
}

EXPORT(browser_leave) void browser_leave(struct client *client)
{
    hall_leave(browser.hall, client);
}

EXPORT(browser_receive)
void browser_receive(struct client *client, char *bytes, size_t size, double now_ms)
{
    browser.now_ms = (int64_t)now_ms;
    hall_receive(browser.hall, client, bytes, size, browser.now_ms);
}

EXPORT(browser_tick) void browser_tick(double now_ms)
{
    browser.now_ms = (int64_t)now_ms;
    hall_tick(browser.hall, browser.now_ms);
}

EXPORT(browser_decided) void browser_decided(struct decision *decision, double now_ms)
{
    browser.now_ms = (int64_t)now_ms;
    hall_decision_done(browser.hall, decision, browser.now_ms);
}

EXPORT(browser_think) void browser_think(struct decision *decision)
{
    decision_think(decision);
}

/* Requests as JSON text. The answers are also texts, to be freed with browser_free; NULL if the request
 * is not JSON. */

static char *take_text(json_t *answer, json_t *request)
{
    char *text = json_dumps(answer, JSON_COMPACT);
    json_decref(answer);
    json_decref(request);
    return text;
}

/* A request of wire_draft. */
EXPORT(browser_draft) char *browser_draft(const char *text, size_t size)
{
    json_t *request = wire_parse(text, size);
    return request ? take_text(wire_draft(browser.texts, request), request) : NULL;
}

/* A request of wire_replay. */
EXPORT(browser_replay) char *browser_replay(const char *text, size_t size)
{
    json_t *request = wire_parse(text, size);
    return request ? take_text(wire_replay_ask(&browser.replay, browser.texts, request), request)
                   : NULL;
}

/* A request of puzzles/ask.c. */
EXPORT(browser_puzzle) char *browser_puzzle(const char *text, size_t size)
{
    json_t *request = wire_parse(text, size);
    return request ? take_text(puzzle_ask(browser.texts, request), request) : NULL;
}

/* A request of wire/analysis.c. */
EXPORT(browser_analyse) char *browser_analyse(const char *text, size_t size)
{
    json_t *request = wire_parse(text, size);
    return request ? take_text(wire_analyse(&browser.analyser, browser.texts, request), request)
                   : NULL;
}

/* ---- Tables that are no longer needed ---- */

static const int64_t DAY_MS = 24 * 3600 * 1000;

/* How long after its latest entry a table is closed. */
enum { OVER_DAYS = 1, UNFINISHED_DAYS = 90 };

/* The table's next entry closes it. */
static void close_table(struct database *database, const char *id, int64_t number, int64_t now_ms)
{
    struct store_job *job = store_job_new(STORE_TABLE_APPEND, NULL, NULL);
    memcpy(job->table, id, sizeof job->table);
    job->closes = true;
    *store_job_add_entry(job) = (struct store_entry){.number = number,
                                                     .at_ms = now_ms,
                                                     .kind = ENTRY_CLOSE,
                                                     .seat = -1,
                                                     .text = alloc_text("{\"why\":\"unused\"}")};
    database->run(database, job);
    store_job_free(job);
}

static void tidy_table(struct database *database, const char *id, int64_t from, int64_t now_ms,
                       int64_t days)
{
    struct store_job *job = store_job_new(STORE_TABLE_READ, NULL, NULL);
    memcpy(job->table, id, sizeof job->table);
    job->from = from;
    database->run(database, job);
    if (job->entry_count > 0) {
        const struct store_entry *latest = &job->entries[job->entry_count - 1];
        if (now_ms - latest->at_ms >= days * DAY_MS)
            close_table(database, id, latest->number + 1, now_ms);
    }
    store_job_free(job);
}

void tidy_tables(struct database *database, int64_t now_ms)
{
    struct store_job *job = store_job_new(STORE_TABLES_OPEN, NULL, NULL);
    database->run(database, job);
    for (size_t i = 0; i < job->ended_count; i++)
        tidy_table(database, job->ended[i].table, job->ended[i].number, now_ms, OVER_DAYS);
    for (size_t i = 0; i < job->table_count; i++)
        tidy_table(database, job->tables[i], 0, now_ms, UNFINISHED_DAYS);
    store_job_free(job);
}
