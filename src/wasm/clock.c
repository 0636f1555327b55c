/* The clocks of base/clock.h where there is one thread and no processor time: the monotonic clock
 * and the time of day, as JavaScript numbers. WASI's clock would need a BigInt for each call. */
#include "base/clock.h"

#include "wasm/imports.h"

int64_t clock_ns(void)
{
    return (int64_t)(import_now_ms() * 1e6);
}

int64_t clock_boot_ns(void)
{
    return clock_ns();
}

int64_t clock_cpu_ns(void)
{
    return clock_ns();
}

int64_t clock_thread_ns(void)
{
    return clock_ns();
}

int64_t clock_wall_ms(void)
{
    return (int64_t)import_wall_ms();
}
