/* The tables that are in memory: reading them from the store, at the start those that are not over
 * and the others when somebody asks, what becomes of them as time passes, and forgetting those that nobody needs. */
#include "hall/hall.h"
#include "hall/inside.h"

#include "base/bits.h"
#include "base/check.h"

#include <stdlib.h>
#include <string.h>

/* Somebody who asked for a table that is being read. */
struct loading_wait {
    struct client *client;
    live_tables_then *then;
    void *data;
    struct loading_wait *next;
};

/* A table that is over and was forgotten: when to close it. */
struct closing {
    char id[STORE_ID_TEXT];
    int64_t version;
    int64_t at_ms;
};

static struct live_table *live_table_new(struct hall *hall, struct table *table)
{
    struct live_table *live = calloc(1, sizeof *live);
    CHECK(live);
    memcpy(live->id, table->id, sizeof live->id);
    live->hall = hall;
    live->table = table;
    live->changes_end = &live->changes;
    live->empty_since_ms = hall->now_ms;
    for (int seat = 0; seat < GAME_SEATS_MAX; seat++)
        live->away_since_ms[seat] = hall->now_ms;
    id_map_add(&hall->live_tables, live);
    return live;
}

struct live_table *live_tables_add(struct hall *hall, struct table *table)
{
    struct live_table *live = live_table_new(hall, table);
    person_tables_note(live);
    hall->tables_open++;
    return live;
}

static void live_table_free(struct hall *hall, struct live_table *live)
{
    id_map_remove(&hall->live_tables, live->id);
    person_tables_forget(live);
    bots_free(live);
    chat_free(live);
    table_free(live->table);
    free(live);
}

int live_tables_of_person(const struct hall *hall, const char *person)
{
    struct live_table *const *tables;
    int count = 0;
    for (int i = person_tables_of(hall, person, &tables) - 1; i >= 0; i--)
        count += tables[i]->table->state < TABLE_OVER;
    return count;
}

/* --- reading ----------------------------------------------------------------------------------- */

/* A table that cannot be read is set aside until the next start: the others are served. */
struct damaged {
    char id[STORE_ID_TEXT]; /* first: for struct id_map */
};

bool tables_is_damaged(const struct hall *hall, const char *id)
{
    return id_map_find(&hall->damaged, id) != NULL;
}

static void set_aside(struct hall *hall, const char *id, int64_t entry, const char *why)
{
    struct damaged *damaged = calloc(1, sizeof *damaged);
    CHECK(damaged);
    memcpy(damaged->id, id, sizeof damaged->id);
    id_map_add(&hall->damaged, damaged);
    hall->outside.log(
        hall->outside.context, "table_damaged",
        json_pack("{s:s, s:I, s:s?}", "table", id, "entry", (json_int_t)entry, "why", why));
}

static bool fold_all(struct live_table *live, const struct store_job *job)
{
    struct fault fault = {0};
    bool good = job->outcome == STORE_OK &&
                table_fold_all(live->table, job->entries, job->entry_count, &fault);
    if (job->outcome == STORE_DAMAGED || (job->outcome == STORE_OK && !good))
        set_aside(live->hall, live->id, live->table->version + 1,
                  job->error ? job->error : fault.text);
    return good;
}

static void wait_add(struct live_table *live, const struct loading_wait *asked)
{
    struct loading_wait *wait = malloc(sizeof *wait), **end = &live->waits;
    CHECK(wait);
    *wait = *asked;
    if (wait->client)
        client_hold(wait->client);
    while (*end)
        end = &(*end)->next;
    *end = wait;
}

static void waits_end(struct hall *hall, struct loading_wait *waits, struct live_table *live,
                      bool failed)
{
    while (waits) {
        struct loading_wait *wait = waits;
        waits = wait->next;
        wait->then(hall, wait->client, live, failed, wait->data);
        if (wait->client)
            client_release(wait->client);
        free(wait->data);
        free(wait);
    }
}

void live_tables_get_latest(struct live_table *live, struct client *client, live_tables_then *then,
                            void *data)
{
    if (live->broken) {
        then(live->hall, client, live, false, data);
        free(data);
        return;
    }
    wait_add(live, &(struct loading_wait){.client = client, .then = then, .data = data});
    change_catch_up(live);
}

