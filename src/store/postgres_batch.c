#include "store/postgres_batch.h"

#include "base/alloc.h"
#include "store/job_bytes.h"
#include "store/postgres_jobs.h"

#include <stdlib.h>
#include <string.h>

static bool is_about_leases(const struct store_job *job)
{
    return job->kind == STORE_LEASES || job->kind == STORE_LEASES_END;
}

static bool stores(const struct store_job *job)
{
    return job_bytes_is_change(job->kind) || is_about_leases(job);
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

/* The order in which jobs run. */

struct ordered_job {
    struct store_job *job;
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

/* Jobs. */

static void send_job(struct postgres_connection *connection, const struct postgres_known *known,
                     const struct store_job *job, bool again)
{
    if (job->kind == STORE_TABLES_CHANGED) {
        postgres_known_send(known, connection);
        return;
    }
    postgres_job_send(connection, job);
    if (again)
        postgres_job_ask(connection, job);
}

static void receive_job(struct postgres_connection *connection, struct postgres_known *known,
                        struct store_job *job, bool again)
{
    if (job->kind == STORE_TABLES_CHANGED) {
        job->outcome = postgres_known_receive(known, connection, job);
        return;
    }
    job->outcome = postgres_job_receive(connection, job);
    if (again)
        job->outcome = postgres_job_answer(connection, job);
    if (job->outcome == STORE_OK)
        postgres_known_note(known, job);
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
static bool answer_known(struct postgres_connection *connection, struct postgres_known *known,
                         struct store_job *jobs)
{
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

bool postgres_batch_run(struct postgres_connection *connection, struct postgres_known *known,
                        struct store_job *jobs, bool again)
{
    if (answer_known(connection, known, jobs))
        return true;
    size_t count;
    struct ordered_job *slots = order_jobs(jobs, &count);
    connection->failure = POSTGRES_FINE;
    int beginning = begin(connection, jobs);
    for (size_t i = 0; i < count; i++)
        send_job(connection, known, slots[i].job, again);
    postgres_send(connection, PG_COMMIT, "");
    postgres_sync(connection);
    for (int i = 0; i < beginning; i++)
        PQclear(postgres_next(connection));
    for (size_t i = 0; i < count; i++)
        receive_job(connection, known, slots[i].job, again);
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
