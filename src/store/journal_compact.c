#include "store/journal_compact.h"

#include "base/alloc.h"
#include "base/check.h"

#include <stdlib.h>
#include <string.h>

/* Appends the frame in journal->frame, if it holds a job, and begins the next one. */
static bool frame_write(struct journal *journal, const struct journal_output *output)
{
    struct job_bytes *frame = &journal->frame;
    bool done =
        !journal_frame_end(frame) || output->append(output->context, frame->data, frame->count);
    journal_frame_begin(frame);
    return done;
}

/* --- people ------------------------------------------------------------------------------------ */

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
    struct store_job job = {.kind = STORE_ACCOUNT_NEW, .person = person->person};
    memcpy(job.password, person->password, sizeof job.password);
    memcpy(job.recovery_hash, person->recovery, sizeof job.recovery_hash);
    if (person->person.login[0])
        job_bytes_write(&journal->frame, &job);
    job.kind = STORE_LISTING_SET;
    job.is_listed = person->is_listed;
    if (person->is_listed)
        job_bytes_write(&journal->frame, &job);
    job.kind = STORE_SESSION_NEW;
    for (const struct journal_session *session = NULL;
         (session = session_next(journal, person, session));) {
        memcpy(job.session_hash, session->hash, sizeof job.session_hash);
        job.now_ms = session->used_ms;
        if (session != first)
            job_bytes_write(&journal->frame, &job);
    }
}

/* --- tables ------------------------------------------------------------------------------------ */

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

/* --- everything -------------------------------------------------------------------------------- */

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
