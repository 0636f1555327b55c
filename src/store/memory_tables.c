#include "store/memory_tables.h"

#include "base/check.h"
#include "base/memory.h"

#include <stdlib.h>
#include <string.h>

static struct memory_table *table_find(const struct memory *memory, const char *id)
{
    struct memory_table *table = memory->tables;
    while (table && strcmp(table->id, id) != 0)
        table = table->next;
    return table;
}

/* Whether a table other than `except` has this invitation or this code. */
static bool invite_is_taken(const struct memory *memory, const struct store_job *job,
                            const struct memory_table *except)
{
    for (const struct memory_table *table = memory->tables; table; table = table->next)
        if (table != except && (memory_hash_equals(table->invite, job->invite_hash) ||
                                memory_hash_equals(table->code, job->code_hash)))
            return true;
    return false;
}

static void table_person_add(struct memory *memory, struct memory_table *table, const char *id)
{
    if (!memory_person_find(memory, id) || memory_table_has(table, id))
        return;
    struct memory_table_person *person = memory_row_new(memory, sizeof *person);
    memcpy(person->id, id, sizeof person->id);
    person->next = table->people;
    MEMORY_SAVE(memory, table->people);
    table->people = person;
}

static void entry_add(struct memory *memory, struct memory_table *table,
                      const struct store_entry *entry)
{
    if (table->entry_count == table->entry_capacity) {
        table->entry_capacity = table->entry_capacity ? 2 * table->entry_capacity : 16;
        table->entries = memory_resize(table->entries, table->entry_capacity, sizeof *entry);
    }
    struct store_entry *copy = &table->entries[table->entry_count];
    *copy = *entry;
    copy->text = memory_row_text(memory, entry->text);
    copy->cid = memory_row_text(memory, entry->cid);
    MEMORY_SAVE(memory, table->entry_count);
    table->entry_count++;
}

void memory_table_free(void *row)
{
    struct memory_table *table = row;
    for (size_t i = 0; i < table->entry_count; i++) {
        free(table->entries[i].text);
        free(table->entries[i].cid);
    }
    free(table->entries);
    for (struct memory_table_person *next; table->people; table->people = next) {
        next = table->people->next;
        free(table->people);
    }
    if (table->record)
        free(table->record->record.record);
    free(table->record);
    free(table);
}

enum store_outcome memory_table_new(struct memory *memory, const struct store_job *job)
{
    CHECK(job->entry_count == 1 && job->entries[0].number == 0);
    if (table_find(memory, job->table) || invite_is_taken(memory, job, NULL))
        return STORE_TAKEN;
    struct memory_table *table = memory_new(sizeof *table);
    undo_call(&memory->undo, memory_table_free, table);
    memcpy(table->id, job->table, sizeof table->id);
    if (memory_person_find(memory, job->person.id))
        memcpy(table->host, job->person.id, sizeof table->host);
    memcpy(table->invite, job->invite_hash, sizeof table->invite);
    memcpy(table->code, job->code_hash, sizeof table->code);
    table->next = memory->tables;
    MEMORY_SAVE(memory, memory->tables);
    memory->tables = table;
    entry_add(memory, table, &job->entries[0]);
    table_person_add(memory, table, job->person.id);
    return STORE_OK;
}

enum store_outcome memory_table_invite(struct memory *memory, const struct store_job *job)
{
    struct memory_table *table = table_find(memory, job->table);
    if (!table)
        return STORE_ABSENT;
    if (invite_is_taken(memory, job, table))
        return STORE_TAKEN;
    MEMORY_SAVE(memory, table->invite);
    MEMORY_SAVE(memory, table->code);
    memcpy(table->invite, job->invite_hash, sizeof table->invite);
    memcpy(table->code, job->code_hash, sizeof table->code);
    return STORE_OK;
}

enum store_outcome memory_table_find(const struct memory *memory, struct store_job *job)
{
    for (const struct memory_table *table = memory->tables; table; table = table->next)
        if (memory_hash_equals(table->invite, job->invite_hash) ||
            memory_hash_equals(table->code, job->invite_hash)) {
            memcpy(job->table, table->id, sizeof job->table);
            return STORE_OK;
        }
    return STORE_ABSENT;
}

/* People who were deleted have no name; the others are people of the table. */
static void record_people(struct memory *memory, struct memory_table *table,
                          struct store_record *record)
{
    for (int i = 0; i < record->seats; i++) {
        struct store_result_seat *seat = &record->seat[i];
        if (seat->person[0] && !memory_person_find(memory, seat->person)) {
            memset(seat->person, 0, sizeof seat->person);
            memset(seat->name, 0, sizeof seat->name);
        }
        table_person_add(memory, table, seat->person);
    }
}

/* A table has one record, the first that comes. */
static void record_add(struct memory *memory, struct memory_table *table,
                       const struct store_record *from)
{
    if (table->record)
        return;
    struct memory_record *record = memory_row_new(memory, sizeof *record);
    record->record = *from;
    memcpy(record->record.table, table->id, sizeof record->record.table);
    record->record.record = memory_row_text(memory, from->record);
    record_people(memory, table, &record->record);
    record->key = memory->records ? memory->records->key + 1 : 1;
    record->next = memory->records;
    MEMORY_SAVE(memory, memory->records);
    MEMORY_SAVE(memory, table->record);
    memory->records = record;
    table->record = record;
}

