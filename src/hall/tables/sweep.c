/* Closes tables that are no longer used, and takes tables that are over out of memory. */
#include "hall/tables/tables.h"

#include "base/system/system.h"
#include "table/table.h"

#include <stdlib.h>
#include <string.h>

static const char why_unused[] = "{\"why\":\"unused\"}";

/* A table that is over and not in memory. */
struct closing {
    struct table_wait wait; /* first: table_wait.done gets this */
    struct sweep *sweep;
    char id[STORE_ID_TEXT];
    int64_t version; /* of its latest entry */
    int64_t at_ms;   /* when to close it */
    bool is_under_way;
    struct closing *next, *previous;
};

void sweep_start(struct sweep *sweep, struct loading *loading)
{
    *sweep = (struct sweep){.changes = loading->changes,
                            .tables = loading->tables,
                            .loading = loading,
                            .environment = loading->environment};
}

static int64_t wait_ms(const struct sweep *sweep, int64_t ms)
{
    return environment_wait_ms(sweep->environment, ms);
}

/* ---- Tables that are not in memory ---- */

static void close_later(struct sweep *sweep, const char *id, int64_t version, int64_t at_ms)
{
    struct closing *closing = alloc_new(sizeof *closing);
    *closing = (struct closing){
        .sweep = sweep, .version = version, .at_ms = at_ms, .next = sweep->closings};
    memcpy(closing->id, id, sizeof closing->id);
    if (closing->next)
        closing->next->previous = closing;
    sweep->closings = closing;
    sweep->closing_count++;
}

static void closing_free(struct closing *closing)
{
    struct sweep *sweep = closing->sweep;
    *(closing->previous ? &closing->previous->next : &sweep->closings) = closing->next;
    if (closing->next)
        closing->next->previous = closing->previous;
    sweep->closing_count--;
    free(closing);
}

void sweep_free(struct sweep *sweep)
{
    while (sweep->closings)
        closing_free(sweep->closings);
}

static bool is_in(const struct closing *closings, const char *id)
{
    while (closings && strcmp(closings->id, id) != 0)
        closings = closings->next;
    return closings;
}

/* Those under way stay: the store returns them. */
void sweep_set_over(struct sweep *sweep, const struct store_ended *ended, size_t count)
{
    struct closing *next = sweep->closings;
    while (next) {
        struct closing *closing = next;
        next = closing->next;
        if (!closing->is_under_way)
            closing_free(closing);
    }
    const struct closing *under_way = sweep->closings;
    for (size_t i = 0; i < count; i++)
        if (!is_in(under_way, ended[i].table))
            close_later(sweep, ended[i].table, ended[i].number,
                        sweep->environment->now_ms + wait_ms(sweep, SWEEP_OVER_MS));
}

static void close_unused(struct sweep *sweep, struct live_table *live)
{
    change_submit(sweep->changes, live,
                  &(struct change){.kind = ENTRY_CLOSE, .seat = -1, .text = why_unused});
}

static void close_read(struct table_wait *wait, struct live_table *live, bool failed)
{
    (void)failed;
    struct closing *closing = (struct closing *)wait;
    struct sweep *sweep = closing->sweep;
    closing_free(closing);
    if (live && live->table->state == TABLE_OVER && !live->watches && !live->peer_watchers)
        close_unused(sweep, live);
}

/* If the number was taken, something else has happened at the table since: it is read after all. After
 * a failure it is closed by a later sweep. */
static void close_done(struct store_job *job)
{
    struct closing *closing = job->context;
    struct sweep *sweep = closing->sweep;
    if (job->outcome == STORE_FAILED) {
        closing->is_under_way = false;
        return;
    }
    if (job->outcome == STORE_TAKEN) {
        closing->wait.done = close_read;
        loading_get(sweep->loading, job->table, &closing->wait);
        return;
    }
    closing_free(closing);
    /* It may have been read before it was closed. */
    struct live_table *live = live_tables_find(sweep->tables, job->table);
    if (job->outcome == STORE_OK && live)
        change_catch_up(sweep->changes, live);
}

