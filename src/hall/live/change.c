/* How a change happens, from the request to its completion:
 *
 *  1. change_submit copies the change to the end of the table's queue, and calls next.
 *  2. next does nothing while an entry of this table is on its way to the disk (`busy`).
 *  3. If other servers have appended to the table (`behind`), read_on reads their entries first;
 *     read_done folds each in and sends it (step), and calls next again.
 *  4. next takes the first change in the queue. A move that was made before gets its answer again
 *     (is_repeated); a change that is not allowed now is refused (check), and the next one follows.
 *     If other servers may have made it possible, their entries are read before (may_be_behind).
 *  5. append submits the change to the store as the next entry of the table. Before a start that has
 *     to decide what `auto` means, results_read reads the results of the host.
 *  6. append_done: STORE_TAKEN means that another server took the number, STORE_ABSENT that the entry
 *     before it is another one: the table is folded again (start_over). The change stays first in the
 *     queue, the other entries are read as in 3, and the change is checked again.
 *  7. Otherwise step folds the entry into the table and sends it to every watcher; to the client that
 *     asked it is the answer. finish calls the owner's `done`.
 *  8. settle does what the server itself does next: starts a full table, closes an endless match, and
 *     reports to the units above (`settled`). Then next looks at the queue again.
 *
 * Then: the end of a change; steps; entries of other servers; checks; the queue; what clients may
 * change. */
#include "hall/live/live.h"

#include "base/base.h"
#include "base/system/system.h"
#include "table/table.h"

#include <stdlib.h>
#include <string.h>

/* A change that waits for its turn. */
struct queued_change {
    struct change change;       /* its client is held; its texts are below */
    char *answer;               /* or NULL */
    struct store_entry entry;   /* its number is set when its turn comes */
    char person[STORE_ID_TEXT]; /* of the client, or "" */
    bool any_seat;
    bool is_timeout;     /* it comes because the seat's time is up */
    bool has_auto_level; /* of a start: decided */
    bool has_caught_up;  /* it was refused once, and entries of other servers were read */
    int64_t arrived_us;
    struct queued_change *next;
};

struct change_queue {
    struct changes *changes;
    struct live_table *live;
    struct queued_change *first, **end; /* the first one is under way if `busy` */
    int count;
    bool busy;
    bool behind;      /* others have appended: to be read before the next change */
    bool overtaken;   /* the first change was refused by the store: other entries are being read */
    int64_t retry_ms; /* when to read again, after a failure; 0: no need */
};

static void next(struct change_queue *queue);

void changes_start(struct changes *changes, struct live_tables *tables,
                   const struct change_callbacks *callbacks)
{
    *changes = (struct changes){
        .environment = tables->environment, .tables = tables, .callbacks = *callbacks};
}

static struct change_queue *queue_of(struct changes *changes, struct live_table *live)
{
    if (!live->changes) {
        struct change_queue *queue = alloc_new(sizeof *queue);
        *queue = (struct change_queue){.changes = changes, .live = live, .end = &queue->first};
        live->changes = queue;
    }
    return live->changes;
}

static struct queued_change *queued_new(const struct change *change)
{
    struct queued_change *queued = alloc_new(sizeof *queued);
    struct client *client = change->client;
    queued->change = *change;
    queued->change.text = queued->change.cid = queued->change.answer = NULL;
    queued->entry = (struct store_entry){.kind = (int)change->kind,
                                         .seat = change->seat,
                                         .text = alloc_text(change->text ? change->text : "{}"),
                                         .cid = alloc_text(change->cid)};
    queued->any_seat = change->kind == ENTRY_SIT && change->seat < 0;
    queued->is_timeout = change->kind == ENTRY_MOVE_TIMEOUT ||
                         (change->text && strcmp(change->text, entry_by_clock) == 0);
    if (client) {
        client_hold(client);
        queued->answer = alloc_text(change->answer ? change->answer : "null");
        queued->arrived_us = environment_now_us(client->environment);
        if (client->person)
            memcpy(queued->person, client->person->id, sizeof queued->person);
    }
    return queued;
}

static void queued_free(struct queued_change *queued)
{
    if (queued->change.client)
        client_release(queued->change.client);
    free(queued->answer);
    free(queued->entry.text);
    free(queued->entry.cid);
    free(queued);
}

static struct queued_change *take_first(struct change_queue *queue)
{
    struct queued_change *first = queue->first;
    queue->first = first->next;
    if (!queue->first)
        queue->end = &queue->first;
    queue->count--;
    return first;
}

