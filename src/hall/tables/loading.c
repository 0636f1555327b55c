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

/* ---- Reading a table ---- */

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

/* ---- The start ---- */

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

/* ---- Changes of other servers ---- */

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
