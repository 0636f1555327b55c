/* Clocks that run out: the level `easy` makes the move. */
#ifndef HALL_TIMEOUTS_H
#define HALL_TIMEOUTS_H

#include "hall/change.h"
#include "hall/leases.h"

/* Moves for the seats of the table whose time is up, if this server holds its lease. Called at ticks that
 * are due. */
void timeouts_tick(struct changes *changes, struct leases *leases, struct live_table *live);

#endif
