/* Moves as people read and type them. Move texts are the same in every language; the section
 * "typed" of the game texts has the words that people write differently in their language, such as
 * compass points. */
#ifndef TERMINAL_MOVE_WORDS_H
#define TERMINAL_MOVE_WORDS_H

#include "base/buffer.h"
#include "game/game.h"
#include "terminal/console.h"

/* A word of a move text in the language of the person; the word itself if the texts have none. */
const char *move_word(const struct console *console, const struct game *game, const char *word);

/* The same for a whole move text. */
void move_words_show(const struct console *console, const struct game *game, const char *move,
                     struct buffer *out);

/* The reverse: typed words as a move text. Words of every language are accepted. */
void move_words_read(const struct console *console, const struct game *game, const char *typed,
                     struct buffer *out);

#endif
