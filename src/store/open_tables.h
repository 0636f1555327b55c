/* What a database connection remembers of each open table: its key, and the number of the latest
 * entry that this connection has written or read. It saves a lookup with every move, and shows
 * which tables other servers have appended to.
 *
 * Changes made during a transaction can be undone if it fails. */
#ifndef STORE_OPEN_TABLES_H
#define STORE_OPEN_TABLES_H

#include "base/id_map.h"
#include "store/job.h"

struct open_table {
    char id[STORE_ID_TEXT]; /* must be the first member */
    int64_t key;
    int64_t number; /* of the latest entry known; -1 if none is */
    int64_t at_ms;  /* of that entry, SQLite only; 0: not known */
    uint64_t scan;  /* the latest scan of the database that found it open */
};

/* All zero is an empty set. */
struct open_tables {
    struct id_map by_id;
    struct open_tables_change *changes; /* of this transaction, oldest first */
    size_t change_count, change_capacity;
};

void open_tables_free(struct open_tables *tables);

/* NULL if the table is unknown or closed. The pointer is valid until the next change. */
const struct open_table *open_tables_find(const struct open_tables *tables, const char *id);

/* Sets what is known of the table `table->id`. */
void open_tables_put(struct open_tables *tables, const struct open_table *table);
void open_tables_remove(struct open_tables *tables, const char *id);

/* Removes the tables that the latest scan has not found, and calls the function for each. */
void open_tables_remove_older(struct open_tables *tables, uint64_t scan,
                              void (*removed)(void *context, const struct open_table *table),
                              void *context);

/* Ends a transaction: keeps all changes since the last one, or undoes them. */
void open_tables_keep(struct open_tables *tables);
void open_tables_restore(struct open_tables *tables);

#endif
