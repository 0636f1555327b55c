/* A table: what its entries say, one folded in after the other. No clients, no database, no clock of
 * its own: time comes in as a number.
 *
 * Whatever happens at a table is an entry (store/job.h). table_check says whether an entry may be
 * the next one, table_fold makes it so; in between it goes to the disk. The same two functions run
 * when a server starts again and when another server was faster. */
#ifndef TABLE_TABLE_H
#define TABLE_TABLE_H

#include "table/state.h"

/* Whether the entry can be the next one (its number is not looked at). For ENTRY_CREATE the text is
 * read as a client's change would be: everything is checked. */
bool table_check(const struct table *table, const struct store_entry *entry, struct fault *fault);

/* Makes it so; takes a copy of the entry. False, and a fault, if it cannot be: a broken database. */
bool table_fold(struct table *table, const struct store_entry *entry, struct fault *fault);

/* Folds in all of these, which must be all there are. False, and a fault: `version` + 1 is the number
 * of the first that cannot be. */
bool table_fold_all(struct table *table, const struct store_entry *entries, size_t count,
                    struct fault *fault);

/* The table as it was after entry `number`, for telling it again. `past` is what this gave before,
 * which is gone on with if it can be, and freed otherwise; or NULL. Only what push.h needs is in
 * it. If `before` is not NULL, it gets the state of the match before that entry. */
struct table *table_past(const struct table *table, int64_t number, struct table *past,
                         struct game_state_storage *before);

/* The version that this client id made at this seat, or -1. */
int64_t table_cid_version(const struct table *table, int seat, const char *cid);

/* A bit per seat without which the match cannot go on (game->awaited). */
uint32_t table_awaited(const struct table *table);

/* Clocks run for seats that are awaited and have no computer player: a bit for each. */
uint32_t table_running(const struct table *table);

/* How long a seat still has, in ms, at `now_ms`; INT64_MAX without a clock. */
int64_t table_left_ms(const struct table *table, int seat, int64_t now_ms);

/* How long the match has waited for this seat: what used_ms of its next move is to be. */
int64_t table_used_ms(const struct table *table, int seat, int64_t now_ms);

/* After a restart: the clocks that run began to do so now. */
void table_clocks_restart(struct table *table, int64_t now_ms);

/* Whether the match has come to its end: OVER, or CLOSED after it. */
bool table_is_over(const struct table *table);

#endif
