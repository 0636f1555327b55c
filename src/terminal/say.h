/* Sentences for a person: texts with words filled in. */
#ifndef TERMINAL_SAY_H
#define TERMINAL_SAY_H

#include "base/buffer.h"
#include "players/player.h"
#include "terminal/console.h"
#include "terminal/terminal.h"

#include <stdarg.h>

enum { SAY_SENTENCE_MAX = GAME_MOVE_TEXT_MAX + 1024 };

/* The text `key` of a section of core.json, with {1}, {2} … replaced by the words that follow; a
 * NULL ends them. */
void say_into(struct buffer *out, const struct console *console, const char *section,
              const char *key, ...) __attribute__((sentinel));

/* The same for a given text. */
void say_fill(struct buffer *out, const char *text, va_list words);

/* The text `key` of a section of core.json as a paragraph on the terminal. */
void say(const struct console *console, const struct terminal *terminal, const char *section,
         const char *key, ...) __attribute__((sentinel));

/* The same for a given text. */
void say_paragraph(const struct terminal *terminal, const char *text, va_list words);

/* Numbers as words for the functions above, with a typographic minus sign. SAY_NUMBER(7) is valid
 * until the end of the call. */
struct say_number {
    char text[28];
};
struct say_number say_number(long long number);
#define SAY_NUMBER(number) (say_number(number).text)

/* The name of the level of a computer player. */
const char *say_level(const struct console *console, const struct player *player);

/* Makes a text safe for a terminal, in place: control characters and invalid UTF-8 become '?', runs
 * of spaces become one space, and both ends are trimmed. */
void say_clean(char *text);

#endif
