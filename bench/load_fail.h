/* Ends the program: a figure from a broken run is worthless. */
#ifndef BENCH_LOAD_FAIL_H
#define BENCH_LOAD_FAIL_H

_Noreturn void load_fail(const char *format, ...) __attribute__((format(printf, 1, 2)));

#endif
