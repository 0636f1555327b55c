/* What a long computation is doing, on standard error: on a terminal one line that changes, in a log a
 * line from time to time. */
#ifndef BENCH_PROGRESS_H
#define BENCH_PROGRESS_H

#include <stdint.h>

/* A line that stays. */
void progress_say(const char *format, ...) __attribute__((format(printf, 1, 2)));

/* What is being done at this moment: replaces the line before, at most a few times per second; in a
 * log once a minute. */
void progress_show(const char *format, ...) __attribute__((format(printf, 1, 2)));

/* A time as people read it, such as "2 min 5 s". In static storage, for four times at once. */
const char *progress_time(int64_t ns);

#endif
