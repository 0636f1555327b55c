/* PostgreSQL: one batch of jobs as one transaction. Everything is sent at once, the commit too, so
 * that a batch costs one round trip.
 *
 * Then: the order in which jobs run; jobs; what notifications say. */
#include "store/postgres/postgres_internal.h"

#include "base/base.h"
#include "base/system/system.h"
#include "store/job/job.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static bool is_about_leases(const struct store_job *job)
{
    return job->kind == STORE_LEASES || job->kind == STORE_LEASES_END;
}

static bool stores(const struct store_job *job)
{
    return store_job_letter(job->kind) || is_about_leases(job);
}

bool postgres_batch_only_reads(const struct store_job *jobs)
{
    while (jobs && !stores(jobs) && jobs->kind != STORE_TELL)
        jobs = jobs->next;
    return !jobs;
}

/* Sends the begin of a transaction. One that only sends messages need not reach the disk. Returns the
 * number of statements. */
static int begin(struct postgres_connection *connection, const struct store_job *jobs)
{
    bool only_reads = postgres_batch_only_reads(jobs);
    postgres_send(connection, only_reads ? PG_BEGIN_READING : PG_BEGIN, "");
    while (jobs && !stores(jobs))
        jobs = jobs->next;
    if (only_reads || jobs)
        return 1;
    postgres_send(connection, PG_NO_SYNC, "");
    return 2;
}

/* ---- The order in which jobs run ---- */

struct ordered_job {
    struct store_job *job;
    postgres_reader *read; /* of its results */
    size_t number;
};

static int compare_slots(const void *left, const void *right)
{
    const struct ordered_job *a = left, *b = right;
    int order = strcmp(a->job->table, b->job->table);
    return order != 0 ? order : a->number < b->number ? -1 : 1;
}

/* The order of the list, except that leases come first, and that appends next to each other are sorted
 * by table. They do not depend on each other, and two servers that lock the same rows in the same order
 * cannot wait for each other in a circle. */
static struct ordered_job *order_jobs(struct store_job *jobs, size_t *count)
{
    *count = 0;
    for (const struct store_job *job = jobs; job; job = job->next)
        ++*count;
    struct ordered_job *slots = alloc_array(*count, sizeof *slots);
    size_t at = 0;
    for (struct store_job *job = jobs; job; job = job->next)
        if (is_about_leases(job))
            slots[at++] = (struct ordered_job){.job = job};
    size_t begin = at; /* of the appends before `at` */
    for (struct store_job *job = jobs; job; job = job->next) {
        if (is_about_leases(job))
            continue;
        slots[at] = (struct ordered_job){.job = job, .number = at};
        if (job->kind != STORE_TABLE_APPEND) {
            qsort(slots + begin, at - begin, sizeof *slots, compare_slots);
            begin = at + 1;
        }
        at++;
    }
    qsort(slots + begin, at - begin, sizeof *slots, compare_slots);
    return slots;
}

/* ---- Jobs ---- */

static enum store_outcome ignore_result(struct postgres_connection *connection,
                                        struct store_job *job)
{
    (void)job;
    PQclear(postgres_next(connection));
    return STORE_OK;
}

postgres_reader *postgres_probe(struct postgres_connection *connection, const struct store_job *job)
{
    (void)job;
    postgres_send(connection, PG_PROBE, "");
    return ignore_result;
}

postgres_reader *postgres_tell(struct postgres_connection *connection, const struct store_job *job)
{
    postgres_send(connection, PG_TELL, "t", job->messages[0]);
    return ignore_result;
}

/* A session that is gone was ended, by this job or by another one. */
static void always(struct postgres_connection *connection, const struct store_job *job)
{
    (void)job;
    postgres_send(connection, PG_NOTHING, "");
}

/* For jobs that would be refused if they were done before: each sends a query that then finds a row. Doing
 * one of the others twice does no harm. */
static void (*const asks[STORE_KINDS])(struct postgres_connection *connection,
                                       const struct store_job *job) = {
    [STORE_PERSON_NEW] = postgres_session_is,
    [STORE_SESSION_NEW] = postgres_session_is,
    [STORE_SESSION_END] = always,
    [STORE_ACCOUNT_NEW] = postgres_account_is,
    [STORE_PASSWORD_SET] = postgres_account_is,
    [STORE_TABLE_NEW] = postgres_entry_is,
    [STORE_TABLE_APPEND] = postgres_entry_is,
    [STORE_ACCOUNT_RECOVER] = postgres_account_is_recovered,
    [STORE_PERSON_DELETE] = postgres_person_is_gone,
    [STORE_NOTE_SET] = postgres_note_is,
};

static void send_job(struct postgres_connection *connection, struct ordered_job *slot, bool again)
{
    static postgres_reader *(*const functions[STORE_KINDS])(struct postgres_connection *,
                                                            const struct store_job *) = {
#define FUNCTION(kind, name, ...) [STORE_##kind] = postgres_##name,
        STORE_EVERY_JOB(FUNCTION)
#undef FUNCTION
    };
    slot->read = functions[slot->job->kind](connection, slot->job);
    if (again && asks[slot->job->kind])
        asks[slot->job->kind](connection, slot->job);
}

