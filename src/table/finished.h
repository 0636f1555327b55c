/* What is kept of a finished match: its record, which `ludosaure verify` reads, and a row for lists and
 * statistics. */
#ifndef TABLE_FINISHED_H
#define TABLE_FINISHED_H

#include "table/state.h"

/* Whether the match counts for ratings, or would if it ended now: everyone plays for themselves, from the
 * beginning to the end. Hints are help: where several people play, they must not be allowed at all, or a
 * player about to lose could ask for one; one person against computer players must not have asked. */
bool table_is_rated(const struct table *table);

/* The record of a finished match. */
struct store_record *table_record(const struct table *table, int64_t ended_ms);

/* The record after `entry`, which table_check allows, so that both go to the disk together. NULL if the
 * match goes on after it, or is an exercise (table/origin.h). */
struct store_record *table_record_after(const struct table *table, const struct store_entry *entry);

#endif
