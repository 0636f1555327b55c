/* A text buffer of fixed capacity. It never grows and never overflows: text that does not fit is
 * cut, and `cut` is set. The text always ends with a zero byte. */
#ifndef BASE_BUFFER_H
#define BASE_BUFFER_H

#include <stdbool.h>
#include <stddef.h>

struct buffer {
    char *text;
    size_t length;
    size_t capacity; /* including the terminating zero */
    bool cut;
};

/* Starts an empty text in `storage` of `capacity` bytes, at least one. */
void buffer_start(struct buffer *buffer, char *storage, size_t capacity);

void buffer_add(struct buffer *buffer, const char *text);
void buffer_add_bytes(struct buffer *buffer, const char *bytes, size_t count);
void buffer_add_char(struct buffer *buffer, char c);
void buffer_add_format(struct buffer *buffer, const char *format, ...)
    __attribute__((format(printf, 2, 3)));

#endif
