/* What is kept of a finished match: its record, which `ludosaure verify` reads, and a row for lists and
 * statistics. */
#ifndef TABLE_FINISHED_H
#define TABLE_FINISHED_H

#include "table/state.h"

/* The record of a finished match. */
struct store_record *table_record(const struct table *table, int64_t ended_ms);

/* The record after `entry`, which table_check allows, so that both go to the disk together. NULL if the
 * match goes on after it, or is an exercise (table/origin.h). */
struct store_record *table_record_after(const struct table *table, const struct store_entry *entry);

#endif
