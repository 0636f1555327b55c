/* The machine's clocks, for code that measures or waits. Rules never read a clock. */
#ifndef BASE_CLOCK_H
#define BASE_CLOCK_H

#include <stdint.h>

/* A clock that only goes forward; its zero is arbitrary. */
int64_t clock_ns(void);
static inline int64_t clock_us(void)
{
    return clock_ns() / 1000;
}
/* The same, but it also runs while the machine sleeps. */
int64_t clock_boot_ns(void);
/* Processor time used by this process, and by this thread. */
int64_t clock_cpu_ns(void);
int64_t clock_thread_ns(void);
/* Milliseconds since 1970. Jumps when the system clock is set. */
int64_t clock_wall_ms(void);

#endif
