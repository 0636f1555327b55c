/* The journal database: transactions and replay, frames, and a shorter journal.
 *
 * Chapters: only one store uses the database; running jobs; frames; a shorter journal: people, tables,
 * all of it. */
#include "store/journal/journal_internal.h"

#include "base/base.h"
#include "base/system/system.h"

#include <stdlib.h>
#include <string.h>

/* ---- Only one store uses the database ---- */

enum store_outcome journal_probe(struct journal *journal, struct store_job *job)
{
    (void)journal, (void)job;
    return STORE_OK;
}

enum store_outcome journal_tables_changed(struct journal *journal, struct store_job *job)
{
    (void)journal, (void)job;
    return STORE_OK;
}

enum store_outcome journal_leases(struct journal *journal, struct store_job *job)
{
    (void)journal;
    store_job_grant_leases(job);
    return STORE_OK;
}

enum store_outcome journal_leases_end(struct journal *journal, struct store_job *job)
{
    (void)journal, (void)job;
    return STORE_OK;
}

enum store_outcome journal_tell(struct journal *journal, struct store_job *job)
{
    (void)journal, (void)job;
    return STORE_OK;
}

/* ---- Running jobs ---- */

static enum store_outcome run_job(struct journal *journal, struct store_job *job)
{
    static enum store_outcome (*const functions[STORE_KINDS])(struct journal *,
                                                              struct store_job *) = {
#define FUNCTION(kind, name, ...) [STORE_##kind] = journal_##name,
        STORE_EVERY_PLAIN_JOB(FUNCTION)
#undef FUNCTION
    };
    if (functions[job->kind])
        return functions[job->kind](journal, job);
    job->error = "there are no accounts in a journal";
    return STORE_FAILED;
}

static void journal_run(struct database *database, struct store_job *jobs)
{
    struct journal *journal = (struct journal *)database;
    journal_frame_begin(&journal->frame);
    for (struct store_job *job = jobs; job; job = job->next) {
        job->outcome = run_job(journal, job);
        if (job->outcome == STORE_OK && store_job_letter(job->kind))
            job_bytes_write(&journal->frame, job);
    }
    if (!journal_frame_end(&journal->frame) || !journal->output.append ||
        journal->output.append(journal->output.context, journal->frame.data,
                               journal->frame.count)) {
        undo_commit(&journal->undo);
        return;
    }
    undo_rollback(&journal->undo);
    for (struct store_job *job = jobs; job; job = job->next) {
        store_job_forget_answer(job);
        job->outcome = STORE_FAILED;
        job->error = "the journal cannot be written";
    }
}

size_t journal_replay(struct database *database, const void *frames, size_t size)
{
    struct journal *journal = (struct journal *)database;
    const unsigned char *bytes = frames;
    size_t done = 0, frame;
    journal->is_replaying = true;
    while (done < size && (frame = journal_frame_size(bytes + done, size - done)) > 0) {
        struct store_job *jobs = journal_frame_jobs(bytes + done, frame);
        if (!jobs)
            break;
        while (jobs) {
            struct store_job *next = jobs->next;
            run_job(journal, jobs);
            store_job_free(jobs);
            jobs = next;
        }
        undo_commit(&journal->undo);
        done += frame;
    }
    journal->is_replaying = false;
    return done;
}

bool journal_compact(struct database *database, const struct journal_output *output)
{
    return journal_compact_write((struct journal *)database, output);
}

static void journal_close(struct database *database)
{
    struct journal *journal = (struct journal *)database;
    for (struct journal_person *next; journal->people; journal->people = next) {
        next = journal->people->next;
        free(journal->people);
    }
    for (struct journal_session *next; journal->sessions; journal->sessions = next) {
        next = journal->sessions->next;
        free(journal->sessions);
    }
    for (struct journal_table *next; journal->tables; journal->tables = next) {
        next = journal->tables->next;
        journal_table_free(journal->tables);
    }
    job_bytes_free(&journal->frame);
    undo_close(&journal->undo);
    free(journal);
}

struct database *journal_open(const struct journal_output *output)
{
    struct journal *journal = alloc_new(sizeof *journal);
    journal->database = (struct database){.run = journal_run, .close = journal_close};
    if (output)
        journal->output = *output;
    return &journal->database;
}

/* ---- Frames ---- */

