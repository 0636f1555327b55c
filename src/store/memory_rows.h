/* What a memory database holds. All lists begin with the newest row. */
#ifndef STORE_MEMORY_ROWS_H
#define STORE_MEMORY_ROWS_H

#include "store/database.h"
#include "store/job_bytes.h"
#include "store/memory_log.h"
#include "store/undo.h"

struct memory_person {
    struct memory_person *next;
    int64_t key; /* 1, 2, … */
    struct store_person person;
    char password[STORE_PASSWORD_TEXT]; /* hashed; "": no account */
    unsigned char recovery[STORE_HASH_BYTES];
    int64_t seen_ms;
    bool is_removed;
};

struct memory_session {
    struct memory_session *next;
    unsigned char hash[STORE_HASH_BYTES];
    struct memory_person *person;
    int64_t used_ms; /* 0: in a log of version 1 */
    bool has_ended;
};

struct memory_record {
    struct memory_record *next;
    int64_t key; /* 1, 2, … in the order of their ends */
    struct store_record record;
};

/* A person of a table (job.h). */
struct memory_table_person {
    struct memory_table_person *next;
    char id[STORE_ID_TEXT]; /* "": was deleted */
};

struct memory_table {
    struct memory_table *next;
    char id[STORE_ID_TEXT];
    char host[STORE_ID_TEXT];
    struct memory_table_person *people;
    unsigned char invite[STORE_HASH_BYTES], code[STORE_HASH_BYTES];
    bool is_closed;
    struct memory_record *record; /* NULL: none yet */
    struct store_entry *entries;  /* the index is the number */
    size_t entry_count, entry_capacity;
};

struct memory {
    struct database database;
    struct memory_log log;
    struct job_bytes frame; /* of the current transaction, as undo */
    struct undo undo;
    struct memory_person *people;
    struct memory_session *sessions;
    struct memory_table *tables;
    struct memory_record *records;
};

/* Saves a variable before it changes. */
#define MEMORY_SAVE(memory, variable) undo_save(&(memory)->undo, &(variable), sizeof(variable))

/* Memory for a new row, zeroed; it is freed again if the transaction fails. */
void *memory_row_new(struct memory *memory, size_t size);
/* The same for a copy of a text, which may be NULL. */
char *memory_row_text(struct memory *memory, const char *text);
/* The person with this id, or NULL. */
struct memory_person *memory_person_find(const struct memory *memory, const char *id);
/* Whether this is a person of the table. */
bool memory_table_has(const struct memory_table *table, const char *person);
/* Whether two hashes are equal. One that is all zero equals none. */
bool memory_hash_equals(const unsigned char *a, const unsigned char *b);

#endif
