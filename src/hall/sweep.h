/* Closes tables that are no longer used, and takes tables that are over out of memory. */
#ifndef HALL_SWEEP_H
#define HALL_SWEEP_H

#include "hall/loading.h"
#include "hall/rematch.h"

enum {
    SWEEP_MS = 10 * 1000, /* interval between sweeps */
    /* How long a table must have been unwatched: */
    SWEEP_WAITING_MS = 3600 * 1000, /* waiting: it is closed */
    /* The same, if no one watched it at this server: someone may at another one. */
    SWEEP_ELSEWHERE_MS = 24 * 3600 * 1000,
    SWEEP_EXERCISE_MS = 60 * 1000,    /* an exercise: closed; at once if its host has stood up */
    SWEEP_OVER_MEMORY_MS = 15 * 1000, /* over: it leaves memory until it is requested */
    SWEEP_OVER_MS = 3600 * 1000,      /* over: it is closed */
    SWEEP_PLAYING_MS = 7 * 24 * 3600 * 1000, /* playing, without a move for this long: closed */
    SWEEP_CLOSED_MAX = 1000, /* of those not in memory in one sweep: moves go first */
};

struct sweep {
    struct changes *changes;
    struct live_tables *tables;
    struct loading *loading;
    struct environment *environment;
    struct closing *closings; /* tables that are over and not in memory, to be closed later */
    int closing_count;
    int64_t swept_ms;
};

void sweep_start(struct sweep *sweep, struct loading *loading);
void sweep_free(struct sweep *sweep);

/* At the start: the complete list of tables that are over. */
void sweep_set_over(struct sweep *sweep, const struct store_ended *ended, size_t count);

void sweep_tick(struct sweep *sweep);

#endif