enum { LENGTH_AT = 1, CHECKSUM_AT = 5, JOBS_AT = 13 };

static void put(unsigned char *at, uint64_t value, int size)
{
    for (int i = 0; i < size; i++)
        at[i] = (unsigned char)(value >> 8 * i);
}

static uint64_t get(const unsigned char *at, int size)
{
    uint64_t value = 0;
    for (int i = 0; i < size; i++)
        value |= (uint64_t)at[i] << 8 * i;
    return value;
}

void journal_frame_begin(struct job_bytes *bytes)
{
    static const unsigned char head[JOBS_AT] = {JOB_BYTES_VERSION};
    bytes->count = 0;
    job_bytes_add(bytes, head, sizeof head);
}

bool journal_frame_end(struct job_bytes *bytes)
{
    CHECK(bytes->count >= JOBS_AT && bytes->count <= UINT32_MAX);
    size_t length = bytes->count - JOBS_AT;
    put(bytes->data + LENGTH_AT, length, 4);
    put(bytes->data + CHECKSUM_AT, hash_bytes(HASH_START, bytes->data + JOBS_AT, length), 8);
    return length > 0;
}

size_t journal_frame_size(const unsigned char *bytes, size_t size)
{
    if (size < JOBS_AT || bytes[0] < 1 || bytes[0] > JOB_BYTES_VERSION)
        return 0;
    size_t length = (size_t)get(bytes + LENGTH_AT, 4);
    if (length > size - JOBS_AT ||
        get(bytes + CHECKSUM_AT, 8) != hash_bytes(HASH_START, bytes + JOBS_AT, length))
        return 0;
    return JOBS_AT + length;
}

struct store_job *journal_frame_jobs(const unsigned char *frame, size_t size)
{
    struct store_job *first = NULL, **end = &first;
    const unsigned char *at = frame + JOBS_AT, *frame_end = frame + size;
    while (at < frame_end) {
        struct store_job *job = job_bytes_read(&at, frame_end, frame[0]);
        if (!job)
            break;
        *end = job;
        end = &job->next;
    }
    if (at == frame_end)
        return first;
    while (first) {
        struct store_job *next = first->next;
        store_job_free(first);
        first = next;
    }
    return NULL;
}

/* ---- A shorter journal ---- */

/* Appends the frame in journal->frame, if it holds a job, and begins the next one. */
static bool frame_write(struct journal *journal, const struct journal_output *output)
{
    struct job_bytes *frame = &journal->frame;
    bool done =
        !journal_frame_end(frame) || output->append(output->context, frame->data, frame->count);
    journal_frame_begin(frame);
    return done;
}

/* ---- A shorter journal: people ---- */

/* A live session of the person, after `session` or the first one. */
static const struct journal_session *session_next(const struct journal *journal,
                                                  const struct journal_person *person,
                                                  const struct journal_session *session)
{
    session = session ? session->next : journal->sessions;
    while (session && (session->person != person || session->has_ended))
        session = session->next;
    return session;
}

/* A person begins with a session that was used when the person was last seen. If there is none such, it
 * is one that ends at once. Returns the session. */
static const struct journal_session *person_begin(struct journal *journal,
                                                  const struct journal_person *person)
{
    struct store_job job = {
        .kind = STORE_PERSON_NEW, .person = person->person, .now_ms = person->seen_ms};
    const struct journal_session *first = session_next(journal, person, NULL);
    while (first && first->used_ms != person->seen_ms)
        first = session_next(journal, person, first);
    memset(job.session_hash, 0xff, sizeof job.session_hash);
    if (first)
        memcpy(job.session_hash, first->hash, sizeof job.session_hash);
    job_bytes_write(&journal->frame, &job);
    job.kind = STORE_SESSION_END;
    if (!first)
        job_bytes_write(&journal->frame, &job);
    return first;
}

static void person_write(struct journal *journal, const struct journal_person *person)
{
    if (person->is_removed)
        return;
    const struct journal_session *first = person_begin(journal, person);
    struct store_job job = {.kind = STORE_SESSION_NEW, .person = person->person};
    for (const struct journal_session *session = NULL;
         (session = session_next(journal, person, session));) {
        memcpy(job.session_hash, session->hash, sizeof job.session_hash);
        job.now_ms = session->used_ms;
        if (session != first)
            job_bytes_write(&journal->frame, &job);
    }
}

