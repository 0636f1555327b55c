/* PostgreSQL: jobs about tables and their entries. Each has a function that sends its statement and,
 * unless postgres_outcome suffices, one that reads the result. */
#include "store/postgres/postgres_internal.h"

#include "base/base.h"
#include "base/system/system.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

postgres_reader *postgres_table_new(struct postgres_connection *connection,
                                    const struct store_job *job)
{
    CHECK(job->entry_count == 1 && job->entries[0].number == 0);
    const struct store_entry *entry = &job->entries[0];
    postgres_send(connection, PG_TABLE_NEW, "thhiiiittt", job->table, job->invite_hash,
                  job->code_hash, entry->at_ms, entry->used_ms, (int64_t)entry->kind,
                  (int64_t)entry->seat, entry->text, entry->cid, job->person.id);
    return postgres_outcome;
}

postgres_reader *postgres_table_invite(struct postgres_connection *connection,
                                       const struct store_job *job)
{
    postgres_send(connection, PG_TABLE_INVITE, "thh", job->table, job->invite_hash, job->code_hash);
    return postgres_outcome;
}

static enum store_outcome table_found(struct postgres_connection *connection, struct store_job *job)
{
    PGresult *result = postgres_next(connection);
    bool found = PQntuples(result) > 0;
    if (found)
        postgres_copy_text(job->table, sizeof job->table, result, 0, 0);
    PQclear(result);
    return found ? STORE_OK : STORE_ABSENT;
}

postgres_reader *postgres_table_find(struct postgres_connection *connection,
                                     const struct store_job *job)
{
    postgres_send(connection, PG_TABLE_FIND, "h", job->invite_hash);
    return table_found;
}

static void send_entry(struct postgres_connection *connection, const struct store_job *job,
                       const char *payload)
{
    const struct store_entry *entry = &job->entries[0];
    postgres_send(connection, PG_ENTRY_NEW, "tiiiiittti", job->table, entry->number, entry->at_ms,
                  entry->used_ms, (int64_t)entry->kind, (int64_t)entry->seat, entry->text,
                  entry->cid, payload, job->previous_ms);
}

static const char *truth(bool value)
{
    return value ? "true" : "false";
}

static void send_last_entry(struct postgres_connection *connection, const struct store_job *job,
                            const char *payload)
{
    const struct store_entry *entry = &job->entries[0];
    const struct store_record *record = job->record_count ? &job->records[0] : NULL;
    struct postgres_seats seats;
    postgres_seats_write(&seats, record);
    postgres_send(connection, PG_ENTRY_END, "tiiiiitttitttiiittttttttttt", job->table,
                  entry->number, entry->at_ms, entry->used_ms, (int64_t)entry->kind,
                  (int64_t)entry->seat, entry->text, entry->cid, payload, job->previous_ms,
                  job->person.id, truth(job->closes), record ? record->game : NULL,
                  record ? record->ended_ms : 0, (int64_t)(record ? record->seats : 0),
                  (int64_t)(record ? record->move_count : 0), record ? record->record : NULL,
                  truth(record && record->is_shared), truth(record && record->is_rated),
                  truth(record && record->is_continued), seats.person, seats.name, seats.level,
                  seats.score, seats.won, seats.part, record ? record->host : NULL);
}

static void send_sitting(struct postgres_connection *connection, const struct store_job *job,
                         const char *payload)
{
    const struct store_entry *entry = &job->entries[0];
    postgres_send(connection, PG_ENTRY_SIT, "tiiiiitttit", job->table, entry->number, entry->at_ms,
                  entry->used_ms, (int64_t)entry->kind, (int64_t)entry->seat, entry->text,
                  entry->cid, payload, job->previous_ms, job->person.id);
}

postgres_reader *postgres_table_append(struct postgres_connection *connection,
                                       const struct store_job *job)
{
    CHECK(job->entry_count == 1);
    char payload[POSTGRES_PAYLOAD_TEXT];
    postgres_payload_write(payload, job);
    if (job->closes || job->record_count)
        send_last_entry(connection, job, payload);
    else if (job->person.id[0])
        send_sitting(connection, job, payload);
    else
        send_entry(connection, job, payload);
    return postgres_outcome;
}

