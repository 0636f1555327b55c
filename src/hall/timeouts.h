/* Clocks that run out: the level `easy` makes the move. */
#ifndef HALL_TIMEOUTS_H
#define HALL_TIMEOUTS_H

#include "hall/change.h"

/* Moves for the seats of the table whose time is up. Called at ticks that are due. */
void timeouts_tick(struct changes *changes, struct live_table *live);

#endif
