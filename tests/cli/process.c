/* Programs that the arena asks: how long it waits for them. */
#include "cli/cli.h"

#include <poll.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <string.h>

#include <cmocka.h> /* needs the four above */

static int longest_ms;

/* The linker calls this one instead of the one of libc, which is the other one. */
int __real_poll(struct pollfd *pollers, nfds_t count, int ms);
int __wrap_poll(struct pollfd *pollers, nfds_t count, int ms);
int __wrap_poll(struct pollfd *pollers, nfds_t count, int ms)
{
    if (ms > longest_ms)
        longest_ms = ms;
    return __real_poll(pollers, count, ms);
}

/* An hour is an hour, not 1,000 seconds. */
static void test_long_limits(void **unused)
{
    (void)unused;
    enum { HOUR_MS = 3600 * 1000 };
    struct process process;
    char *line = NULL;
    assert_true(process_start(&process, (char *[]){"cat", NULL}));
    assert_int_equal(process_ask(&process, "hello\n", 20 * (int64_t)HOUR_MS, &line),
                     PROCESS_ANSWERED);
    assert_string_equal(line, "hello");
    process_stop(&process);
    assert_in_range(longest_ms, 19 * HOUR_MS, 20 * HOUR_MS);
}

int main(void)
{
    const struct CMUnitTest tests[] = {cmocka_unit_test(test_long_limits)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}