void live_tables_are_latest(struct live_table *live)
{
    struct loading_wait *waits = live->waits;
    live->waits = NULL;
    waits_end(live->hall, waits, live, false);
}

static void read_done(struct store_job *job)
{
    struct live_table *live = job->context;
    struct hall *hall = live->hall;
    struct loading_wait *waits = live->waits;
    live->waits = NULL;
    live->loading = false;
    if (fold_all(live, job)) {
        table_clocks_restart(live->table, hall->now_ms);
        person_tables_note(live);
        hall->tables_open += live->table->state < TABLE_OVER;
        change_settle(live);
        if (live->behind)
            change_catch_up(live);
    } else {
        live_table_free(hall, live);
        live = NULL;
    }
    if (job->outcome == STORE_FAILED)
        hall->load_error = job->error;
    waits_end(hall, waits, live, job->outcome == STORE_FAILED);
}

static struct live_table *read_begin(struct hall *hall, const char id[STORE_ID_TEXT])
{
    struct live_table *live = live_table_new(hall, table_new(id, hall->settings.data_folder));
    live->loading = true;
    struct store_job *job = store_job_new(STORE_TABLE_READ, read_done, live);
    memcpy(job->table, live->id, sizeof job->table);
    store_submit(hall->store, job);
    return live;
}

void live_tables_get(struct hall *hall, const char *id, struct client *client,
                     live_tables_then *then, void *data)
{
    struct live_table *live = id_map_find(&hall->live_tables, id);
    if (strlen(id) != STORE_ID_TEXT - 1 || (live && !live->loading) ||
        tables_is_damaged(hall, id)) {
        then(hall, client, live, false, data);
        free(data);
        return;
    }
    if (!live)
        live = read_begin(hall, id);
    wait_add(live, &(struct loading_wait){.client = client, .then = then, .data = data});
}

/* It is over, and nobody looks at it: at that time, unless somebody comes, it is closed. */
static void close_later(struct hall *hall, const char *id, int64_t version, int64_t at_ms)
{
    if (hall->closing_count == hall->closing_capacity) {
        hall->closing_capacity = hall->closing_capacity ? 2 * hall->closing_capacity : 64;
        hall->closings = realloc(hall->closings, hall->closing_capacity * sizeof *hall->closings);
        CHECK(hall->closings);
    }
    struct closing *closing = &hall->closings[hall->closing_count++];
    memcpy(closing->id, id, sizeof closing->id);
    closing->version = version;
    closing->at_ms = at_ms;
}

/* --- the start, and what others do -------------------------------------------------------------- */

static void load_failed(struct hall *hall)
{
    hall->outside.log(hall->outside.context, "load_failed",
                      json_pack("{s:s?}", "why", hall->load_error));
    hall->load_again_ms = hall->now_ms + TABLES_LOAD_AGAIN_MS;
}

/* If one could not be read, all are asked for again; those that are there cost nothing. */
static void loaded_one(struct hall *hall, struct client *client, struct live_table *live,
                       bool failed, void *data)
{
    (void)client, (void)live, (void)data;
    hall->load_failed |= failed;
    if (--hall->loading > 0)
        return;
    hall->loaded = !hall->load_failed;
    if (hall->load_failed)
        load_failed(hall);
}

static void open_done(struct store_job *job)
{
    struct hall *hall = job->context;
    hall->load_error = job->error;
    if (job->outcome != STORE_OK) {
        load_failed(hall);
        return;
    }
    hall->load_failed = false;
    hall->closing_count = 0;
    for (size_t i = 0; i < job->ended_count; i++)
        close_later(hall, job->ended[i].table, job->ended[i].number, hall->now_ms + TABLES_OVER_MS);
    /* One more than there are, so that it is not zero before all were asked for. */
    hall->loading = (int)job->table_count + 1;
    for (size_t i = 0; i < job->table_count; i++)
        live_tables_get(hall, job->tables[i], NULL, loaded_one, NULL);
    loaded_one(hall, NULL, NULL, false, NULL);
}

