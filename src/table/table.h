/* A table is the fold of its entries. No clients, no database, no clock: time comes in as a number.
 *
 * Everything that happens at a table is an entry (entry.h). table_check (entry_check.h) decides whether an
 * entry may come next; table_fold makes it part of the table; in between it goes to the disk. The same
 * functions run when a server starts, and when another server was faster. */
#ifndef TABLE_TABLE_H
#define TABLE_TABLE_H

#include "table/state.h"

/* Folds in an entry, which is copied. Returns false and sets `fault` if it cannot come next: the
 * database is broken. */
bool table_fold(struct table *table, const struct store_entry *entry, struct fault *fault);

/* Folds in all entries of a table. Returns false and sets `fault` if one cannot come next: that one
 * has the number table->version + 1. */
bool table_fold_all(struct table *table, const struct store_entry *entries, size_t count,
                    struct fault *fault);

/* The number of the entry at this seat whose client-chosen id is `cid`, or -1. */
int64_t table_cid_version(const struct table *table, int seat, const char *cid);

#endif
