/* Writes a shorter journal that restores the same database. */
#ifndef STORE_JOURNAL_COMPACT_H
#define STORE_JOURNAL_COMPACT_H

#include "store/journal_rows.h"

/* Writes frames that restore the database. Returns false as soon as `output` refuses one. Of a closed
 * table with a record, the first and the last entry are kept besides the record, or all entries if
 * several people have left it; of a closed table without a record, nothing. Removed people are gone, so
 * the places of STORE_PEOPLE_PURGE change. */
bool journal_compact_write(struct journal *journal, const struct journal_output *output);

#endif
