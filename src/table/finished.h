/* The record of a finished match. */
#ifndef TABLE_FINISHED_H
#define TABLE_FINISHED_H

#include "table/state.h"

/* For a record: what each seat is called. */
void table_names(const struct table *table, const char *names[GAME_SEATS_MAX]);

/* The record of the finished match, and its row for the store. NULL if the match began from a
 * position: such a match has no record. */
struct store_record *table_record(const struct table *table, int64_t ended_ms);

/* The same for the match as it will be after `entry`, which table_check allows, so that both go to
 * the disk together; NULL as well if the match goes on after it. */
struct store_record *table_record_after(const struct table *table, const struct store_entry *entry);

#endif