void changes_forget(struct live_table *live)
{
    while (live->changes && live->changes->first)
        queued_free(take_first(live->changes));
    free(live->changes);
    live->changes = NULL;
}

bool change_is_idle(const struct live_table *live)
{
    return !live->changes || (!live->changes->busy && !live->changes->first);
}

/* ---- The end of a change ---- */

static void finish(struct queued_change *queued, enum change_outcome outcome,
                   const struct fault *fault)
{
    const struct change *change = &queued->change;
    if (outcome == CHANGE_REFUSED && change->client && !change->client->gone)
        client_refuse(change->client, queued->answer, fault);
    if (change->done)
        change->done(change->context, outcome, fault);
    queued_free(queued);
}

static void refuse_unavailable(struct queued_change *queued)
{
    struct fault fault;
    fault_set(&fault, FAULT_UNAVAILABLE, NULL, "server.unavailable", NULL);
    finish(queued, CHANGE_REFUSED, &fault);
}

/* ---- Steps ---- */

/* Folds in an entry that is on the disk, and sends it. `queued` is the change that it comes from, or
 * NULL. False if it cannot be folded in: the table is broken. */
static bool step(struct change_queue *queue, const struct store_entry *entry,
                 const struct queued_change *queued)
{
    struct live_table *live = queue->live;
    const struct change_callbacks *callbacks = &queue->changes->callbacks;
    if (!steps_add(live, entry, queued ? queued->change.client : NULL,
                   queued ? queued->answer : NULL))
        return false;
    callbacks->stepped(callbacks->context, live, entry);
    return true;
}

/* The entries of a table have changed: folds all of them in again. */
static bool start_over(struct change_queue *queue, const struct store_job *job)
{
    struct live_table *live = queue->live;
    const struct change_callbacks *callbacks = &queue->changes->callbacks;
    if (!steps_start_over(live, job->entries, job->entry_count))
        return false;
    callbacks->started_over(callbacks->context, live);
    return true;
}

/* What the server does by itself after a step: closes an endless match, which would fill the disk; and
 * starts a match when the last seat is taken. */
static void settle(struct changes *changes, struct live_table *live)
{
    const struct table *table = live->table;
    live_table_due(live, changes->environment->now_ms);
    if (table->state == TABLE_PLAYING &&
        (int)table->move_count >= changes->environment->settings.limits.moves_per_match) {
        change_submit(
            changes, live,
            &(struct change){.kind = ENTRY_CLOSE, .seat = -1, .text = "{\"why\":\"endless\"}"});
        return;
    }
    changes->callbacks.settled(changes->callbacks.context, live);
    int last = table->last.kind;
    bool seated = last == ENTRY_SIT || last == ENTRY_BOT || last == ENTRY_SEATS;
    if (table->state == TABLE_WAITING && table->settings.autostart && seated &&
        table_is_full(table))
        change_submit(changes, live, &(struct change){.kind = ENTRY_START, .seat = -1});
}

/* ---- Entries of other servers ---- */

static void waits_end(struct live_table *live, bool failed)
{
    struct table_wait *waits = live->waits;
    live->waits = NULL;
    table_waits_end(waits, failed ? NULL : live, failed);
}

static void read_from(struct change_queue *queue, int64_t number);

static void read_done(struct store_job *job)
{
    struct change_queue *queue = job->context;
    struct live_table *live = queue->live;
    queue->busy = false;
    bool is_read = job->outcome == STORE_OK && !live->broken, news = false;
    if (is_read &&
        (live->must_start_over || !steps_continue(live, job->entries, job->entry_count))) {
        if (job->from > 0) {
            read_from(queue, 0);
            return;
        }
        news = start_over(queue, job);
    } else if (is_read) {
        for (size_t i = 1; i < job->entry_count && !live->broken; i++)
            news |= step(queue, &job->entries[i], NULL);
    }
    /* The change was refused, and nothing else has happened: trying again would never end. */
    if (queue->overtaken && !news && queue->first)
        refuse_unavailable(take_first(queue));
    queue->overtaken = false;
    if (news)
        settle(queue->changes, live);
    bool failed = job->outcome == STORE_FAILED || job->outcome == STORE_ABSENT;
    if (failed) { /* nobody reports these entries again */
        queue->retry_ms = live->environment->now_ms + CHANGE_RETRY_MS;
        live_table_due(live, queue->retry_ms);
    }
    if (failed || !queue->behind)
        waits_end(live, failed);
    next(queue);
}

