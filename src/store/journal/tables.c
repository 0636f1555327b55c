/* The rows of the journal database. All lists begin with the newest row. */
#include "store/journal/journal_internal.h"

#include "base/base.h"
#include "base/system/system.h"

#include <stdlib.h>
#include <string.h>

void *journal_row_new(struct journal *journal, size_t size)
{
    void *row = alloc_new(size);
    undo_call(&journal->undo, free, row);
    return row;
}

char *journal_row_text(struct journal *journal, const char *text)
{
    char *copy = alloc_text(text);
    if (copy)
        undo_call(&journal->undo, free, copy);
    return copy;
}

struct journal_person *journal_person_find(const struct journal *journal, const char *id)
{
    struct journal_person *person = journal->people;
    while (person && (person->is_removed || strcmp(person->person.id, id) != 0))
        person = person->next;
    return person;
}

bool journal_table_has(const struct journal_table *table, const char *person)
{
    const struct journal_table_person *at = *person ? table->people : NULL;
    while (at && strcmp(at->id, person) != 0)
        at = at->next;
    return at != NULL;
}

bool journal_hash_equals(const unsigned char *a, const unsigned char *b)
{
    static const unsigned char none[STORE_HASH_BYTES];
    return memcmp(a, b, STORE_HASH_BYTES) == 0 && memcmp(a, none, STORE_HASH_BYTES) != 0;
}

/* ---- Tables ---- */

/* The jobs of the journal database about tables and records: job.h says what each does. */

static struct journal_table *table_find(const struct journal *journal, const char *id)
{
    struct journal_table *table = journal->tables;
    while (table && strcmp(table->id, id) != 0)
        table = table->next;
    return table;
}

/* Whether a table other than `except` has this invitation or this code. */
static bool invite_is_taken(const struct journal *journal, const struct store_job *job,
                            const struct journal_table *except)
{
    for (const struct journal_table *table = journal->tables; table; table = table->next)
        if (table != except && (journal_hash_equals(table->invite, job->invite_hash) ||
                                journal_hash_equals(table->code, job->code_hash)))
            return true;
    return false;
}

static void table_person_add(struct journal *journal, struct journal_table *table, const char *id)
{
    if (!journal_person_find(journal, id) || journal_table_has(table, id))
        return;
    struct journal_table_person *person = journal_row_new(journal, sizeof *person);
    memcpy(person->id, id, sizeof person->id);
    person->next = table->people;
    JOURNAL_SAVE(journal, table->people);
    table->people = person;
}

/* Whether there is such a person, or nobody ("") is meant. Journals of earlier versions name people who were
 * deleted before. */
static bool is_there(const struct journal *journal, const char *person)
{
    return !*person || journal->is_replaying || journal_person_find(journal, person);
}

static void entry_add(struct journal *journal, struct journal_table *table,
                      const struct store_entry *entry)
{
    table->entries =
        alloc_grow(table->entries, table->entry_count, &table->entry_capacity, sizeof *entry);
    struct store_entry *copy = &table->entries[table->entry_count];
    *copy = *entry;
    copy->text = journal_row_text(journal, entry->text);
    copy->cid = journal_row_text(journal, entry->cid);
    JOURNAL_SAVE(journal, table->entry_count);
    table->entry_count++;
}

void journal_table_free(void *row)
{
    struct journal_table *table = row;
    for (size_t i = 0; i < table->entry_count; i++) {
        free(table->entries[i].text);
        free(table->entries[i].cid);
    }
    free(table->entries);
    for (struct journal_table_person *next; table->people; table->people = next) {
        next = table->people->next;
        free(table->people);
    }
    if (table->record)
        free(table->record->record.record);
    free(table->record);
    free(table);
}

enum store_outcome journal_table_new(struct journal *journal, struct store_job *job)
{
    CHECK(job->entry_count == 1 && job->entries[0].number == 0);
    if (!is_there(journal, job->person.id))
        return STORE_ABSENT;
    if (table_find(journal, job->table) || invite_is_taken(journal, job, NULL))
        return STORE_TAKEN;
    struct journal_table *table = alloc_new(sizeof *table);
    undo_call(&journal->undo, journal_table_free, table);
    memcpy(table->id, job->table, sizeof table->id);
    if (journal_person_find(journal, job->person.id))
        memcpy(table->host, job->person.id, sizeof table->host);
    memcpy(table->invite, job->invite_hash, sizeof table->invite);
    memcpy(table->code, job->code_hash, sizeof table->code);
    table->next = journal->tables;
    JOURNAL_SAVE(journal, journal->tables);
    journal->tables = table;
    entry_add(journal, table, &job->entries[0]);
    table_person_add(journal, table, job->person.id);
    return STORE_OK;
}

