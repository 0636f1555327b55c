/* Texts with values, and columns. */
#include "cli/phrase.h"

#include <stdarg.h>
#include <string.h>

/* Control characters, those of two bytes (U+0080 to U+009F) too. */
static bool is_control(const char *at)
{
    unsigned char byte = (unsigned char)at[0], next = (unsigned char)at[1];
    return byte < ' ' || byte == 0x7F || (byte == 0xC2 && next >= 0x80 && next < 0xA0);
}

/* Names come from people and files: what could steer the terminal is left out. */
static void add_clean(struct buffer *out, const char *text)
{
    for (; *text; text++) {
        if (!is_control(text)) {
            buffer_add_char(out, *text);
        } else {
            buffer_add_char(out, '?');
            text += (unsigned char)*text == 0xC2;
        }
    }
}

/* The value of the field that the braces at `start` name; NULL if it is not among the pairs. */
static const char *find_value(const char *start, size_t length, va_list pairs)
{
    const char *field;
    while ((field = va_arg(pairs, const char *))) {
        const char *value = va_arg(pairs, const char *);
        if (strlen(field) == length && memcmp(field, start, length) == 0)
            return value;
    }
    return NULL;
}

void phrase_add(struct buffer *out, const struct cli *cli, const char *section, const char *key,
                ...)
{
    const char *text = texts_core(cli->texts, cli->language, section, key);
    while (*text) {
        size_t plain = strcspn(text, "{");
        buffer_add_bytes(out, text, plain);
        text += plain;
        const char *end = strchr(text, '}');
        if (!end) {
            buffer_add(out, text);
            return;
        }
        va_list pairs;
        va_start(pairs, key);
        const char *value = find_value(text + 1, (size_t)(end - text - 1), pairs);
        va_end(pairs);
        add_clean(out, value ? value : "");
        text = end + 1;
    }
}

void phrase_pad(const struct terminal *terminal, const char *text, int width)
{
    char storage[256];
    struct buffer clean;
    buffer_start(&clean, storage, sizeof storage);
    add_clean(&clean, text);
    const char *at = clean.text;
    int used = 0;
    for (; *at; at++) {
        bool begins = ((unsigned char)*at & 0xC0) != 0x80; /* a letter, not its further bytes */
        if (begins && ++used > width)
            break;
        fputc(*at, terminal->out);
    }
    for (; used < width; used++)
        fputc(' ', terminal->out);
}
