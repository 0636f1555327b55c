/* Leases: which server runs the clocks and computer players of a table.
 *
 * Then: which tables need a lease; asking. */
#include "hall/cluster/leases/leases.h"

#include <stdlib.h>
#include <string.h>

enum { AGAIN_MS = 1000 }; /* how often to ask for a lease that its holder may give back */

void leases_start(struct leases *leases, struct live_tables *tables)
{
    *leases = (struct leases){.environment = tables->environment, .tables = tables};
}

void leases_free(struct leases *leases)
{
    free(leases->others);
}

static int64_t clock_now(const struct leases *leases)
{
    return environment_now_us(leases->environment) / 1000;
}

bool leases_last(const struct leases *leases, int64_t ms)
{
    return !store_is_shared(leases->environment->store) ||
           clock_now(leases) + ms < leases->until_ms;
}

/* ---- Which tables need a lease ---- */

static bool has_bots(const struct table *table)
{
    for (int seat = 0; seat < table->settings.seats; seat++)
        if (table->seat[seat].bot)
            return true;
    return false;
}

static bool is_needed(const struct live_table *live)
{
    const struct table *table = live->table;
    return table->state == TABLE_PLAYING && !live->broken &&
           (table->settings.clock != TABLE_CLOCK_NONE ||
            (has_bots(table) && watch_has_audience(live)));
}

/* In real time, computer players belong where somebody watches them. But no other server gets a lease that
 * the database says is this server's. */
static bool is_wanted(const struct live_table *live)
{
    return is_needed(live) &&
           (live->watches || live->lease.may_be_own || !live->table->settings.game->realtime);
}

static bool is_running(const struct leases *leases, const char *server)
{
    for (size_t i = 0; i < leases->other_count; i++)
        if (strcmp(leases->others[i], server) == 0)
            return true;
    return false;
}

/* Whether it makes sense to ask for this lease. A holder that runs gives it back only if its last
 * watcher leaves; then those who watch here wait for it. */
static bool is_obtainable(const struct leases *leases, const struct live_table *live,
                          int64_t now_ms)
{
    return !is_running(leases, live->lease.holder) ||
           (live->watches && now_ms - live->lease.asked_ms >= AGAIN_MS);
}

/* ---- Asking ---- */

static void lose_all(struct leases *leases)
{
    size_t at = 0;
    for (struct live_table *live; (live = live_tables_next(leases->tables, &at));) {
        live->lease.may_be_own |= live->lease.is_held;
        live->lease.is_held = false;
    }
}

/* Returns whether this server now runs a table that another one ran, which is gone. */
static bool take_answer(struct leases *leases, const struct store_lease *lease)
{
    struct live_table *live = live_tables_find(leases->tables, lease->table);
    if (!live || lease->gives_back)
        return false;
    const char *own = leases->environment->server;
    bool was_orphaned = live->lease.holder[0] && strcmp(live->lease.holder, own) != 0 &&
                        !is_running(leases, live->lease.holder);
    memcpy(live->lease.holder, lease->holder, sizeof live->lease.holder);
    live->lease.is_held = strcmp(lease->holder, own) == 0;
    live->lease.may_be_own = false;
    if (live->lease.is_held)
        live_table_due(live, leases->environment->now_ms);
    return was_orphaned && live->lease.is_held;
}

/* The leases that the job gives back were not given back. */
static void keep_returned(struct leases *leases, const struct store_job *job)
{
    for (size_t i = 0; i < job->lease_count; i++) {
        struct live_table *live = live_tables_find(leases->tables, job->leases[i].table);
        if (live && job->leases[i].gives_back)
            live->lease.may_be_own = true;
    }
}

static struct store_job *job_new(struct leases *leases);
static void ask(struct leases *leases, struct store_job *job);
static void ask_for_wanted(struct leases *leases);