enum store_outcome memory_table_append(struct memory *memory, const struct store_job *job)
{
    CHECK(job->entry_count == 1);
    const struct store_entry *entry = &job->entries[0];
    struct memory_table *table = table_find(memory, job->table);
    if (!table || entry->number < 0 || entry->number > (int64_t)table->entry_count)
        return STORE_ABSENT;
    if (entry->number < (int64_t)table->entry_count)
        return STORE_TAKEN;
    entry_add(memory, table, entry);
    table_person_add(memory, table, job->person.id);
    if (job->closes) {
        MEMORY_SAVE(memory, table->is_closed);
        table->is_closed = true;
    }
    if (job->record_count > 0)
        record_add(memory, table, &job->records[0]);
    return STORE_OK;
}

enum store_outcome memory_table_read(const struct memory *memory, struct store_job *job)
{
    const struct memory_table *table = table_find(memory, job->table);
    if (!table)
        return STORE_ABSENT;
    size_t from = job->from < 0 ? 0 : (size_t)job->from;
    if (from >= table->entry_count)
        return STORE_OK;
    job->entry_count = table->entry_count - from;
    job->entries = memory_new_array(job->entry_count, sizeof *job->entries);
    for (size_t i = 0; i < job->entry_count; i++) {
        job->entries[i] = table->entries[from + i];
        job->entries[i].text = memory_text(table->entries[from + i].text);
        job->entries[i].cid = memory_text(table->entries[from + i].cid);
    }
    return STORE_OK;
}

enum store_outcome memory_tables_open(const struct memory *memory, struct store_job *job)
{
    for (const struct memory_table *table = memory->tables; table; table = table->next) {
        job->table_count += !table->is_closed && !table->record;
        job->ended_count += !table->is_closed && table->record;
    }
    if (job->table_count > 0)
        job->tables = memory_new_array(job->table_count, sizeof *job->tables);
    if (job->ended_count > 0)
        job->ended = memory_new_array(job->ended_count, sizeof *job->ended);
    size_t open = job->table_count, ended = job->ended_count; /* backwards: the oldest is first */
    for (const struct memory_table *table = memory->tables; table; table = table->next) {
        if (table->is_closed)
            continue;
        if (!table->record) {
            memcpy(job->tables[--open], table->id, sizeof table->id);
            continue;
        }
        struct store_ended *at = &job->ended[--ended];
        memcpy(at->table, table->id, sizeof at->table);
        at->number = (int64_t)table->entry_count - 1;
    }
    return STORE_OK;
}

/* --- records ----------------------------------------------------------------------------------- */

static bool may_read(const struct memory_table *table, const struct store_job *job)
{
    return job->sees_all || table->record->record.is_shared || memory_table_has(table, job->viewer);
}

/* Copies everything but the text. */
static struct store_record record_copy(const struct memory_table *table)
{
    struct store_record record = table->record->record;
    memcpy(record.host, table->host, sizeof record.host);
    record.record = NULL;
    return record;
}

enum store_outcome memory_record_get(const struct memory *memory, struct store_job *job)
{
    const struct memory_table *table = table_find(memory, job->table);
    if (!table || !table->record)
        return STORE_ABSENT;
    if (!may_read(table, job))
        return STORE_FORBIDDEN;
    job->records = memory_new(sizeof *job->records);
    job->record_count = 1;
    job->records[0] = record_copy(table);
    job->records[0].record = memory_text(table->record->record.record);
    return STORE_OK;
}

static bool record_is_of(const struct store_record *record, const char *person)
{
    for (int i = 0; i < record->seats; i++)
        if (strcmp(record->seat[i].person, person) == 0)
            return true;
    return false;
}

static bool record_is_wanted(const struct memory_table *table, const struct store_job *job)
{
    const struct store_record *record = &table->record->record;
    bool is_shared = job->sees_all || record->is_shared;
    return (job->person.id[0] ? may_read(table, job) : is_shared) &&
           (job->before_ms <= 0 || record->ended_ms < job->before_ms) &&
           (!job->game[0] || strcmp(record->game, job->game) == 0) &&
           (!job->person.id[0] || record_is_of(record, job->person.id));
}

/* The latest first. */
static int compare_records(const void *left, const void *right)
{
    const struct memory_record *a = (*(const struct memory_table *const *)left)->record;
    const struct memory_record *b = (*(const struct memory_table *const *)right)->record;
    if (a->record.ended_ms != b->record.ended_ms)
        return a->record.ended_ms > b->record.ended_ms ? -1 : 1;
    return a->key > b->key ? -1 : a->key < b->key;
}

enum store_outcome memory_record_list(const struct memory *memory, struct store_job *job)
{
    size_t count = 0;
    size_t capacity = memory->records ? (size_t)memory->records->key : 0;
    const struct memory_table **wanted = memory_new_array(capacity + 1, sizeof *wanted);
    for (const struct memory_table *at = memory->tables; at; at = at->next)
        if (at->record && record_is_wanted(at, job))
            wanted[count++] = at;
    qsort(wanted, count, sizeof *wanted, compare_records);
    /* Records of the same millisecond stay together: the next list begins before it. */
    size_t limit = job->limit > 0 ? (size_t)job->limit : 0;
    while (limit < count && limit > 0 &&
           wanted[limit]->record->record.ended_ms == wanted[limit - 1]->record->record.ended_ms)
        limit++;
    job->record_count = count < limit ? count : limit;
    job->records = memory_new_array(job->record_count + 1, sizeof *job->records);
    for (size_t i = 0; i < job->record_count; i++)
        job->records[i] = record_copy(wanted[i]);
    free(wanted);
    return STORE_OK;
}

enum store_outcome memory_record_share(struct memory *memory, const struct store_job *job)
{
    struct memory_table *table = table_find(memory, job->table);
    if (!table || !table->record)
        return STORE_ABSENT;
    if (!table->host[0] || strcmp(table->host, job->person.id) != 0)
        return STORE_FORBIDDEN;
    MEMORY_SAVE(memory, table->record->record.is_shared);
    table->record->record.is_shared = true;
    return STORE_OK;
}
