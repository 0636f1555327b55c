/* Reads tables from the store: at the start those that are not over, the others when someone asks
 * for them; and notices when other servers change tables. */
#include "hall/tables/tables.h"

#include "base/system/system.h"
#include "table/table.h"

#include <stdlib.h>
#include <string.h>

struct damaged_table {
    char id[STORE_ID_TEXT]; /* first: for struct id_map */
};

struct startup_wait {
    struct table_wait wait; /* first: table_wait.done gets this */
    struct loading *loading;
};

void loading_start(struct loading *loading, struct changes *changes,
                   const struct loading_callbacks *callbacks)
{
    *loading = (struct loading){.changes = changes,
                                .tables = changes->tables,
                                .environment = changes->environment,
                                .callbacks = *callbacks};
}

void loading_free(struct loading *loading)
{
    size_t at = 0;
    for (struct damaged_table *damaged; (damaged = id_map_next(&loading->damaged, &at));)
        free(damaged);
    id_map_free(&loading->damaged);
    free(loading->startup);
}

/* Reading a table. */

bool loading_is_damaged(const struct loading *loading, const char *id)
{
    return id_map_find(&loading->damaged, id) != NULL;
}

static void set_aside(struct loading *loading, const char *id, int64_t entry, const char *why)
{
    struct damaged_table *damaged = alloc_new(sizeof *damaged);
    memcpy(damaged->id, id, sizeof damaged->id);
    id_map_add(&loading->damaged, damaged);
    environment_log(
        loading->environment, "table_damaged",
        json_pack("{s:s, s:I, s:s?}", "table", id, "entry", (json_int_t)entry, "why", why));
}

static bool fold_all(struct loading *loading, const struct live_table *live,
                     const struct store_job *job)
{
    struct fault fault = {0};
    bool good = job->outcome == STORE_OK &&
                table_fold_all(live->table, job->entries, job->entry_count, &fault);
    if (job->outcome == STORE_DAMAGED || (job->outcome == STORE_OK && !good))
        set_aside(loading, live->id, live->table->version + 1,
                  job->error ? job->error : fault.text);
    return good;
}

static void read_done(struct store_job *job)
{
    struct loading *loading = job->context;
    struct live_table *live = live_tables_find(loading->tables, job->table);
    struct table_wait *waits = live->waits;
    live->waits = NULL;
    live->loading = false;
    if (fold_all(loading, live, job)) {
        table_clocks_restart(live->table, loading->environment->now_ms);
        live_table_opened(live);
        change_loaded(loading->changes, live);
    } else {
        live_table_free(live);
        live = NULL;
    }
    if (job->outcome == STORE_FAILED) { /* nobody reports an open table again */
        loading->error = job->error;
        loading->retry_ms = loading->environment->now_ms + LOADING_RETRY_MS;
    }
    table_waits_end(waits, live, job->outcome == STORE_FAILED);
}

static struct live_table *read_begin(struct loading *loading, const char *id)
{
    const struct environment *environment = loading->environment;
    struct live_table *live =
        live_table_new(loading->tables, table_new(id, environment->settings.data_folder));
    live->loading = true;
    struct store_job *job = store_job_new(STORE_TABLE_READ, read_done, loading);
    memcpy(job->table, live->id, sizeof job->table);
    store_submit(environment->store, job);
    return live;
}

void loading_get(struct loading *loading, const char *id, struct table_wait *wait)
{
    struct live_table *live = live_tables_find(loading->tables, id);
    if (strlen(id) != STORE_ID_TEXT - 1 || (live && !live->loading) ||
        loading_is_damaged(loading, id)) {
        if (wait)
            wait->done(wait, live, false);
        return;
    }
    if (!live)
        live = read_begin(loading, id);
    if (wait)
        live_table_wait(live, wait);
}

/* The start. */

static void startup_failed(struct loading *loading)
{
    environment_log(loading->environment, "load_failed",
                    json_pack("{s:s?}", "why", loading->error));
    loading->retry_ms = loading->environment->now_ms + LOADING_RETRY_MS;
}

/* If one table could not be read, all are asked for again; those in memory cost nothing. */
static void startup_read(struct loading *loading, bool failed)
{
    loading->has_failed |= failed;
    if (--loading->startup_remaining > 0)
        return;
    free(loading->startup);
    loading->startup = NULL;
    loading->is_ready = !loading->has_failed;
    if (loading->has_failed)
        startup_failed(loading);
}

static void startup_wait_done(struct table_wait *wait, struct live_table *live, bool failed)
{
    (void)live;
    startup_read(((struct startup_wait *)wait)->loading, failed);
}

