/* Text buffers of fixed capacity. */
#include "base/buffer.h"

#include "base/check.h"

#include <stdarg.h>
#include <stdio.h>
#include <string.h>

void buffer_start(struct buffer *buffer, char *storage, size_t capacity)
{
    CHECK(storage && capacity > 0);
    *buffer = (struct buffer){.text = storage, .capacity = capacity};
    storage[0] = '\0';
}

void buffer_add_bytes(struct buffer *buffer, const char *bytes, size_t count)
{
    size_t left = buffer->capacity - 1 - buffer->length;
    if (count > left) {
        buffer->cut = true;
        count = left;
    }
    memcpy(buffer->text + buffer->length, bytes, count);
    buffer->length += count;
    buffer->text[buffer->length] = '\0';
}

void buffer_add(struct buffer *buffer, const char *text)
{
    buffer_add_bytes(buffer, text, strlen(text));
}

void buffer_add_char(struct buffer *buffer, char c)
{
    buffer_add_bytes(buffer, &c, 1);
}

void buffer_add_format(struct buffer *buffer, const char *format, ...)
{
    size_t left = buffer->capacity - buffer->length;
    va_list arguments;
    va_start(arguments, format);
    int wanted = vsnprintf(buffer->text + buffer->length, left, format, arguments);
    va_end(arguments);
    CHECK(wanted >= 0);
    if ((size_t)wanted >= left) {
        buffer->cut = true;
        buffer->length = buffer->capacity - 1;
    } else {
        buffer->length += (size_t)wanted;
    }
}
