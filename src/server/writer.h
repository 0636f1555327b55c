/* Writes to a file descriptor on a thread of its own, so that whoever has something to say never
 * waits for whoever reads it: a pipe may be full, a terminal stopped. The descriptor itself is left as
 * it is, since other processes may share it. */
#ifndef SERVER_WRITER_H
#define SERVER_WRITER_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/* Formats the line that says how many were dropped; returns its length, less than `capacity`. Called
 * on the writer's thread. */
typedef size_t writer_report(const void *context, int64_t dropped, char *line, size_t capacity);

/* Keeps up to `capacity` bytes that are not yet written. `report` may be NULL. NULL: no thread or no
 * memory. */
struct writer *writer_open(int fd, size_t capacity, writer_report *report, const void *context);

/* Queues all of it; false if it does not fit: it is dropped, and counted. Once the queue is empty
 * again, the number is reported. */
bool writer_put(struct writer *writer, const char *bytes, size_t size);

/* Waits for what is queued for at most this long, drops the rest, and frees. NULL is fine. */
void writer_close(struct writer *writer, int wait_ms);

#endif
