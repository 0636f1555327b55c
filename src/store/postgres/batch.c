/* PostgreSQL: one batch of jobs as one transaction. Everything is sent at once, the commit too, so
 * that a batch costs one round trip. */
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

/* ---- Postgres jobs ---- */

/* PostgreSQL: the jobs by their kind. All jobs of a batch are sent before the first result is read. */

static void probe(struct postgres_connection *connection, const struct store_job *job)
{
    (void)job;
    postgres_send(connection, PG_PROBE, "");
}

static void tell(struct postgres_connection *connection, const struct store_job *job)
{
    postgres_send(connection, PG_TELL, "t", job->message);
}

static enum store_outcome ignore_result(struct postgres_connection *connection,
                                        struct store_job *job)
{
    (void)job;
    PQclear(postgres_next(connection));
    return STORE_OK;
}

/* A session that is gone was ended, by this job or by another one. */
static void always(struct postgres_connection *connection, const struct store_job *job)
{
    (void)job;
    postgres_send(connection, PG_NOTHING, "");
}

static const struct {
    void (*send)(struct postgres_connection *connection, const struct store_job *job);
    /* NULL: postgres_outcome. */
    enum store_outcome (*receive)(struct postgres_connection *connection, struct store_job *job);
    /* Sends a query that finds a row if the job was done before. NULL: doing it twice does no harm. */
    void (*ask)(struct postgres_connection *connection, const struct store_job *job);
} jobs[] = {
    [STORE_PERSON_NEW] = {postgres_person_new, NULL, postgres_session_is},
    [STORE_PERSON_RENAME] = {postgres_person_rename, NULL, NULL},
    [STORE_PERSON_RENAME_EVERYWHERE] = {postgres_person_rename_everywhere, NULL, NULL},
    [STORE_SESSION_FIND] = {postgres_session_find, postgres_person_found, NULL},
    [STORE_SESSION_NEW] = {postgres_session_new, NULL, postgres_session_is},
    [STORE_SESSION_END] = {postgres_session_end, NULL, always},
    [STORE_ACCOUNT_NEW] = {postgres_account_new, NULL, postgres_account_is},
    [STORE_ACCOUNT_FIND] = {postgres_account_find, postgres_person_found, NULL},
    [STORE_PASSWORD_SET] = {postgres_password_set, postgres_password_was_set, postgres_account_is},
    [STORE_TABLE_NEW] = {postgres_table_new, NULL, postgres_entry_is},
    [STORE_TABLE_INVITE] = {postgres_table_invite, NULL, NULL},
    [STORE_TABLE_FIND] = {postgres_table_find, postgres_table_found, NULL},
    [STORE_TABLE_APPEND] = {postgres_table_append, NULL, postgres_entry_is},
    [STORE_TABLE_READ] = {postgres_table_read, postgres_table_was_read, NULL},
    [STORE_TABLES_OPEN] = {postgres_tables_open, postgres_tables_listed, NULL},
    [STORE_RECORD_GET] = {postgres_record_get, postgres_records_found, NULL},
    [STORE_RECORD_LIST] = {postgres_record_list, postgres_records_found, NULL},
    [STORE_STATISTICS] = {postgres_statistics, postgres_statistics_found, NULL},
    [STORE_PROBE] = {probe, ignore_result, NULL},
    [STORE_SESSION_USE] = {postgres_session_use, NULL, NULL},
    [STORE_SESSIONS_EXPIRE] = {postgres_sessions_expire, NULL, NULL},
    [STORE_PEOPLE_PURGE] = {postgres_people_purge, postgres_people_purged, NULL},
    [STORE_ACCOUNT_RECOVER] = {postgres_account_recover, postgres_account_was_recovered,
                               postgres_account_is_recovered},
    [STORE_RECOVERY_SET] = {postgres_recovery_set, NULL, NULL},
    [STORE_PERSON_DELETE] = {postgres_person_delete, postgres_password_was_set,
                             postgres_person_is_gone},
    [STORE_RECORD_SHARE] = {postgres_record_share, NULL, NULL},
    [STORE_LEASES] = {postgres_leases_renew, postgres_leases_renewed, NULL},
    [STORE_LEASES_END] = {postgres_leases_end, NULL, NULL},
    [STORE_RECORDS_RATED] = {postgres_records_rated, postgres_records_found, NULL},
    [STORE_LISTING_SET] = {postgres_listing_set, NULL, NULL},
    [STORE_LISTINGS] = {postgres_listings, postgres_listings_found, NULL},
    [STORE_TELL] = {tell, ignore_result, NULL},
    [STORE_PEOPLE_GONE] = {postgres_people_gone, postgres_people_gone_found, NULL},
    [STORE_PEOPLE_FIND] = {postgres_people_find, postgres_people_found, NULL},
};

void postgres_job_send(struct postgres_connection *connection, const struct store_job *job)
{
    CHECK((size_t)job->kind < sizeof jobs / sizeof *jobs && jobs[job->kind].send);
    jobs[job->kind].send(connection, job);
}

enum store_outcome postgres_job_receive(struct postgres_connection *connection,
                                        struct store_job *job)
{
    return jobs[job->kind].receive ? jobs[job->kind].receive(connection, job)
                                   : postgres_outcome(connection);
}

void postgres_job_ask(struct postgres_connection *connection, const struct store_job *job)
{
    if (jobs[job->kind].ask)
        jobs[job->kind].ask(connection, job);
}

enum store_outcome postgres_job_answer(struct postgres_connection *connection,
                                       const struct store_job *job)
{
    if (!jobs[job->kind].ask)
        return job->outcome;
    PGresult *result = postgres_next(connection);
    bool was_done = PQntuples(result) > 0;
    PQclear(result);
    return was_done ? STORE_OK : job->outcome;
}

/* ---- Postgres payload ---- */

/* PostgreSQL: what a notification of an entry says. It is "TABLE:NUMBER," or, for a table's last entry,
 * "TABLE:NUMBER!"; several of them; or one, preceded by "+" and followed by the contents of the entry,
 * which spares other servers from reading it. */

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
