/* Statistics of the records of the journal database. */
#ifndef STORE_JOURNAL_STATISTICS_H
#define STORE_JOURNAL_STATISTICS_H

#include "store/journal_rows.h"

/* Allocates the answer to STORE_STATISTICS. */
struct store_statistics *journal_statistics_new(const struct journal_record *records,
                                                const char *game);

#endif