/* Closes a table without reading it: its next entry is known. */
static void close_unread(struct closing *closing)
{
    const struct environment *environment = closing->sweep->environment;
    struct store_job *job = store_job_new(STORE_TABLE_APPEND, close_done, closing);
    memcpy(job->table, closing->id, sizeof job->table);
    job->closes = true;
    job->entries = alloc_new(sizeof *job->entries);
    job->entry_count = 1;
    job->entries[0] = (struct store_entry){.number = closing->version + 1,
                                           .at_ms = environment->now_ms,
                                           .kind = ENTRY_CLOSE,
                                           .seat = -1,
                                           .text = alloc_text(why_unused)};
    closing->is_under_way = true;
    store_submit(environment->store, job);
}

static void close_due(struct sweep *sweep)
{
    int closed = 0;
    struct closing *next = sweep->closings;
    while (next && closed < SWEEP_CLOSED_MAX) {
        struct closing *closing = next;
        next = closing->next;
        if (closing->is_under_way || closing->at_ms > sweep->environment->now_ms)
            continue;
        /* If it is in memory, it has been requested since; it will be noted again. */
        if (live_tables_find(sweep->tables, closing->id)) {
            closing_free(closing);
        } else {
            close_unread(closing);
            closed++;
        }
    }
}

/* ---- Tables in memory ---- */

static bool is_idle(const struct live_table *live)
{
    return !live->watches && !live->peer_watchers && change_is_idle(live) &&
           !rematch_is_pending(live);
}

/* Whether no one will come back to this match. */
static bool is_left(const struct sweep *sweep, const struct live_table *live)
{
    const struct table *table = live->table;
    int64_t now_ms = sweep->environment->now_ms;
    int64_t empty_ms = now_ms - live->empty_since_ms;
    if (table_origin_is_exercise(&table->settings.origin) && live->was_watched)
        return table_seat_of(table, table->settings.host) < 0 ||
               empty_ms >= wait_ms(sweep, SWEEP_EXERCISE_MS);
    bool is_over_days = table->settings.clock == TABLE_CLOCK_DAYS && table_people(table);
    return !is_over_days && empty_ms >= wait_ms(sweep, SWEEP_WAITING_MS) &&
           now_ms - table->changed_ms >= wait_ms(sweep, SWEEP_PLAYING_MS);
}

/* Whether no one will come to this match any more. */
static bool is_unused(const struct sweep *sweep, const struct live_table *live)
{
    int64_t now_ms = sweep->environment->now_ms, empty_ms = now_ms - live->empty_since_ms;
    if (live->table->settings.clock == TABLE_CLOCK_DAYS)
        return now_ms - live->table->changed_ms >= wait_ms(sweep, SWEEP_DAYS_MS);
    return empty_ms >= wait_ms(sweep, live->was_watched ? SWEEP_WAITING_MS : SWEEP_ELSEWHERE_MS);
}

/* Closes the table if it is unused for too long. Returns whether it can be forgotten. */
static bool sweep_one(struct sweep *sweep, struct live_table *live)
{
    const struct table *table = live->table;
    int64_t now_ms = sweep->environment->now_ms;
    int64_t empty_ms = now_ms - live->empty_since_ms;
    switch (table->state) {
    case TABLE_WAITING:
        if (is_unused(sweep, live))
            close_unused(sweep, live);
        return false;
    case TABLE_PLAYING:
        if (is_left(sweep, live))
            close_unused(sweep, live);
        return false;
    case TABLE_OVER:
        return empty_ms >= wait_ms(sweep, SWEEP_OVER_MEMORY_MS);
    case TABLE_CLOSED:
        break;
    }
    return true;
}

static void forget(struct sweep *sweep, struct live_table *live)
{
    if (live->table->state == TABLE_OVER)
        close_later(sweep, live->id, live->table->version,
                    live->empty_since_ms + wait_ms(sweep, SWEEP_OVER_MS));
    live_table_free(live);
}

void sweep_tick(struct sweep *sweep)
{
    const struct environment *environment = sweep->environment;
    if (environment->stopping || !sweep->loading->is_ready ||
        environment->now_ms - sweep->swept_ms < wait_ms(sweep, SWEEP_MS))
        return;
    sweep->swept_ms = environment->now_ms;
    close_due(sweep);
    /* Removing one would disturb the iteration: they are collected first. */
    struct live_table **unused =
        alloc_array(sweep->tables->by_id.count, sizeof(struct live_table *));
    size_t count = 0, at = 0;
    for (struct live_table *live; (live = live_tables_next(sweep->tables, &at));)
        if (is_idle(live) && sweep_one(sweep, live))
            unused[count++] = live;
    for (size_t i = 0; i < count; i++)
        forget(sweep, unused[i]);
    free(unused);
}