/* ---- A shorter journal: tables ---- */

static bool record_has(const struct journal_record *record, const char *id)
{
    for (int i = 0; record && i < record->record.seats; i++)
        if (strcmp(record->record.seat[i].person, id) == 0)
            return true;
    return false;
}

/* A person of the table who is neither its host nor in its record, the one with this index or none. Each
 * of them comes with an entry. */
static const char *sitter_at(const struct journal_table *table, size_t index)
{
    for (const struct journal_table_person *at = table->people; at; at = at->next)
        if (at->id[0] && strcmp(at->id, table->host) != 0 && !record_has(table->record, at->id) &&
            index-- == 0)
            return at->id;
    return NULL;
}

/* How many entries of a table are kept. */
static size_t entries_kept(const struct journal_table *table)
{
    if (!table->is_closed)
        return table->entry_count;
    if (!table->record)
        return 0;
    return sitter_at(table, 1) ? table->entry_count : 2;
}

/* Writes the entry with this index as the one with this number. */
static void entry_write(struct journal *journal, const struct journal_table *table, size_t index,
                        size_t number, struct store_record *record)
{
    struct store_entry entry = table->entries[index];
    entry.number = (int64_t)number;
    struct store_job job = {.kind = number == 0 ? STORE_TABLE_NEW : STORE_TABLE_APPEND,
                            .entries = &entry,
                            .entry_count = 1,
                            .closes = table->is_closed && index + 1 == table->entry_count,
                            .records = record,
                            .record_count = record ? 1 : 0};
    const char *person = number == 0 ? table->host : sitter_at(table, number - 1);
    if (person)
        memcpy(job.person.id, person, sizeof job.person.id);
    memcpy(job.table, table->id, sizeof job.table);
    memcpy(job.invite_hash, table->invite, sizeof job.invite_hash);
    memcpy(job.code_hash, table->code, sizeof job.code_hash);
    job_bytes_write(&journal->frame, &job);
}

/* All but the last entry of a table with a record: that one comes with the record. */
static void table_write(struct journal *journal, const struct journal_table *table)
{
    size_t count = entries_kept(table) - (table->record ? 1 : 0);
    for (size_t i = 0; i < count; i++)
        entry_write(journal, table, i, i, NULL);
}

/* Records in the order of their ends, as their keys say. */
static bool records_write(struct journal *journal, const struct journal_output *output)
{
    size_t count = journal->records ? (size_t)journal->records->key : 0;
    const struct journal_table **ended = alloc_array(count + 1, sizeof *ended);
    for (const struct journal_table *table = journal->tables; table; table = table->next)
        if (table->record)
            ended[table->record->key - 1] = table;
    bool done = true;
    for (size_t i = 0; i < count && done; i++) {
        const struct journal_table *table = ended[i];
        CHECK(table && table->entry_count >= 2);
        entry_write(journal, table, table->entry_count - 1, entries_kept(table) - 1,
                    &table->record->record);
        done = frame_write(journal, output);
    }
    free(ended);
    return done;
}

/* ---- A shorter journal: all of it ---- */

/* Lists begin with the newest row, and a journal with the oldest. */
static bool people_write(struct journal *journal, const struct journal_output *output)
{
    size_t count = 0;
    for (const struct journal_person *at = journal->people; at; at = at->next)
        count++;
    const struct journal_person **people = alloc_array(count + 1, sizeof *people);
    for (const struct journal_person *at = journal->people; at; at = at->next)
        people[--count] = at;
    for (; people[count]; count++)
        person_write(journal, people[count]);
    free(people);
    return frame_write(journal, output);
}

static bool tables_write(struct journal *journal, const struct journal_output *output)
{
    size_t count = 0;
    for (const struct journal_table *at = journal->tables; at; at = at->next)
        count++;
    const struct journal_table **tables = alloc_array(count + 1, sizeof *tables);
    for (const struct journal_table *at = journal->tables; at; at = at->next)
        tables[--count] = at;
    bool done = true;
    for (; tables[count] && done; count++) {
        table_write(journal, tables[count]);
        done = frame_write(journal, output);
    }
    free(tables);
    return done;
}

bool journal_compact_write(struct journal *journal, const struct journal_output *output)
{
    journal_frame_begin(&journal->frame);
    return people_write(journal, output) && tables_write(journal, output) &&
           records_write(journal, output);
}
