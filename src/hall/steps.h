/* Steps: entries of the store become part of a live table, and all who watch receive them. */
#ifndef HALL_STEPS_H
#define HALL_STEPS_H

#include "hall/watch.h"

/* Folds in an entry and sends it. `asker` (or NULL) is the client who asked for it: its copy is the answer to
 * the request with the id `answer`. False if it cannot be folded in: the table is broken from now on. */
bool steps_add(struct live_table *live, const struct store_entry *entry, struct client *asker,
               const char *answer);

/* Whether these entries of the store, read from the number live->table->version on, begin with the latest
 * entry that was folded in. */
bool steps_continue(const struct live_table *live, const struct store_entry *entries, size_t count);

/* These are all entries of the table, and some that were folded in are not among them: folds in these
 * instead, and sends the table. False as above. */
bool steps_start_over(struct live_table *live, const struct store_entry *entries, size_t count);

#endif
