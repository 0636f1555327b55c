/* Statistics of the records of a memory database. */
#ifndef STORE_MEMORY_STATISTICS_H
#define STORE_MEMORY_STATISTICS_H

#include "store/memory_rows.h"

/* Allocates the answer to STORE_STATISTICS. */
struct store_statistics *memory_statistics_new(const struct memory_record *records,
                                               const char *game);

#endif