static void read_from(struct change_queue *queue, int64_t number)
{
    const struct live_table *live = queue->live;
    queue->busy = true;
    queue->behind = false;
    queue->retry_ms = 0;
    struct store_job *job = store_job_new(STORE_TABLE_READ, read_done, queue);
    memcpy(job->table, live->id, sizeof job->table);
    job->from = number;
    store_submit(live->environment->store, job);
}

/* Reads the latest entry again, too: after a failover of the database, it may be another one. */
static void read_on(struct change_queue *queue)
{
    read_from(queue, queue->live->table->version);
}

void change_catch_up(struct changes *changes, struct live_table *live)
{
    struct change_queue *queue = queue_of(changes, live);
    queue->behind = true;
    if (!queue->busy && !live->loading)
        next(queue);
}

/* The entry is used at once, unless a change is under way or earlier entries are missing: then all are read in order. */
void change_news(struct changes *changes, struct live_table *live, const struct store_entry *entry)
{
    struct change_queue *queue = queue_of(changes, live);
    if (entry->number <= live->table->version || live->broken)
        return;
    if (queue->busy || queue->behind || entry->number > live->table->version + 1) {
        change_catch_up(changes, live);
        return;
    }
    if (step(queue, entry, NULL))
        settle(changes, live);
    next(queue);
}

void change_catch_up_for(struct changes *changes, struct live_table *live, struct table_wait *wait)
{
    if (live->broken) {
        wait->done(wait, live, false);
        return;
    }
    live_table_wait(live, wait);
    change_catch_up(changes, live);
}

void change_tick(struct changes *changes, struct live_table *live)
{
    const struct change_queue *queue = live->changes;
    if (!queue || !queue->retry_ms)
        return;
    if (changes->environment->now_ms < queue->retry_ms)
        live_table_due(live, queue->retry_ms);
    else
        change_catch_up(changes, live);
}

void change_loaded(struct changes *changes, struct live_table *live)
{
    settle(changes, live);
    if (live->changes && live->changes->behind)
        change_catch_up(changes, live);
}

/* ---- Checks ---- */

static bool check(const struct live_table *live, const struct queued_change *queued,
                  struct fault *fault)
{
    const struct environment *environment = live->environment;
    const struct table *table = live->table;
    const struct store_entry *entry = &queued->entry;
    if (live->broken || environment->stopping)
        return fault_set(fault, FAULT_UNAVAILABLE, NULL, "server.unavailable", NULL);
    if (queued->change.client && !change_check(live, &queued->entry, queued->person, fault))
        return false;
    if (queued->any_seat && table_seat_of(table, queued->person) >= 0)
        return fault_set(fault, FAULT_TAKEN, NULL, "server.sits_already", NULL);
    /* The host came back after all, while this one was waiting. */
    if (entry->kind == ENTRY_HOST && host_heir(live) != entry->seat)
        return fault_set(fault, FAULT_FORBIDDEN, NULL, "server.nobody_there", NULL);
    if (queued->any_seat && entry->seat < 0 && table->state < TABLE_OVER)
        return fault_set(fault, FAULT_TAKEN, NULL, "server.no_free_seat", NULL);
    /* The move came after all, while this one was waiting. */
    if (queued->is_timeout && table_left_ms(table, entry->seat, environment->now_ms) > 0)
        return fault_set(fault, FAULT_NOT_YOUR_TURN, NULL, "core.not_your_turn", NULL);
    return table_check(table, entry, fault);
}

/* ---- The queue ---- */

static void append_done(struct store_job *job)
{
    struct change_queue *queue = job->context;
    struct live_table *live = queue->live;
    struct queued_change *queued = queue->first;
    CHECK(queue->busy && queued);
    if (job->outcome == STORE_TAKEN || job->outcome == STORE_ABSENT) {
        queued->entry = job->entries[0]; /* its texts come back, to be tried again */
        job->entry_count = 0;
        queue->overtaken = true;
        read_on(queue);
        return;
    }
    take_first(queue);
    bool made = job->outcome == STORE_OK && step(queue, &job->entries[0], queued);
    queue->busy = false;
    if (made) {
        if (queued->change.kind == ENTRY_MOVE && queued->change.client)
            environment_count_latency(live->environment, queued->arrived_us);
        finish(queued, CHANGE_MADE, NULL);
        settle(queue->changes, live);
    } else {
        refuse_unavailable(queued);
    }
    next(queue);
}

