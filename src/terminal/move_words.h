/* Moves as people read and type them. The protocol's move texts are the same everywhere; the section
 * "typed" of a game's texts has the words of them that people write otherwise in their language,
 * such as the points of the compass. */
#ifndef TERMINAL_MOVE_WORDS_H
#define TERMINAL_MOVE_WORDS_H

#include "base/buffer.h"
#include "game/game.h"
#include "terminal/console.h"

/* A word of a move text as people write it; the word itself if the texts have none. */
const char *move_word(const struct console *console, const struct game *game, const char *word);

/* A move text, as above. */
void move_words_show(const struct console *console, const struct game *game, const char *move,
                     struct buffer *out);

/* The other way: what was typed as a move text. The words of every language are taken. */
void move_words_read(const struct console *console, const struct game *game, const char *typed,
                     struct buffer *out);

#endif
