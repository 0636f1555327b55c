/* Writes to a file descriptor on a thread, so that the caller never waits for the reader: a pipe may
 * be full, a terminal stopped. The descriptor is not made non-blocking, because other processes may
 * share it. */
#ifndef SERVER_WRITER_H
#define SERVER_WRITER_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/* Formats a line that reports how many lines were dropped. Returns its length, less than `capacity`.
 * Called on the writer's thread. */
typedef size_t writer_report(const void *context, int64_t dropped, char *line, size_t capacity);

/* Queues up to `capacity` bytes. `report` may be NULL. */
struct writer *writer_open(int fd, size_t capacity, writer_report *report, const void *context);

/* Queues the bytes. False if they do not fit: then they are dropped and counted, and the count is
 * reported when the queue is empty again. */
bool writer_put(struct writer *writer, const char *bytes, size_t size);

/* Waits at most this long until the queue is written, drops the rest, and frees. NULL is allowed. */
void writer_close(struct writer *writer, int wait_ms);

#endif
