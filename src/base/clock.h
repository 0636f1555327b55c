/* The machine's clocks. Only code that measures or waits may use them; rules never do. */
#ifndef BASE_CLOCK_H
#define BASE_CLOCK_H

#include <stdint.h>

/* A clock that only goes forward, from no particular moment. */
int64_t clock_ns(void);
int64_t clock_us(void);
/* The same, going on while the machine sleeps. */
int64_t clock_boot_ns(void);
/* Processor time used by this process, and by this thread. */
int64_t clock_cpu_ns(void);
int64_t clock_thread_ns(void);
/* Milliseconds since 1970. Jumps when somebody sets the system's clock. */
int64_t clock_wall_ms(void);

#endif
