/* Statistics of the records of a memory database. */
#ifndef STORE_MEMORY_STATISTICS_H
#define STORE_MEMORY_STATISTICS_H

#include "store/memory_rows.h"

void memory_statistics(const struct memory_record *records, const char *game,
                       struct store_statistics *statistics);

#endif
