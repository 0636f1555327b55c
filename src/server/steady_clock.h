/* Milliseconds since 1970, according to the system's clock when the server started. Unlike that
 * clock it never jumps, so deadlines stay where they are when the time is set. It continues while
 * the machine sleeps, because players' clocks do too. */
#ifndef SERVER_STEADY_CLOCK_H
#define SERVER_STEADY_CLOCK_H

#include "base/clock.h"

struct steady_clock {
    int64_t boot_ms; /* when the machine started */
};

static inline void steady_clock_start(struct steady_clock *clock)
{
    clock->boot_ms = clock_wall_ms() - clock_boot_ns() / 1000000;
}

static inline int64_t steady_clock_ms(const struct steady_clock *clock)
{
    return clock->boot_ms + clock_boot_ns() / 1000000;
}

#endif
