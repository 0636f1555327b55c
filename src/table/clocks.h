/* The clocks of a table. A clock runs for each seat that is awaited and has no computer player. */
#ifndef TABLE_CLOCKS_H
#define TABLE_CLOCKS_H

#include "table/state.h"

/* A bit per seat without which the match cannot go on (game_awaited). */
uint32_t table_awaited(const struct table *table);

/* A bit per seat whose clock runs. 0 if the table has no clock. */
uint32_t table_running(const struct table *table);

/* How long a seat still has, in ms; INT64_MAX without a clock. */
int64_t table_left_ms(const struct table *table, int seat, int64_t now_ms);

/* How long the match has waited for this seat: used_ms of its next move. */
int64_t table_used_ms(const struct table *table, int seat, int64_t now_ms);

/* After a restart of the server: the running clocks started now. */
void table_clocks_restart(struct table *table, int64_t now_ms);

/* Starts and stops clocks after an entry. `mover`, or -1, has just moved. */
void table_clocks_update(struct table *table, int64_t at_ms, int mover);

#endif
