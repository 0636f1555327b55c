/* Text buffers of fixed capacity, and UTF-8. Faults: where a check fails they are filled in; src/text
 * turns them into sentences. Failed checks. */
#include "base/base.h"

#include <stdarg.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
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

/* ---- Faults ---- */

bool fault_set(struct fault *fault, enum fault_code code, const char *rule, const char *text,
               const char *detail, ...)
{
    *fault = (struct fault){.code = code, .rule = rule, .text = text};
    if (detail) {
        va_list arguments;
        va_start(arguments, detail);
        vsnprintf(fault->detail, sizeof fault->detail, detail, arguments);
        va_end(arguments);
        /* Cutting the text must not split a character. */
        size_t end = strlen(fault->detail);
        if (end == sizeof fault->detail - 1) {
            while (end > 0 && ((unsigned char)fault->detail[end - 1] & 0xC0) == 0x80)
                end--;
            if (end > 0 && ((unsigned char)fault->detail[end - 1] & 0x80))
                end--;
            fault->detail[end] = '\0';
        }
    }
    return false;
}

bool fault_bad_request(struct fault *fault, const char *what)
{
    return fault_set(fault, FAULT_BAD_REQUEST, NULL, "core.bad_request", "%s", what);
}

const char *fault_code_name(enum fault_code code)
{
    static const char *const names[FAULT_COUNT] = {
        [FAULT_NONE] = "none",
        [FAULT_BAD_JSON] = "bad_json",
        [FAULT_BAD_REQUEST] = "bad_request",
        [FAULT_UNKNOWN_COMMAND] = "unknown_command",
        [FAULT_UNKNOWN_GAME] = "unknown_game",
        [FAULT_BAD_OPTION] = "bad_option",
        [FAULT_BAD_POSITION] = "bad_position",
        [FAULT_NO_MATCH] = "no_match",
        [FAULT_NOT_YOUR_TURN] = "not_your_turn",
        [FAULT_BAD_MOVE] = "bad_move",
        [FAULT_ILLEGAL_MOVE] = "illegal_move",
        [FAULT_OVER] = "over",
        [FAULT_BAD_COMPONENTS] = "bad_components",
        [FAULT_BAD_RECORD] = "bad_record",
        [FAULT_WHO] = "who",
        [FAULT_NO_TABLE] = "no_table",
        [FAULT_FORBIDDEN] = "forbidden",
        [FAULT_TAKEN] = "taken",
        [FAULT_LIMIT] = "limit",
        [FAULT_UNAVAILABLE] = "unavailable",
        [FAULT_TOO_LARGE] = "limit",
        [FAULT_NO_PATH] = "unknown_command",
        [FAULT_WRONG_METHOD] = "bad_request",
    };
    CHECK(code < FAULT_COUNT);
    return names[code];
}

/* ---- Failed checks ---- */

_Noreturn void check_failed(const char *condition, const char *file, int line)
{
    fprintf(stderr, "ludosaure: %s:%d: check failed: %s\n", file, line, condition);
    abort();
}
