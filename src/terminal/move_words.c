/* Moves in the words of a language. */
#include "terminal/move_words.h"

#include <string.h>

const char *move_word(const struct console *console, const struct game *game, const char *word)
{
    const char *typed = texts_get(console->texts, console->language, game->id, "typed", word);
    return typed ? typed : word;
}

static const char *word_of_move(const struct console *console, const struct game *game,
                                const char *typed)
{
    const char *word = texts_key(console->texts, game->id, "typed", typed);
    return word ? word : typed;
}

/* Translates each word of a text; words that are too long are copied. */
static void each_word(const struct console *console, const struct game *game, const char *text,
                      const char *(*translate)(const struct console *console,
                                               const struct game *game, const char *word),
                      struct buffer *out)
{
    while (*text) {
        char word[16];
        size_t length = strcspn(text, " ");
        if (length < sizeof word) {
            memcpy(word, text, length);
            word[length] = '\0';
            buffer_add(out, translate(console, game, word));
        } else {
            buffer_add_bytes(out, text, length);
        }
        text += length;
        for (; *text == ' '; text++)
            buffer_add_char(out, ' ');
    }
}

void move_words_show(const struct console *console, const struct game *game, const char *move,
                     struct buffer *out)
{
    each_word(console, game, move, move_word, out);
}

void move_words_read(const struct console *console, const struct game *game, const char *typed,
                     struct buffer *out)
{
    each_word(console, game, typed, word_of_move, out);
}