enum store_outcome journal_table_invite(struct journal *journal, struct store_job *job)
{
    struct journal_table *table = table_find(journal, job->table);
    if (!table)
        return STORE_ABSENT;
    if (invite_is_taken(journal, job, table))
        return STORE_TAKEN;
    JOURNAL_SAVE(journal, table->invite);
    JOURNAL_SAVE(journal, table->code);
    memcpy(table->invite, job->invite_hash, sizeof table->invite);
    memcpy(table->code, job->code_hash, sizeof table->code);
    return STORE_OK;
}

enum store_outcome journal_table_find(struct journal *journal, struct store_job *job)
{
    for (const struct journal_table *table = journal->tables; table; table = table->next)
        if (journal_hash_equals(table->invite, job->invite_hash) ||
            journal_hash_equals(table->code, job->invite_hash)) {
            memcpy(job->table, table->id, sizeof job->table);
            return STORE_OK;
        }
    return STORE_ABSENT;
}

/* People who were deleted have no name; the others are people of the table. */
static void record_people(struct journal *journal, struct journal_table *table,
                          struct store_record *record)
{
    for (int i = 0; i < record->seats; i++) {
        struct store_result_seat *seat = &record->seat[i];
        if (seat->person[0] && !journal_person_find(journal, seat->person)) {
            memset(seat->person, 0, sizeof seat->person);
            memset(seat->name, 0, sizeof seat->name);
        }
        table_person_add(journal, table, seat->person);
    }
}

/* A table has one record, the first that comes. */
static void record_add(struct journal *journal, struct journal_table *table,
                       const struct store_record *from)
{
    if (table->record)
        return;
    struct journal_record *record = journal_row_new(journal, sizeof *record);
    record->record = *from;
    memcpy(record->record.table, table->id, sizeof record->record.table);
    record->record.record = journal_row_text(journal, from->record);
    record_people(journal, table, &record->record);
    if (journal_person_find(journal, from->host)) {
        JOURNAL_SAVE(journal, table->host);
        memcpy(table->host, from->host, sizeof table->host);
    }
    record->key = journal->records ? journal->records->key + 1 : 1;
    record->next = journal->records;
    JOURNAL_SAVE(journal, journal->records);
    JOURNAL_SAVE(journal, table->record);
    journal->records = record;
    table->record = record;
}

/* Whether the entry before this number is the one of this time (0: of any). */
static bool follows(const struct journal_table *table, int64_t number, int64_t previous_ms)
{
    return !previous_ms || number == 0 || table->entries[number - 1].at_ms == previous_ms;
}

enum store_outcome journal_table_append(struct journal *journal, struct store_job *job)
{
    CHECK(job->entry_count == 1);
    const struct store_entry *entry = &job->entries[0];
    struct journal_table *table = table_find(journal, job->table);
    if (!table || entry->number < 0 || entry->number > (int64_t)table->entry_count ||
        !follows(table, entry->number, job->previous_ms) || !is_there(journal, job->person.id))
        return STORE_ABSENT;
    if (entry->number < (int64_t)table->entry_count)
        return STORE_TAKEN;
    entry_add(journal, table, entry);
    table_person_add(journal, table, job->person.id);
    if (job->closes) {
        JOURNAL_SAVE(journal, table->is_closed);
        table->is_closed = true;
    }
    if (job->record_count > 0)
        record_add(journal, table, &job->records[0]);
    return STORE_OK;
}

enum store_outcome journal_table_read(struct journal *journal, struct store_job *job)
{
    const struct journal_table *table = table_find(journal, job->table);
    if (!table)
        return STORE_ABSENT;
    size_t from = job->from < 0 ? 0 : (size_t)job->from;
    if (from >= table->entry_count)
        return STORE_OK;
    job->entry_count = table->entry_count - from;
    job->entries = alloc_array(job->entry_count, sizeof *job->entries);
    for (size_t i = 0; i < job->entry_count; i++) {
        job->entries[i] = table->entries[from + i];
        job->entries[i].text = alloc_text(table->entries[from + i].text);
        job->entries[i].cid = alloc_text(table->entries[from + i].cid);
    }
    return STORE_OK;
}

