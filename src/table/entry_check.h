/* Which entry may come next at a table. */
#ifndef TABLE_ENTRY_CHECK_H
#define TABLE_ENTRY_CHECK_H

#include "table/state.h"

/* Checks whether the entry may come next, except its number. Returns false and sets `fault` if
 * not. */
bool table_check(const struct table *table, const struct store_entry *entry, struct fault *fault);

/* The subset of table_check that stored entries must pass, too: some were written before the other
 * checks existed. Not for ENTRY_CREATE; does not check whether a move is legal. */
bool table_check_stored(const struct table *table, const struct store_entry *entry,
                        struct fault *fault);

#endif
