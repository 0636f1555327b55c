#include "store/memory_compact.h"

#include "base/check.h"
#include "base/memory.h"

#include <stdlib.h>
#include <string.h>

/* Appends the frame in memory->frame, if it holds a job, and begins the next one. */
static bool frame_write(struct memory *memory, const struct memory_log *log)
{
    struct job_bytes *frame = &memory->frame;
    bool done = !memory_frame_end(frame) || log->append(log->context, frame->data, frame->count);
    memory_frame_begin(frame);
    return done;
}

/* --- people ------------------------------------------------------------------------------------ */

static bool session_is_live(const struct memory_session *session)
{
    return !session->has_ended && memory_hash_equals(session->hash, session->hash);
}

/* A person begins with one session; an account and the other sessions are added to it. */
static void person_write(struct memory *memory, const struct memory_person *person)
{
    struct store_job job = {.kind = STORE_PERSON_NEW, .person = person->person};
    const struct memory_session *first = memory->sessions;
    while (first && (first->person != person || !session_is_live(first)))
        first = first->next;
    if (first)
        memcpy(job.hash, first->hash, sizeof job.hash);
    job_bytes_write(&memory->frame, &job);
    memcpy(job.password, person->password, sizeof job.password);
    if (person->person.login[0]) {
        job.kind = STORE_ACCOUNT_NEW;
        job_bytes_write(&memory->frame, &job);
    }
    job.kind = STORE_SESSION_NEW;
    for (const struct memory_session *other = first ? first->next : NULL; other;
         other = other->next)
        if (other->person == person && session_is_live(other)) {
            memcpy(job.hash, other->hash, sizeof job.hash);
            job_bytes_write(&memory->frame, &job);
        }
}

/* --- tables ------------------------------------------------------------------------------------ */

static void entry_write(struct memory *memory, const struct memory_table *table, size_t index,
                        int64_t number, struct store_record *record)
{
    struct store_entry entry = table->entries[index];
    entry.number = number;
    struct store_job job = {.kind = number == 0 ? STORE_TABLE_NEW : STORE_TABLE_APPEND,
                            .entries = &entry,
                            .entry_count = 1,
                            .closes = table->is_closed && index + 1 == table->entry_count,
                            .records = record,
                            .record_count = record ? 1 : 0};
    memcpy(job.table, table->id, sizeof job.table);
    memcpy(job.hash, table->invite, sizeof job.hash);
    memcpy(job.hash2, table->code, sizeof job.hash2);
    job_bytes_write(&memory->frame, &job);
}

/* How many entries of a table are kept. */
static size_t entries_kept(const struct memory_table *table)
{
    return !table->is_closed ? table->entry_count : table->record ? 2 : 0;
}

/* All but the last entry of a table with a record: that one comes with the record. */
static void table_write(struct memory *memory, const struct memory_table *table)
{
    size_t count = entries_kept(table) - (table->record ? 1 : 0);
    for (size_t i = 0; i < count; i++)
        entry_write(memory, table, i, (int64_t)i, NULL);
}

/* Records in the order of their ends, as their keys say. */
static bool records_write(struct memory *memory, const struct memory_log *log)
{
    size_t count = memory->records ? (size_t)memory->records->key : 0;
    const struct memory_table **ended = memory_new_array(count + 1, sizeof *ended);
    for (const struct memory_table *table = memory->tables; table; table = table->next)
        if (table->record)
            ended[table->record->key - 1] = table;
    bool done = true;
    for (size_t i = 0; i < count && done; i++) {
        const struct memory_table *table = ended[i];
        CHECK(table && table->entry_count >= 2);
        entry_write(memory, table, table->entry_count - 1, (int64_t)entries_kept(table) - 1,
                    &table->record->record);
        done = frame_write(memory, log);
    }
    free(ended);
    return done;
}

/* --- everything -------------------------------------------------------------------------------- */

/* Lists begin with the newest row, and a log with the oldest. */
static bool people_write(struct memory *memory, const struct memory_log *log)
{
    size_t count = 0;
    for (const struct memory_person *at = memory->people; at; at = at->next)
        count++;
    const struct memory_person **people = memory_new_array(count + 1, sizeof *people);
    for (const struct memory_person *at = memory->people; at; at = at->next)
        people[--count] = at;
    for (; people[count]; count++)
        person_write(memory, people[count]);
    free(people);
    return frame_write(memory, log);
}

static bool tables_write(struct memory *memory, const struct memory_log *log)
{
    size_t count = 0;
    for (const struct memory_table *at = memory->tables; at; at = at->next)
        count++;
    const struct memory_table **tables = memory_new_array(count + 1, sizeof *tables);
    for (const struct memory_table *at = memory->tables; at; at = at->next)
        tables[--count] = at;
    bool done = true;
    for (; tables[count] && done; count++) {
        table_write(memory, tables[count]);
        done = frame_write(memory, log);
    }
    free(tables);
    return done;
}

bool memory_compact_write(struct memory *memory, const struct memory_log *log)
{
    memory_frame_begin(&memory->frame);
    return people_write(memory, log) && tables_write(memory, log) && records_write(memory, log);
}
