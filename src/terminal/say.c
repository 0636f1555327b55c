/* Sentences with words filled in. */
#include "terminal/say.h"

#include "base/utf8.h"
#include "text/fill.h"

#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { WORDS_MAX = 8 };

struct say_words {
    const char *words[WORDS_MAX];
    int count;
};

static void write_word(const void *context, char *field, struct buffer *out)
{
    const struct say_words *given = context;
    int index = fill_index(field);
    if (index >= 0 && index < given->count)
        buffer_add(out, given->words[index]);
}

void say_fill(struct buffer *out, const char *text, va_list words)
{
    struct say_words given = {0};
    for (const char *word; given.count < WORDS_MAX && (word = va_arg(words, const char *));)
        given.words[given.count++] = word;
    fill_sentence(out, text, write_word, &given);
}

void say_paragraph(const struct terminal *terminal, const char *text, va_list words)
{
    char storage[SAY_SENTENCE_MAX];
    struct buffer out;
    buffer_start(&out, storage, sizeof storage);
    say_fill(&out, text, words);
    terminal_paragraph(terminal, out.text, out.length, 0, 0);
}

void say_into(struct buffer *out, const struct console *console, const char *section,
              const char *key, ...)
{
    va_list words;
    va_start(words, key);
    say_fill(out, texts_core(console->texts, console->language, section, key), words);
    va_end(words);
}

void say(const struct console *console, const struct terminal *terminal, const char *section,
         const char *key, ...)
{
    va_list words;
    va_start(words, key);
    say_paragraph(terminal, texts_core(console->texts, console->language, section, key), words);
    va_end(words);
}

struct say_number say_number(long long number)
{
    struct say_number result;
    snprintf(result.text, sizeof result.text, "%s%lld", number < 0 ? "−" : "", llabs(number));
    return result;
}

const char *say_level(const struct console *console, const struct player *player)
{
    return texts_core(console->texts, console->language, "levels", player->name);
}

void say_clean(char *text)
{
    enum { NO_BREAK_SPACE = 0xA0, DELETE = 0x7F };
    char *from = text, *to = text;
    while (*from) {
        uint32_t code = 0;
        int length = utf8_read(from, &code);
        bool control = code < ' ' || (code >= DELETE && code < NO_BREAK_SPACE);
        bool space = code == NO_BREAK_SPACE || (code < DELETE && strchr(" \t\r\n", (int)code));
        if (length && space) {
            if (to > text && to[-1] != ' ')
                *to++ = ' ';
        } else if (!length || control) {
            *to++ = '?';
        } else {
            memmove(to, from, (size_t)length);
            to += length;
        }
        from += length ? length : 1;
    }
    if (to > text && to[-1] == ' ')
        to--;
    *to = '\0';
}
