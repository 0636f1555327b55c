/* Text buffers of fixed capacity. */
#include "base/base.h"

#include <stdarg.h>
#include <stdbool.h>
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

/* ---- UTF-8 ---- */

int utf8_read(const char *text, uint32_t *code)
{
    static const uint32_t smallest[] = {0, 0, 0x80, 0x800, 0x10000};
    const unsigned char *at = (const unsigned char *)text;
    int length = at[0] < 0x80 ? 1 : at[0] < 0xC2 ? 0 : at[0] < 0xE0 ? 2 : at[0] < 0xF0 ? 3 : 4;
    if (length == 0 || at[0] > 0xF4)
        return 0;
    *code = length == 1 ? at[0] : at[0] & (0x7Fu >> length);
    for (int i = 1; i < length; i++) {
        if ((at[i] & 0xC0) != 0x80) /* this also stops at the terminating zero */
            return 0;
        *code = *code << 6 | (at[i] & 0x3Fu);
    }
    bool surrogate = *code >= 0xD800 && *code < 0xE000;
    return *code >= smallest[length] && *code <= 0x10FFFF && !surrogate ? length : 0;
}
