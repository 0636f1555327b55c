/* Writes a memory database anew, with as little as is needed of it. */
#ifndef STORE_MEMORY_COMPACT_H
#define STORE_MEMORY_COMPACT_H

#include "store/memory_rows.h"

/* Writes frames that restore the database to `log`; false as soon as it refuses one. Of a closed table
 * with a record, the first and the last entry are kept besides the record, or all if several people have left it;
 * without a record, nothing. People who were removed are gone, so the places of STORE_PEOPLE_PURGE change. */
bool memory_compact_write(struct memory *memory, const struct memory_log *log);

#endif
