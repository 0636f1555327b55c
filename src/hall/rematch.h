/* Rematches: the match again at a new table, the same one for all who ask. */
#ifndef HALL_REMATCH_H
#define HALL_REMATCH_H

#include "hall/opening.h"

/* The request `rematch`. */
void rematch_ask(struct openings *openings, struct live_table *live, struct client *client,
                 const struct request *request);

/* An entry was folded in at a table: if it names the new table, answers those who asked. */
void rematch_stepped(struct live_table *live, const struct store_entry *entry);

/* Whether a rematch of this table is under way: the table must stay in memory. */
bool rematch_is_pending(const struct live_table *live);

void rematch_forget(struct live_table *live);

#endif
