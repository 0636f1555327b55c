/* What the files of the journal database share. */
#ifndef STORE_JOURNAL_JOURNAL_INTERNAL_H
#define STORE_JOURNAL_JOURNAL_INTERNAL_H

#include "store/database/database.h"
#include "store/job/job.h"
#include "store/journal/journal.h"

struct journal_person {
    struct journal_person *next;
    int64_t key; /* 1, 2, … */
    struct store_person person;
    int64_t seen_ms;
    bool is_removed;
};

struct journal_session {
    struct journal_session *next;
    unsigned char hash[STORE_HASH_BYTES];
    struct journal_person *person;
    int64_t used_ms; /* 0: in a journal of version 1 */
    bool has_ended;
};

struct journal_record {
    struct journal_record *next;
    int64_t key; /* 1, 2, … in the order of their ends */
    struct store_record record;
};

/* A person of a table (job.h). */
struct journal_table_person {
    struct journal_table_person *next;
    char id[STORE_ID_TEXT]; /* "": was deleted */
};

struct journal_table {
    struct journal_table *next;
    char id[STORE_ID_TEXT];
    char host[STORE_ID_TEXT];
    struct journal_table_person *people;
    unsigned char invite[STORE_HASH_BYTES], code[STORE_HASH_BYTES];
    bool is_closed;
    struct journal_record *record; /* NULL: none yet */
    struct store_entry *entries;   /* the index is the number */
    size_t entry_count, entry_capacity;
};

struct journal {
    struct database database;
    struct journal_output output;
    struct job_bytes frame; /* of the current transaction, as undo */
    struct undo undo;
    bool is_replaying; /* jobs that were done before */
    struct journal_person *people;
    struct journal_session *sessions;
    struct journal_table *tables;
    struct journal_record *records;
};

/* Saves a variable before it changes. */
#define JOURNAL_SAVE(journal, variable) undo_save(&(journal)->undo, &(variable), sizeof(variable))

/* Memory for a new row, zeroed; it is freed again if the transaction fails. */
void *journal_row_new(struct journal *journal, size_t size);
/* The same for a copy of a text, which may be NULL. */
char *journal_row_text(struct journal *journal, const char *text);
/* The person with this id, or NULL. */
struct journal_person *journal_person_find(const struct journal *journal, const char *id);
/* Whether this is a person of the table. */
bool journal_table_has(const struct journal_table *table, const char *person);
/* Whether two hashes are equal. One that is all zero equals none. */
bool journal_hash_equals(const unsigned char *a, const unsigned char *b);

/* ---- A shorter journal ---- */

/* Writes frames that restore the database. Returns false as soon as `output` refuses one. Of a closed
 * table with a record, the first and the last entry are kept besides the record, or all entries if
 * several people have left it; of a closed table without a record, nothing. Removed people are gone, so
 * the places of STORE_PEOPLE_PURGE change. */
bool journal_compact_write(struct journal *journal, const struct journal_output *output);

/* ---- Jobs ---- */

/* One function for each kind that needs no account, journal_NAME. It returns the outcome; see job.h. */
#define JOURNAL_JOB(kind, name, ...) \
    enum store_outcome journal_##name(struct journal *journal, struct store_job *job);
STORE_EVERY_PLAIN_JOB(JOURNAL_JOB)
#undef JOURNAL_JOB

/* Frees a table with its entries and its record. */
void journal_table_free(void *row);

#endif
