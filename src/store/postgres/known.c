/* PostgreSQL: what this server knows of the open tables, and what other servers have changed.
 *
 * Then: what is known; scanning; notifications. */
#include "store/postgres/postgres_internal.h"

#include "base/system/system.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* A notification is "@PERSON", "#MESSAGE", or about entries (postgres_internal.h). */
enum { MESSAGES_MAX = 4096 };

static void heard_free(struct postgres_known *known)
{
    for (size_t i = 0; i < known->heard_count; i++) {
        free(known->heard[i].entry.text);
        free(known->heard[i].entry.cid);
    }
    known->heard_count = 0;
}

void postgres_known_free(struct postgres_known *known)
{
    open_tables_free(&known->open);
    heard_free(known);
    free(known->heard);
    free(known->people);
    for (size_t i = 0; i < known->message_count; i++)
        free(known->messages[i]);
    free(known->messages);
}

bool postgres_known_listen(struct postgres_known *known, PGconn *handle, char *error,
                           size_t error_size)
{
    PGresult *result =
        postgres_execute(handle, "LISTEN " POSTGRES_SCHEMA, POSTGRES_SOON, error, error_size);
    PQclear(result);
    known->must_scan = true;
    return result != NULL;
}

/* ---- What is known ---- */

static void put(struct postgres_known *known, const char *id, int64_t number)
{
    struct open_table table = {.number = number, .scan = known->scan};
    snprintf(table.id, sizeof table.id, "%s", id);
    open_tables_put(&known->open, &table);
}

static bool is_news(const struct postgres_known *known, const char *id, int64_t number)
{
    const struct open_table *table = open_tables_find(&known->open, id);
    return !table || table->number < number;
}

void postgres_known_note(struct postgres_known *known, const struct store_job *job)
{
    bool is_written = job->kind == STORE_TABLE_NEW || job->kind == STORE_TABLE_APPEND;
    if ((!is_written && job->kind != STORE_TABLE_READ) || job->entry_count == 0)
        return;
    int64_t number = job->entries[job->entry_count - 1].number;
    if (is_written && job->closes)
        open_tables_remove(&known->open, job->table);
    else if (job->kind == STORE_TABLE_NEW ||
             (open_tables_find(&known->open, job->table) && is_news(known, job->table, number)))
        put(known, job->table, number);
}

/* ---- Scanning ---- */

void postgres_known_send(const struct postgres_known *known, struct postgres_connection *connection)
{
    if (known->must_scan)
        postgres_send(connection, PG_TABLES_LAST, "");
}

/* A table was open before this scan and is not any more: another server has closed it. */
static void on_closed(void *context, const struct open_table *table)
{
    if (context)
        store_job_add_table(context, table->id);
}

void postgres_known_receive(struct postgres_known *known, struct postgres_connection *connection,
                            struct store_job *job)
{
    PGresult *result = known->must_scan ? postgres_next(connection) : NULL;
    if (result) {
        known->scan++;
        for (int row = 0; row < PQntuples(result); row++) {
            const char *id = PQgetvalue(result, row, 0);
            int64_t number = postgres_integer(result, row, 1);
            if (job && is_news(known, id, number))
                store_job_add_table(job, id);
            put(known, id, number);
        }
        open_tables_remove_older(&known->open, known->scan, on_closed, job);
        if (job)
            job->all_may_differ = true;
    }
    PQclear(result);
}

static enum store_outcome changed(struct postgres_connection *connection, struct store_job *job)
{
    postgres_known_receive(connection->known, connection, job);
    return STORE_OK;
}

postgres_reader *postgres_tables_changed(struct postgres_connection *connection,
                                         const struct store_job *job)
{
    (void)job;
    postgres_known_send(connection->known, connection);
    return changed;
}

/* ---- Notifications ---- */

static void hear_item(struct postgres_known *known, const struct postgres_heard *item)
{
    known->heard =
        alloc_grow(known->heard, known->heard_count, &known->heard_capacity, sizeof *known->heard);
    known->heard[known->heard_count++] = *item;
}

static void hear_person(struct postgres_known *known, const char *id)
{
    known->people = alloc_grow(known->people, known->people_count, &known->people_capacity,
                               sizeof *known->people);
    snprintf(known->people[known->people_count++], sizeof *known->people, "%s", id);
}

/* If nobody asks for them any more, they are dropped. */
static void hear_message(struct postgres_known *known, const char *message)
{
    if (known->message_count == MESSAGES_MAX)
        return;
    known->messages = alloc_grow(known->messages, known->message_count, &known->message_capacity,
                                 sizeof *known->messages);
    known->messages[known->message_count++] = alloc_text(message);
}

static void hear(struct postgres_known *known, const char *payload)
{
    if (*payload == '#') {
        hear_message(known, payload + 1);
        return;
    }
    if (*payload == '@') {
        hear_person(known, payload + 1);
        return;
    }
    while (*payload) {
        struct postgres_heard item;
        if (!postgres_payload_read(&payload, &item)) {
            known->must_scan = true; /* not ours */
            return;
        }
        hear_item(known, &item);
    }
}

void postgres_known_hear(struct postgres_known *known, PGconn *handle)
{
    for (PGnotify *notify; (notify = PQnotifies(handle)); PQfreemem(notify)) {
        if (notify->be_pid == PQbackendPID(handle))
            continue;
        hear(known, notify->extra);
        known->has_news = true;
    }
}

bool postgres_known_has_heard(const struct postgres_known *known)
{
    return known->heard_count > 0 || known->people_count > 0 || known->message_count > 0;
}

bool postgres_known_take_news(struct postgres_known *known)
{
    bool has_news = known->has_news;
    known->has_news = false;
    return has_news;
}

/* The entry itself, if all before it are known here; else its table. */
static void report_item(struct postgres_known *known, struct postgres_heard *item,
                        struct store_job *job)
{
    const struct open_table *table = open_tables_find(&known->open, item->table);
    if (item->has_contents && table && table->number == item->entry.number - 1) {
        store_job_add_news(job, item->table)->entry = item->entry;
        item->entry.text = item->entry.cid = NULL;
    } else {
        store_job_add_table(job, item->table);
    }
    put(known, item->table, item->entry.number);
}

static void report(struct postgres_known *known, struct store_job *job)
{
    for (size_t i = 0; i < known->heard_count; i++) {
        struct postgres_heard *item = &known->heard[i];
        if (is_news(known, item->table, item->entry.number))
            report_item(known, item, job);
        if (item->closes)
            open_tables_remove(&known->open, item->table);
    }
    heard_free(known);
    for (size_t i = 0; i < known->people_count; i++)
        store_job_add_person(job, known->people[i]);
    for (size_t i = 0; i < known->message_count; i++) {
        store_job_add_message(job, known->messages[i]);
        free(known->messages[i]);
    }
    known->people_count = known->message_count = 0;
    known->has_news = false;
}

static bool has_scanned(const struct store_job *jobs)
{
    while (jobs && jobs->kind != STORE_TABLES_CHANGED)
        jobs = jobs->next;
    return jobs != NULL;
}

void postgres_known_keep(struct postgres_known *known, PGconn *handle, struct store_job *jobs)
{
    if (has_scanned(jobs))
        known->must_scan = false;
    postgres_known_hear(known, handle);
    for (struct store_job *job = jobs; job; job = job->next)
        if (job->kind == STORE_TABLES_CHANGED)
            report(known, job);
    open_tables_keep(&known->open);
}

void postgres_known_restore(struct postgres_known *known)
{
    open_tables_restore(&known->open);
}