void postgres_entry_is(struct postgres_connection *connection, const struct store_job *job)
{
    const struct store_entry *entry = &job->entries[0];
    postgres_send(connection, PG_ENTRY_IS, "tiiiiitt", job->table, entry->number, entry->at_ms,
                  entry->used_ms, (int64_t)entry->kind, (int64_t)entry->seat, entry->text,
                  entry->cid);
}

static enum store_outcome table_was_read(struct postgres_connection *connection,
                                         struct store_job *job)
{
    PGresult *result = postgres_next(connection);
    int rows = PQntuples(result);
    bool has_entries = rows > 0 && !PQgetisnull(result, 0, 0);
    for (int row = 0; has_entries && row < rows; row++)
        *store_job_add_entry(job) = (struct store_entry){
            .number = postgres_integer(result, row, 0),
            .at_ms = postgres_integer(result, row, 1),
            .used_ms = postgres_integer(result, row, 2),
            .kind = (int)postgres_integer(result, row, 3),
            .seat = (int)postgres_integer(result, row, 4),
            .text = postgres_take_text(result, row, 5),
            .cid = postgres_take_text(result, row, 6),
        };
    PQclear(result);
    return rows > 0 ? STORE_OK : STORE_ABSENT;
}

postgres_reader *postgres_table_read(struct postgres_connection *connection,
                                     const struct store_job *job)
{
    postgres_send(connection, PG_ENTRIES, "ti", job->table, job->from);
    return table_was_read;
}

static enum store_outcome tables_listed(struct postgres_connection *connection,
                                        struct store_job *job)
{
    PGresult *result = postgres_next(connection);
    for (int row = 0; row < PQntuples(result); row++) {
        if (PQgetisnull(result, row, 1)) {
            store_job_add_table(job, PQgetvalue(result, row, 0));
            continue;
        }
        struct store_ended *ended = store_job_add_ended(job);
        postgres_copy_text(ended->table, sizeof ended->table, result, row, 0);
        ended->number = postgres_integer(result, row, 1);
    }
    PQclear(result);
    return STORE_OK;
}

postgres_reader *postgres_tables_open(struct postgres_connection *connection,
                                      const struct store_job *job)
{
    (void)job;
    postgres_send(connection, PG_TABLES_OPEN, "");
    return tables_listed;
}

/* ---- Leases ---- */

/* The jobs of a PostgreSQL database about leases: job.h says what each does. */

/* The tables whose leases the job takes or gives back, as an array of PostgreSQL. */
static char *table_array(const struct store_job *job, bool gives_back)
{
    char *array = alloc_new(job->lease_count * STORE_ID_TEXT + 3), *at = array;
    *at++ = '{';
    for (size_t i = 0; i < job->lease_count; i++)
        if (job->leases[i].gives_back == gives_back)
            at += sprintf(at, "%s%s", at > array + 1 ? "," : "", job->leases[i].table);
    strcpy(at, "}");
    return array;
}

static void set_holder(struct store_job *job, const char *table, const PGresult *result, int row)
{
    for (size_t i = 0; i < job->lease_count; i++)
        if (!job->leases[i].gives_back && strcmp(job->leases[i].table, table) == 0)
            postgres_copy_text(job->leases[i].holder, STORE_ID_TEXT, result, row, 1);
}

static enum store_outcome leases_renewed(struct postgres_connection *connection,
                                         struct store_job *job)
{
    PGresult *result = postgres_next(connection);
    for (size_t i = 0; i < job->lease_count; i++) /* it may run again */
        job->leases[i].holder[0] = '\0';
    for (int row = 0; row < PQntuples(result); row++) {
        if (PQgetisnull(result, row, 0))
            store_job_add_server(job, PQgetvalue(result, row, 1));
        else
            set_holder(job, PQgetvalue(result, row, 0), result, row);
    }
    PQclear(result);
    return STORE_OK;
}

postgres_reader *postgres_leases(struct postgres_connection *connection,
                                 const struct store_job *job)
{
    char *taken = table_array(job, false), *returned = table_array(job, true);
    postgres_send(connection, PG_LEASES, "titti", job->server, job->now_ms, taken, returned,
                  (int64_t)STORE_LEASE_MS);
    free(taken);
    free(returned);
    return leases_renewed;
}

postgres_reader *postgres_leases_end(struct postgres_connection *connection,
                                     const struct store_job *job)
{
    postgres_send(connection, PG_LEASES_END, "t", job->server);
    return postgres_outcome;
}