enum store_outcome journal_tables_open(struct journal *journal, struct store_job *job)
{
    for (const struct journal_table *table = journal->tables; table; table = table->next) {
        job->table_count += !table->is_closed && !table->record;
        job->ended_count += !table->is_closed && table->record;
    }
    if (job->table_count > 0)
        job->tables = alloc_array(job->table_count, sizeof *job->tables);
    if (job->ended_count > 0)
        job->ended = alloc_array(job->ended_count, sizeof *job->ended);
    size_t open = job->table_count, ended = job->ended_count; /* backwards: the oldest is first */
    for (const struct journal_table *table = journal->tables; table; table = table->next) {
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

/* ---- Records ---- */

static bool may_read(const struct journal_table *table, const struct store_job *job)
{
    return job->sees_all || table->record->record.is_shared ||
           journal_table_has(table, job->viewer);
}

/* Copies everything but the text. */
static struct store_record record_copy(const struct journal_table *table)
{
    struct store_record record = table->record->record;
    memcpy(record.host, table->host, sizeof record.host);
    record.record = NULL;
    return record;
}

enum store_outcome journal_record_get(struct journal *journal, struct store_job *job)
{
    const struct journal_table *table = table_find(journal, job->table);
    if (!table || !table->record)
        return STORE_ABSENT;
    if (!may_read(table, job))
        return STORE_FORBIDDEN;
    job->records = alloc_new(sizeof *job->records);
    job->record_count = 1;
    job->records[0] = record_copy(table);
    job->records[0].record = alloc_text(table->record->record.record);
    return STORE_OK;
}

static bool record_is_of(const struct store_record *record, const char *person)
{
    for (int i = 0; i < record->seats; i++)
        if (strcmp(record->seat[i].person, person) == 0)
            return true;
    return false;
}

static bool record_is_wanted(const struct journal_table *table, const struct store_job *job)
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
    const struct journal_record *a = (*(const struct journal_table *const *)left)->record;
    const struct journal_record *b = (*(const struct journal_table *const *)right)->record;
    if (a->record.ended_ms != b->record.ended_ms)
        return a->record.ended_ms > b->record.ended_ms ? -1 : 1;
    return a->key > b->key ? -1 : a->key < b->key;
}

enum store_outcome journal_record_list(struct journal *journal, struct store_job *job)
{
    size_t count = 0;
    size_t capacity = journal->records ? (size_t)journal->records->key : 0;
    const struct journal_table **wanted = alloc_array(capacity + 1, sizeof *wanted);
    for (const struct journal_table *at = journal->tables; at; at = at->next)
        if (at->record && record_is_wanted(at, job))
            wanted[count++] = at;
    qsort(wanted, count, sizeof *wanted, compare_records);
    /* Records of the same millisecond stay together: the next list begins before it. */
    size_t limit = job->limit > 0 ? (size_t)job->limit : 0;
    while (limit < count && limit > 0 &&
           wanted[limit]->record->record.ended_ms == wanted[limit - 1]->record->record.ended_ms)
        limit++;
    job->record_count = count < limit ? count : limit;
    job->records = alloc_array(job->record_count + 1, sizeof *job->records);
    for (size_t i = 0; i < job->record_count; i++)
        job->records[i] = record_copy(wanted[i]);
    free(wanted);
    return STORE_OK;
}

/* In order of their ends, and of their tables. */
static int compare_rated(const void *left, const void *right)
{
    const struct store_record *a = &(*(const struct journal_record *const *)left)->record;
    const struct store_record *b = &(*(const struct journal_record *const *)right)->record;
    if (a->ended_ms != b->ended_ms)
        return a->ended_ms < b->ended_ms ? -1 : 1;
    return strcmp(a->table, b->table);
}

static bool is_rated_after(const struct store_record *record, const struct store_job *job)
{
    return record->is_rated && record->is_shared && strcmp(record->game, job->game) == 0 &&
           (record->ended_ms > job->from ||
            (record->ended_ms == job->from && strcmp(record->table, job->table) > 0));
}

enum store_outcome journal_records_rated(struct journal *journal, struct store_job *job)
{
    size_t count = 0;
    size_t capacity = journal->records ? (size_t)journal->records->key : 0;
    const struct journal_record **rated = alloc_array(capacity + 1, sizeof *rated);
    for (const struct journal_record *at = journal->records; at; at = at->next)
        if (is_rated_after(&at->record, job))
            rated[count++] = at;
    qsort(rated, count, sizeof *rated, compare_rated);
    for (size_t i = 0; i < count && i < (size_t)job->limit; i++) {
        struct store_record *record = store_job_add_record(job);
        *record = rated[i]->record;
        record->record = NULL;
    }
    free(rated);
    return STORE_OK;
}

enum store_outcome journal_record_share(struct journal *journal, struct store_job *job)
{
    struct journal_table *table = table_find(journal, job->table);
    if (!table || !table->record)
        return STORE_ABSENT;
    if (!table->host[0] || strcmp(table->host, job->person.id) != 0)
        return STORE_FORBIDDEN;
    JOURNAL_SAVE(journal, table->record->record.is_shared);
    table->record->record.is_shared = true;
    return STORE_OK;
}