static void startup_found(struct store_job *job)
{
    struct loading *loading = job->context;
    loading->error = job->error;
    loading->startup_asked = false;
    if (job->outcome != STORE_OK) {
        startup_failed(loading);
        return;
    }
    loading->has_failed = false;
    loading->callbacks.found_over(loading->callbacks.context, job->ended, job->ended_count);
    loading->startup = alloc_array(job->table_count, sizeof *loading->startup);
    /* One more, so that it is not zero before all were asked for. */
    loading->startup_remaining = job->table_count + 1;
    for (size_t i = 0; i < job->table_count; i++) {
        loading->startup[i] =
            (struct startup_wait){.wait = {.done = startup_wait_done}, .loading = loading};
        loading_get(loading, job->tables[i], &loading->startup[i].wait);
    }
    startup_read(loading, false);
}

void loading_begin(struct loading *loading)
{
    loading->startup_asked = true;
    store_submit(loading->environment->store,
                 store_job_new(STORE_TABLES_OPEN, startup_found, loading));
}

/* Changes of other servers. */

static void changes_ask(struct loading *loading);

static void take_news(struct loading *loading, const struct store_news *news)
{
    struct live_table *live = live_tables_find(loading->tables, news->table);
    if (!live)
        loading_get(loading, news->table, NULL);
    else if (live->loading)
        change_catch_up(loading->changes, live); /* the read may have come too early for it */
    else
        change_news(loading->changes, live, &news->entry);
}

/* The database may have lost entries that were read here, by a failover. */
static void compare_all(struct loading *loading)
{
    size_t at = 0;
    for (struct live_table *live; (live = live_tables_next(loading->tables, &at));)
        change_catch_up(loading->changes, live);
}

static void changes_found(struct store_job *job)
{
    struct loading *loading = job->context;
    loading->changes_asked = false;
    loading->is_store_away = job->outcome == STORE_FAILED;
    for (size_t i = 0; job->outcome == STORE_OK && i < job->table_count; i++) {
        struct live_table *live = live_tables_find(loading->tables, job->tables[i]);
        if (live)
            change_catch_up(loading->changes, live);
        else
            loading_get(loading, job->tables[i], NULL);
    }
    if (job->all_may_differ)
        compare_all(loading);
    for (size_t i = 0; i < job->news_count; i++)
        take_news(loading, &job->news[i]);
    const struct loading_callbacks *callbacks = &loading->callbacks;
    for (size_t i = 0; i < job->message_count; i++)
        callbacks->heard(callbacks->context, job->messages[i]);
    for (size_t i = 0; i < job->people_count; i++)
        callbacks->person_changed(callbacks->context, job->people[i]);
    if (job->all_may_differ)
        callbacks->person_changed(callbacks->context, NULL);
    if (loading->must_look)
        changes_ask(loading);
}

static void changes_ask(struct loading *loading)
{
    const struct environment *environment = loading->environment;
    bool is_due = environment->now_ms - loading->changes_asked_ms >= LOADING_CHANGES_MS;
    if (loading->changes_asked || environment->stopping || !(is_due || loading->must_look))
        return;
    loading->must_look = false;
    loading->changes_asked = true;
    loading->changes_asked_ms = environment->now_ms;
    store_submit(environment->store, store_job_new(STORE_TABLES_CHANGED, changes_found, loading));
}

void loading_look(struct loading *loading)
{
    loading->must_look = true;
    if (loading->is_ready)
        changes_ask(loading);
}

void loading_tick(struct loading *loading)
{
    const struct environment *environment = loading->environment;
    bool is_starting = loading->startup_asked || loading->startup_remaining > 0;
    if (loading->retry_ms && environment->now_ms >= loading->retry_ms && !is_starting) {
        loading->retry_ms = 0;
        loading_begin(loading);
    }
    if (loading->is_ready)
        changes_ask(loading);
}

/* ---- Sweep ---- */

/* Closes tables that are no longer used, and takes tables that are over out of memory. */

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

/* Tables that are not in memory. */

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

/* Tables in memory. */

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
    return empty_ms >= wait_ms(sweep, SWEEP_WAITING_MS) &&
           now_ms - table->changed_ms >= wait_ms(sweep, SWEEP_PLAYING_MS);
}

/* Closes the table if it is unused for too long. Returns whether it can be forgotten. */
static bool sweep_one(struct sweep *sweep, struct live_table *live)
{
    const struct table *table = live->table;
    int64_t now_ms = sweep->environment->now_ms;
    int64_t empty_ms = now_ms - live->empty_since_ms;
    switch (table->state) {
    case TABLE_WAITING:
        if (empty_ms >= wait_ms(sweep, live->was_watched ? SWEEP_WAITING_MS : SWEEP_ELSEWHERE_MS))
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