static void answered(struct store_job *job)
{
    struct leases *leases = job->context;
    leases->is_asking = false;
    if (job->outcome != STORE_OK)
        keep_returned(leases, job);
    if (job->outcome != STORE_OK || leases->has_ended)
        return;
    if (!leases_last(leases, 0))
        lose_all(leases); /* they may have been taken meanwhile */
    leases->until_ms = leases->asked_ms + LEASES_HOLD_MS;
    free(leases->others);
    leases->others = job->servers;
    leases->other_count = job->server_count;
    job->servers = NULL;
    int orphans = 0;
    for (size_t i = 0; i < job->lease_count; i++)
        orphans += take_answer(leases, &job->leases[i]);
    if (orphans > 0)
        environment_log(leases->environment, "tables_taken_over",
                        json_pack("{s:i}", "tables", orphans));
    if (leases->wanted_count > 0)
        ask_for_wanted(leases);
}

static struct store_job *job_new(struct leases *leases)
{
    struct store_job *job = store_job_new(STORE_LEASES, answered, leases);
    memcpy(job->server, leases->environment->server, sizeof job->server);
    return job;
}

static void ask(struct leases *leases, struct store_job *job)
{
    leases->is_asking = true;
    leases->asked_ms = clock_now(leases);
    store_submit(leases->environment->store, job);
}

static void ask_for_wanted(struct leases *leases)
{
    struct store_job *job = job_new(leases);
    for (int i = 0; i < leases->wanted_count; i++)
        store_job_add_lease(job, leases->wanted[i]);
    leases->wanted_count = 0;
    ask(leases, job);
}

/* Adds a table to the job if its lease is not needed any more, or can be taken. Returns whether the
 * table needs a lease. */
static bool add_table(const struct leases *leases, struct store_job *job, struct live_table *live)
{
    struct table_lease *lease = &live->lease;
    bool is_needed_now = is_needed(live);
    if (job->lease_count == LEASES_ASK_MAX)
        return is_needed_now; /* with the next job */
    if (lease->is_held && !is_needed_now) {
        *lease = (struct table_lease){0};
        store_job_add_lease(job, live->id)->gives_back = true;
    } else if (!lease->is_held && is_wanted(live) &&
               is_obtainable(leases, live, leases->scanned_ms)) {
        lease->asked_ms = leases->scanned_ms;
        store_job_add_lease(job, live->id);
    }
    return is_needed_now;
}

/* Without tables that need a lease there is nothing to renew. */
static void renew(struct leases *leases)
{
    struct store_job *job = job_new(leases);
    bool has_needs = false;
    size_t at = 0;
    for (struct live_table *live; (live = live_tables_next(leases->tables, &at));)
        has_needs |= add_table(leases, job, live);
    if (has_needs || job->lease_count > 0)
        ask(leases, job);
    else
        store_job_free(job);
}

bool lease_is_held(struct leases *leases, struct live_table *live)
{
    if (!store_is_shared(leases->environment->store) ||
        (live->lease.is_held && leases_last(leases, 0)))
        return true;
    bool is_new = !live->lease.is_held && !live->lease.asked_ms;
    if (is_new && is_wanted(live) && leases->wanted_count < LEASES_ASK_MAX && !leases->has_ended) {
        live->lease.asked_ms = clock_now(leases);
        memcpy(leases->wanted[leases->wanted_count++], live->id, STORE_ID_TEXT);
        if (!leases->is_asking)
            ask_for_wanted(leases);
    }
    return false;
}

int leases_held(const struct leases *leases)
{
    bool is_shared = store_is_shared(leases->environment->store), lasts = leases_last(leases, 0);
    int held = 0;
    size_t at = 0;
    for (const struct live_table *live; (live = live_tables_next(leases->tables, &at));)
        held += is_shared ? live->lease.is_held && lasts : is_needed(live);
    return held;
}

void leases_tick(struct leases *leases)
{
    int64_t now_ms = clock_now(leases);
    if (!store_is_shared(leases->environment->store) || leases->has_ended || leases->is_asking ||
        now_ms - leases->scanned_ms < LEASES_RENEW_MS)
        return;
    if (!leases_last(leases, 0))
        lose_all(leases);
    leases->scanned_ms = now_ms;
    renew(leases);
}

void leases_end(struct leases *leases)
{
    if (!store_is_shared(leases->environment->store) || leases->has_ended)
        return;
    leases->has_ended = true;
    leases->until_ms = 0;
    struct store_job *job = store_job_new(STORE_LEASES_END, NULL, NULL);
    memcpy(job->server, leases->environment->server, sizeof job->server);
    store_submit(leases->environment->store, job);
}
