/* The clocks of the machine. */
#define _GNU_SOURCE /* CLOCK_BOOTTIME */
#include "base/system/system.h"

#include <time.h>

static int64_t read_ns(clockid_t id)
{
    struct timespec now;
    clock_gettime(id, &now);
    return (int64_t)now.tv_sec * 1000000000 + now.tv_nsec;
}

int64_t clock_ns(void)
{
    return read_ns(CLOCK_MONOTONIC);
}

int64_t clock_boot_ns(void)
{
    return read_ns(CLOCK_BOOTTIME);
}

int64_t clock_cpu_ns(void)
{
    return read_ns(CLOCK_PROCESS_CPUTIME_ID);
}

int64_t clock_thread_ns(void)
{
    return read_ns(CLOCK_THREAD_CPUTIME_ID);
}

int64_t clock_wall_ms(void)
{
    return read_ns(CLOCK_REALTIME) / 1000000;
}
