/* Computer players' decisions and password hashing, on the threads of libuv's pool. The results go
 * back to the hall on the loop's thread. */
#ifndef SERVER_WORKERS_H
#define SERVER_WORKERS_H

#include "hall/hall.h"
#include "server/steady_clock.h"

#include <uv.h>

struct workers {
    uv_loop_t *loop;
    const struct steady_clock *clock;
    struct work *first; /* work that has not come back yet */
};

/* Call it before anything uses libuv's pool: it sets the number of threads. */
void workers_start(struct workers *workers, uv_loop_t *loop, const struct steady_clock *clock,
                   int thread_count);

void workers_think(struct workers *workers, struct decision *decision);
void workers_hash(struct workers *workers, struct password_work *password);

/* Cancels work that has not begun, and runs the loop until the rest has come back. */
void workers_finish(struct workers *workers);

#endif
