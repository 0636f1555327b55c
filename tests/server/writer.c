/* The writer: order, dropped lines, and a pipe that is never read. */
#include "server/net/net.h"

#include <fcntl.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include <cmocka.h> /* needs those above */

enum { CAPACITY = 4096, LINE = 16, LONG_MS = 120000 };

static size_t report(const void *context, int64_t dropped, char *line, size_t capacity)
{
    return (size_t)snprintf(line, capacity, "%s%lld\n", (const char *)context, (long long)dropped);
}

/* A full pipe that nobody reads. A writer that waits for it waits for ever. */
static void pipe_full(int ends[2])
{
    assert_int_equal(pipe(ends), 0);
    int flags = fcntl(ends[1], F_GETFL);
    fcntl(ends[1], F_SETFL, flags | O_NONBLOCK);
    while (write(ends[1], "x", 1) == 1) {
    }
    fcntl(ends[1], F_SETFL, flags);
}

static void test_dropped(void **unused)
{
    (void)unused;
    int ends[2], put = 0, dropped = 0;
    char line[LINE + 1];
    pipe_full(ends);
    struct writer *writer = writer_open(ends[1], CAPACITY, report, "dropped ");
    assert_non_null(writer);
    for (int i = 0; i < 10000; i++) {
        snprintf(line, sizeof line, "%015d\n", i);
        if (writer_put(writer, line, LINE))
            put++;
        else
            dropped++;
    }
    assert_int_equal(put, CAPACITY / LINE);
    /* Now somebody reads. */
    FILE *in = fdopen(ends[0], "r");
    int byte;
    while ((byte = getc(in)) == 'x') {
    }
    ungetc(byte, in);
    char text[64], expected[64];
    for (int i = 0; i < put; i++) {
        snprintf(expected, sizeof expected, "%015d\n", i);
        assert_non_null(fgets(text, sizeof text, in));
        assert_string_equal(text, expected);
    }
    snprintf(expected, sizeof expected, "dropped %d\n", dropped);
    assert_non_null(fgets(text, sizeof text, in));
    assert_string_equal(text, expected);
    assert_true(writer_put(writer, "again\n", 6));
    writer_close(writer, LONG_MS);
    close(ends[1]);
    assert_non_null(fgets(text, sizeof text, in));
    assert_string_equal(text, "again\n");
    assert_null(fgets(text, sizeof text, in));
    fclose(in);
}

static void test_never_read(void **unused)
{
    (void)unused;
    int ends[2];
    pipe_full(ends);
    struct writer *writer = writer_open(ends[1], CAPACITY, NULL, NULL);
    assert_true(writer_put(writer, "nobody\n", 7));
    writer_close(writer, 50);
    close(ends[0]);
    close(ends[1]);
}

int writer_tests(void)
{
    const struct CMUnitTest tests[] = {cmocka_unit_test(test_dropped),
                                       cmocka_unit_test(test_never_read)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}
