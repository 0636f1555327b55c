/* Texts with words in them. */
#include "cli/say.h"

#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { WORDS_MAX = 8, SENTENCE_MAX = GAME_MOVE_TEXT_MAX + 1024 };

static void fill_in(struct buffer *out, const char *text, va_list arguments)
{
    const char *words[WORDS_MAX];
    int count = 0;
    for (const char *word; count < WORDS_MAX && (word = va_arg(arguments, const char *));)
        words[count++] = word;
    for (; *text; text++) {
        int index = text[0] == '{' && text[1] && text[2] == '}' ? text[1] - '1' : -1;
        if (index < 0 || index >= count) {
            buffer_add_char(out, *text);
        } else {
            buffer_add(out, words[index]);
            text += 2;
        }
    }
}

void say_into(struct buffer *out, const struct cli *cli, const char *section, const char *key, ...)
{
    va_list arguments;
    va_start(arguments, key);
    fill_in(out, texts_core(cli->texts, cli->language, section, key), arguments);
    va_end(arguments);
}

void say(const struct cli *cli, const struct terminal *terminal, const char *section,
         const char *key, ...)
{
    char storage[SENTENCE_MAX];
    struct buffer text;
    buffer_start(&text, storage, sizeof storage);
    va_list arguments;
    va_start(arguments, key);
    fill_in(&text, texts_core(cli->texts, cli->language, section, key), arguments);
    va_end(arguments);
    terminal_paragraph(terminal, text.text, text.length, 0, 0);
}

struct say_number say_number(long long number)
{
    struct say_number result;
    snprintf(result.text, sizeof result.text, "%s%lld", number < 0 ? "−" : "", llabs(number));
    return result;
}

/* How many bytes the UTF-8 character at `at` has; 0 if none begins there. */
static size_t character_length(const unsigned char *at)
{
    static const uint32_t smallest[] = {0, 0, 0x80, 0x800, 0x10000};
    if (at[0] < 0x80)
        return at[0] ? 1 : 0;
    size_t length = at[0] >= 0xF0 && at[0] < 0xF8 ? 4 : at[0] >= 0xE0 ? 3 : at[0] >= 0xC2 ? 2 : 0;
    if (at[0] >= 0xF8 || length == 0)
        return 0;
    uint32_t code = at[0] & (0x7Fu >> length);
    for (size_t i = 1; i < length; i++) {
        if ((at[i] & 0xC0) != 0x80)
            return 0;
        code = code << 6 | (at[i] & 0x3F);
    }
    bool half = code >= 0xD800 && code < 0xE000; /* of a pair that UTF-8 does not have */
    return code >= smallest[length] && code <= 0x10FFFF && !half ? length : 0;
}

void say_clean(char *text)
{
    unsigned char *from = (unsigned char *)text, *to = from;
    while (*from) {
        size_t length = character_length(from);
        bool wide_space = length == 2 && from[0] == 0xC2 && from[1] == 0xA0;
        bool control = *from < ' ' || *from == 0x7F || (*from == 0xC2 && from[1] < 0xA0);
        if (wide_space || (*from && strchr(" \t\r\n", *from))) {
            if (to > (unsigned char *)text && to[-1] != ' ')
                *to++ = ' ';
        } else if (length == 0 || control) {
            *to++ = '?';
        } else {
            memmove(to, from, length);
            to += length;
        }
        from += length ? length : 1;
    }
    if (to > (unsigned char *)text && to[-1] == ' ')
        to--;
    *to = '\0';
}