void live_tables_load(struct hall *hall)
{
    store_submit(hall->store, store_job_new(STORE_TABLES_OPEN, open_done, hall));
}

static void nothing_more(struct hall *hall, struct client *client, struct live_table *live,
                         bool failed, void *data)
{
    (void)hall, (void)client, (void)live, (void)failed, (void)data;
}

static void changes_done(struct store_job *job)
{
    struct hall *hall = job->context;
    hall->changes_asked = false;
    for (size_t i = 0; job->outcome == STORE_OK && i < job->table_count; i++) {
        struct live_table *live = id_map_find(&hall->live_tables, job->tables[i]);
        if (!live)
            live_tables_get(hall, job->tables[i], NULL, nothing_more, NULL);
        else if (!live->loading)
            change_catch_up(live);
    }
}

static void changes_ask(struct hall *hall)
{
    if (hall->changes_asked || hall->now_ms - hall->changes_asked_ms < TABLES_CHANGES_MS)
        return;
    hall->changes_asked = true;
    hall->changes_asked_ms = hall->now_ms;
    store_submit(hall->store, store_job_new(STORE_TABLES_CHANGED, changes_done, hall));
}

/* --- forgetting -------------------------------------------------------------------------------- */

static const char why_unused[] = "{\"why\":\"unused\"}";

static void close_unused(struct live_table *live)
{
    change_submit(live->hall, live, change_new(ENTRY_CLOSE, -1, why_unused, NULL, NULL, NULL));
}

static void close_if_over(struct hall *hall, struct client *client, struct live_table *live,
                          bool failed, void *data)
{
    (void)hall, (void)client, (void)failed, (void)data;
    if (live && live->table->state == TABLE_OVER && !live->watches)
        close_unused(live);
}

/* Something else has happened there since, or it was read before it was closed. */
static void close_done(struct store_job *job)
{
    struct hall *hall = job->context;
    struct live_table *live = id_map_find(&hall->live_tables, job->table);
    if (job->outcome == STORE_TAKEN)
        live_tables_get(hall, job->table, NULL, close_if_over, NULL);
    else if (job->outcome == STORE_OK && live && live->loading)
        live->behind = true;
    else if (job->outcome == STORE_OK && live)
        change_catch_up(live);
}

/* Without reading it: what its next entry is, is known. */
static void close_unread(struct hall *hall, const struct closing *closing)
{
    struct store_job *job = store_job_new(STORE_TABLE_APPEND, close_done, hall);
    memcpy(job->table, closing->id, sizeof job->table);
    job->closes = true;
    job->entries = calloc(1, sizeof *job->entries);
    CHECK(job->entries);
    job->entry_count = 1;
    job->entries[0] = (struct store_entry){.number = closing->version + 1,
                                           .at_ms = hall->now_ms,
                                           .kind = ENTRY_CLOSE,
                                           .seat = -1,
                                           .text = strdup(why_unused)};
    CHECK(job->entries[0].text);
    store_submit(hall->store, job);
}

static void closings_look(struct hall *hall)
{
    int closed = 0;
    for (size_t i = 0; i < hall->closing_count && closed < TABLES_CLOSED_MAX;) {
        struct closing closing = hall->closings[i];
        if (closing.at_ms > hall->now_ms) {
            i++;
            continue;
        }
        hall->closings[i] = hall->closings[--hall->closing_count];
        /* If it is in memory, somebody has asked for it since: then it is forgotten again, and
         * comes here again. */
        if (!id_map_find(&hall->live_tables, closing.id)) {
            close_unread(hall, &closing);
            closed++;
        }
    }
}

/* Nobody is there, and nothing is under way. */
static bool is_idle(const struct live_table *live)
{
    return !live->loading && !live->watches && !live->busy && !live->changes &&
           !live->rematch_waits;
}