/* Gives the entry's texts to a job. */
static void append(struct change_queue *queue, struct queued_change *queued)
{
    const struct live_table *live = queue->live;
    const struct table *table = live->table;
    struct store_entry *entry = &queued->entry;
    entry->number = table->version + 1;
    entry->at_ms = live->environment->now_ms;
    struct store_job *job = store_job_new(STORE_TABLE_APPEND, append_done, queue);
    job->previous_ms = table->last.at_ms;
    if (entry_is_move(entry->kind)) {
        entry->used_ms = table_used_ms(table, entry->seat, entry->at_ms);
        job->records = table_record_after(table, entry);
        job->record_count = job->records ? 1 : 0;
    }
    if (entry->kind == ENTRY_SIT)
        entry_read_person(entry, job->person.id);
    memcpy(job->table, live->id, sizeof job->table);
    job->closes = entry->kind == ENTRY_CLOSE;
    job->entries = alloc_new(sizeof *job->entries);
    job->entries[0] = *entry;
    job->entry_count = 1;
    entry->text = entry->cid = NULL;
    queue->busy = true;
    store_submit(live->environment->store, job);
}

static void results_done(struct store_job *job)
{
    struct change_queue *queue = job->context;
    struct queued_change *queued = queue->first;
    CHECK(queue->busy && queued);
    free(queued->entry.text);
    queued->entry.text = entry_start_text(auto_level(job)->name);
    queued->has_auto_level = true;
    queue->busy = false;
    next(queue);
}

/* Whether the change is a start that has to decide what `auto` means; if so, the results of the host
 * are being read. */
static bool results_read(struct change_queue *queue, const struct queued_change *queued)
{
    const struct live_table *live = queue->live;
    if (queued->entry.kind != ENTRY_START || queued->has_auto_level || !table_has_auto(live->table))
        return false;
    queue->busy = true;
    store_submit(live->environment->store, auto_level_job(live, results_done, queue));
    return true;
}

/* The change is allowed. */
static void proceed(struct change_queue *queue, struct queued_change *queued)
{
    if (!results_read(queue, queued))
        append(queue, queued);
}

/* Answers a move that was made already, and whose answer was lost. */
static bool is_repeated(const struct live_table *live, const struct queued_change *queued)
{
    struct client *client = queued->change.client;
    if (!queued->entry.cid || !client)
        return false;
    int64_t version = table_cid_version(live->table, queued->entry.seat, queued->entry.cid);
    if (version < 0)
        return false;
    if (!client->gone)
        client_answer(client, queued->answer,
                      json_pack("{s:I, s:b}", "v", (json_int_t)version, "again", 1));
    return true;
}

/* A client that is gone may have asked another server again, and been refused there. What it asked for
 * must not be done after that. */
static bool is_abandoned(const struct queued_change *queued)
{
    const struct client *client = queued->change.client;
    return client && client->gone && store_is_shared(client->environment->store);
}

/* Whether entries of other servers, which are not here yet, may allow what was refused. They are read
 * once: a client that has seen them elsewhere can rely on them. */
static bool may_be_behind(const struct live_table *live, struct queued_change *queued)
{
    bool is_first = !queued->has_caught_up;
    queued->has_caught_up = true;
    return is_first && queued->change.client && !live->broken && !live->environment->stopping &&
           store_is_shared(live->environment->store);
}

/* Starts the first change that passes its checks, if nothing is under way. */
static void next(struct change_queue *queue)
{
    struct live_table *live = queue->live;
    if (live->broken && !queue->busy)
        waits_end(live, false); /* nothing more is read */
    while (!queue->busy) {
        if (queue->behind && !live->broken) {
            read_on(queue);
            return;
        }
        struct queued_change *queued = queue->first;
        struct fault fault;
        if (!queued)
            return;
        if (queued->any_seat)
            queued->entry.seat = table_seat_for(live->table, queued->person);
        if (queued->entry.kind == ENTRY_STAND || queued->entry.kind == ENTRY_BOT)
            bot_name_entry(live->environment, live->table, &queued->entry);
        if (is_abandoned(queued))
            refuse_unavailable(take_first(queue));
        else if (is_repeated(live, queued))
            finish(take_first(queue), CHANGE_MADE, NULL);
        else if (check(live, queued, &fault))
            proceed(queue, queued);
        else if (may_be_behind(live, queued))
            read_on(queue);
        else
            finish(take_first(queue), CHANGE_REFUSED, &fault);
    }
}

void change_submit(struct changes *changes, struct live_table *live, const struct change *change)
{
    CHECK(!live->loading);
    struct change_queue *queue = queue_of(changes, live);
    struct queued_change *queued = queued_new(change);
    if (change->client && queue->count >= CHANGE_WAITING_MAX) {
        refuse_unavailable(queued);
        return;
    }
    *queue->end = queued;
    queue->end = &queued->next;
    queue->count++;
    next(queue);
}