static void receive_job(struct postgres_connection *connection, const struct ordered_job *slot,
                        bool again)
{
    struct store_job *job = slot->job;
    job->outcome = slot->read(connection, job);
    if (again && asks[job->kind]) {
        PGresult *result = postgres_next(connection);
        if (PQntuples(result) > 0)
            job->outcome = STORE_OK;
        PQclear(result);
    }
    if (job->outcome == STORE_OK)
        postgres_known_note(connection->known, job);
}

/* Ends a transaction that has failed, keeping the reason. */
static void roll_back(struct postgres_connection *connection)
{
    enum postgres_failure failure = connection->failure;
    connection->failure = POSTGRES_FINE;
    postgres_send(connection, PG_ROLLBACK, "");
    postgres_sync(connection);
    PQclear(postgres_next(connection));
    postgres_end(connection);
    if (connection->failure == POSTGRES_FINE)
        connection->failure = failure;
    else
        connection->failure = POSTGRES_LOST;
}

/* Answers without a round trip, if notifications have arrived and the jobs ask for nothing else. */
static bool answer_known(struct postgres_connection *connection, struct store_job *jobs)
{
    struct postgres_known *known = connection->known;
    const struct store_job *other = jobs;
    while (other && other->kind == STORE_TABLES_CHANGED)
        other = other->next;
    if (other || known->must_scan || !postgres_known_has_heard(known))
        return false;
    for (struct store_job *job = jobs; job; job = job->next)
        job->outcome = STORE_OK;
    postgres_known_keep(known, connection->handle, jobs);
    return true;
}

bool postgres_batch_run(struct postgres_connection *connection, struct store_job *jobs, bool again)
{
    struct postgres_known *known = connection->known;
    if (answer_known(connection, jobs))
        return true;
    size_t count;
    struct ordered_job *slots = order_jobs(jobs, &count);
    connection->failure = POSTGRES_FINE;
    int beginning = begin(connection, jobs);
    for (size_t i = 0; i < count; i++)
        send_job(connection, &slots[i], again);
    postgres_send(connection, PG_COMMIT, "");
    postgres_sync(connection);
    for (int i = 0; i < beginning; i++)
        PQclear(postgres_next(connection));
    for (size_t i = 0; i < count; i++)
        receive_job(connection, &slots[i], again);
    free(slots);
    PQclear(postgres_next(connection)); /* of the commit */
    postgres_end(connection);
    if (connection->failure == POSTGRES_FINE) {
        postgres_known_keep(known, connection->handle, jobs);
        return true;
    }
    postgres_known_restore(known);
    if (connection->failure != POSTGRES_LOST)
        roll_back(connection);
    return false;
}

/* ---- What notifications say ---- */

static int length_of(const char *text)
{
    return text ? (int)strlen(text) : -1;
}

void postgres_payload_write(char payload[POSTGRES_PAYLOAD_TEXT], const struct store_job *job)
{
    const struct store_entry *entry = &job->entries[0];
    char mark = job->closes ? '!' : ',';
    int size = snprintf(payload, POSTGRES_PAYLOAD_TEXT, "+%s:%lld%c%lld %lld %d %d %d %d\n%s%s",
                        job->table, (long long)entry->number, mark, (long long)entry->at_ms,
                        (long long)entry->used_ms, entry->kind, entry->seat, length_of(entry->text),
                        length_of(entry->cid), entry->text ? entry->text : "",
                        entry->cid ? entry->cid : "");
    if (size >= POSTGRES_PAYLOAD_TEXT)
        snprintf(payload, POSTGRES_PAYLOAD_TEXT, "%s:%lld%c", job->table, (long long)entry->number,
                 mark);
}

/* Takes a text of this length, and moves `*at` behind it. NULL for -1. */
static char *take_text(const char **at, int length)
{
    if (length < 0)
        return NULL;
    char *text = alloc_new((size_t)length + 1);
    memcpy(text, *at, (size_t)length);
    *at += length;
    return text;
}

static bool read_contents(const char **payload, struct store_entry *entry)
{
    long long at_ms, used_ms;
    int text, cid, length = 0;
    if (sscanf(*payload, "%lld %lld %d %d %d %d%n", &at_ms, &used_ms, &entry->kind, &entry->seat,
               &text, &cid, &length) < 6 ||
        (*payload)[length] != '\n' || text < -1 || cid < -1)
        return false;
    const char *at = *payload + length + 1;
    if (strlen(at) != (size_t)(text > 0 ? text : 0) + (size_t)(cid > 0 ? cid : 0))
        return false;
    entry->at_ms = at_ms;
    entry->used_ms = used_ms;
    entry->text = take_text(&at, text);
    entry->cid = take_text(&at, cid);
    *payload = at;
    return true;
}

bool postgres_payload_read(const char **payload, struct postgres_heard *item)
{
    long long number;
    char mark;
    int length = 0;
    *item = (struct postgres_heard){.has_contents = **payload == '+'};
    const char *at = *payload + item->has_contents;
    if (sscanf(at, "%12[^:]:%lld%c%n", item->table, &number, &mark, &length) < 3)
        return false;
    at += length;
    item->entry.number = number;
    item->closes = mark == '!';
    if (item->has_contents && !read_contents(&at, &item->entry))
        return false;
    *payload = at;
    return true;
}
