/* Which changes clients may make: the checks that need more than the table (table/entry_check.h). */
#ifndef HALL_CHANGE_CHECK_H
#define HALL_CHANGE_CHECK_H

#include "hall/live_table.h"

enum {
    CHANGE_SEAT_CHANGES_MAX = 1000, /* per table: entries are never deleted */
    CHANGE_MOVES_MAX = 10000,       /* per match; a match that gets there is closed */
};

/* Checks whether this person may add the entry: it is about their own seat, they are within the
 * limits on tables, moves and changes, and they replace no one who is present. Returns false and
 * sets `fault` if not. */
bool change_check(const struct live_table *live, const struct store_entry *entry,
                  const char *person, struct fault *fault);

#endif