/* ---- What clients may change ---- */

static bool check_seat(const struct table *table, int seat, const char *person, struct fault *fault)
{
    return table_seat_of(table, person) == seat ||
           fault_set(fault, FAULT_FORBIDDEN, NULL, "server.not_your_seat", NULL);
}

static bool check_move_count(const struct live_table *live, int seat, struct fault *fault)
{
    const struct table *table = live->table;
    int most = live->environment->settings.limits.moves_per_match;
    /* A match that gets too long ends for all: no player alone can bring that about. */
    return (table->moves_of[seat] < most / table->settings.seats &&
            (int)table->move_count < most) ||
           fault_set(fault, FAULT_LIMIT, NULL, "server.too_many_moves", NULL);
}

static bool check_seat_changes(const struct table *table, struct fault *fault)
{
    return table->version - table->move_count - table->proposal_count <= CHANGE_SEAT_CHANGES_MAX ||
           fault_set(fault, FAULT_LIMIT, NULL, "server.too_many_changes", NULL);
}

static bool check_proposals(const struct table *table, struct fault *fault)
{
    return table->proposal_count < CHANGE_PROPOSALS_MAX ||
           fault_set(fault, FAULT_LIMIT, NULL, "server.too_many_changes", NULL);
}

static bool check_sit(const struct live_table *live, const char *person, struct fault *fault)
{
    const struct table *table = live->table;
    bool is_new = table_seat_of(table, person) < 0 && strcmp(table->settings.host, person) != 0;
    if (is_new && !live_tables_allow_days(live->tables, person, &table->settings, 0, fault))
        return false;
    if (is_new && live_tables_count_of(live->tables, person) >=
                      live->environment->settings.limits.tables_per_person)
        return fault_set(fault, FAULT_LIMIT, NULL, "server.too_many_tables", NULL);
    return check_seat_changes(table, fault);
}

static bool check_bot(const struct live_table *live, int seat, struct fault *fault)
{
    const struct table *table = live->table;
    bool has_person = seat >= 0 && seat < table->settings.seats && table->seat[seat].person[0];
    if (table->state == TABLE_PLAYING && has_person && table->settings.clock == TABLE_CLOCK_DAYS)
        return fault_set(fault, FAULT_FORBIDDEN, NULL, "server.clock_decides", NULL);
    if (table->state == TABLE_PLAYING && has_person && !watch_is_away(live, seat))
        return fault_set(fault, FAULT_FORBIDDEN, NULL, "server.person_is_there", NULL);
    return check_seat_changes(table, fault);
}

/* A person stands up, or the host removes them. The host may have changed since the request came. */
static bool check_stand(const struct table *table, const struct store_entry *entry,
                        const char *person, struct fault *fault)
{
    if (strcmp(entry->text, entry_stand_by_host) != 0)
        return check_seat(table, entry->seat, person, fault);
    if (strcmp(table->settings.host, person) != 0)
        return fault_set(fault, FAULT_FORBIDDEN, NULL, "server.host_only", NULL);
    return check_seat_changes(table, fault);
}

/* Likewise. */
static bool check_admit(const struct table *table, const char *person, struct fault *fault)
{
    return (strcmp(table->settings.host, person) == 0 ||
            fault_set(fault, FAULT_FORBIDDEN, NULL, "server.host_only", NULL)) &&
           check_seat_changes(table, fault);
}

bool change_check(const struct live_table *live, const struct store_entry *entry,
                  const char *person, struct fault *fault)
{
    switch (entry->kind) {
    case ENTRY_MOVE:
        return check_seat(live->table, entry->seat, person, fault) &&
               check_move_count(live, entry->seat, fault);
    case ENTRY_TAKE_BACK:
        return check_seat(live->table, entry->seat, person, fault) &&
               check_proposals(live->table, fault);
    case ENTRY_VOTE:
        return check_seat(live->table, entry->seat, person, fault) &&
               check_proposals(live->table, fault) && vote_check(live, entry, fault);
    case ENTRY_STAND:
        return check_stand(live->table, entry, person, fault);
    case ENTRY_ADMIT:
        return check_admit(live->table, person, fault);
    case ENTRY_SEATS:
        return check_seat_changes(live->table, fault);
    case ENTRY_SIT:
        return check_sit(live, person, fault);
    case ENTRY_BOT:
        return check_bot(live, entry->seat, fault);
    default:
        return true;
    }
}