/* Whether the table can be forgotten. */
static bool sweep_one(struct hall *hall, struct live_table *live)
{
    const struct table *table = live->table;
    int64_t empty_ms = hall->now_ms - live->empty_since_ms;
    switch (table->state) {
    case TABLE_WAITING:
        if (empty_ms >= (live->was_watched ? TABLES_WAITING_MS : TABLES_ELSEWHERE_MS))
            close_unused(live);
        return false;
    case TABLE_PLAYING:
        if (empty_ms >= TABLES_WAITING_MS && hall->now_ms - table->changed_ms >= TABLES_PLAYING_MS)
            close_unused(live);
        return false;
    case TABLE_OVER:
        return empty_ms >= TABLES_OVER_MEMORY_MS;
    default:
        return true;
    }
}

static void sweep(struct hall *hall)
{
    hall->swept_ms = hall->now_ms;
    closings_look(hall);
    /* Taking one out moves others: so first all are looked at. */
    struct live_table **unused =
        malloc((hall->live_tables.count + 1) * sizeof(struct live_table *));
    CHECK(unused);
    size_t count = 0;
    for (size_t i = 0; i < hall->live_tables.capacity; i++) {
        struct live_table *live = hall->live_tables.slots[i];
        if (live && is_idle(live) && sweep_one(hall, live))
            unused[count++] = live;
    }
    for (size_t i = 0; i < count; i++) {
        if (unused[i]->table->state == TABLE_OVER)
            close_later(hall, unused[i]->id, unused[i]->table->version,
                        unused[i]->empty_since_ms + TABLES_OVER_MS);
        live_table_free(hall, unused[i]);
    }
    free(unused);
}

/* --- time -------------------------------------------------------------------------------------- */

static void clocks_look(struct hall *hall, struct live_table *live)
{
    const struct table *table = live->table;
    if (table->clock == TABLE_CLOCK_NONE || hall->stopping)
        return;
    for (uint64_t running = table_running(table) & ~live->timing_out; running;) {
        int seat = bits_pop(&running);
        int64_t left_ms = table_left_ms(table, seat, hall->now_ms);
        if (left_ms <= 0)
            bots_timeout(hall, live, seat);
        else if (left_ms < INT64_MAX)
            live_due(live, hall->now_ms + left_ms);
    }
}

static void tick_one(struct hall *hall, struct live_table *live)
{
    live->due_ms = INT64_MAX;
    if (live->presence_changed)
        watch_tell_presence(live);
    if (live->table->state != TABLE_PLAYING || live->broken)
        return;
    clocks_look(hall, live);
    bots_look(hall, live);
}

void live_tables_tick(struct hall *hall)
{
    for (size_t i = 0; i < hall->live_tables.capacity; i++) {
        struct live_table *live = hall->live_tables.slots[i];
        if (live && live->due_ms <= hall->now_ms && !live->loading)
            tick_one(hall, live);
    }
    if (hall->load_again_ms && hall->now_ms >= hall->load_again_ms) {
        hall->load_again_ms = 0;
        live_tables_load(hall);
    }
    if (hall->stopping || !hall->loaded)
        return;
    changes_ask(hall);
    if (hall->now_ms - hall->swept_ms >= TABLES_SWEEP_MS)
        sweep(hall);
}

/* The store calls nobody any more: what was under way is freed unanswered. */
void live_tables_free(struct hall *hall)
{
    for (size_t i = 0; i < hall->live_tables.capacity; i++) {
        struct live_table *live = hall->live_tables.slots[i];
        if (!live)
            continue;
        while (live->watches)
            watch_end(hall, live->watches);
        for (struct change *change; (change = live->changes);) {
            live->changes = change->next;
            if (change->client)
                client_release(change->client);
            change_free(change);
        }
        for (struct loading_wait *wait; (wait = live->waits);) {
            live->waits = wait->next;
            if (wait->client)
                client_release(wait->client);
            free(wait->data);
            free(wait);
        }
        rematch_free(live);
        bots_free(live);
        chat_free(live);
        table_free(live->table);
        free(live);
    }
    id_map_free(&hall->live_tables);
    person_tables_free(hall);
    openings_free(hall);
    free(hall->closings);
    hall->closings = NULL;
    for (size_t i = 0; i < hall->damaged.capacity; i++)
        free(hall->damaged.slots[i]);
    id_map_free(&hall->damaged);
}
