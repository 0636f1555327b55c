/* The words of a command line of the composer: tiles such as r7, places such as 3,4. */
#ifndef TERMINAL_TRAKKS_COMPOSE_WORDS_H
#define TERMINAL_TRAKKS_COMPOSE_WORDS_H

#include <stdbool.h>

enum {
    COMPOSE_WORDS_MAX = 256, /* two for every tile of the game */
    COMPOSE_WORD_BYTES = 24, /* longer words mean nothing here */
};

/* A line split into words in lower case. '@' separates words too, so that a tile can be typed with
 * its place as in a move: r7@3,4. */
struct compose_words {
    int count, next;
    bool cut; /* there were more */
    char word[COMPOSE_WORDS_MAX][COMPOSE_WORD_BYTES];
};

/* Column and row on the sheet. */
struct compose_place {
    int x, y;
};

void compose_words_read(struct compose_words *words, const char *line);

/* The next word; "" at the end. */
const char *compose_words_peek(const struct compose_words *words);
bool compose_words_end(const struct compose_words *words);

/* Each of these goes past the next word and returns true if it is this word in English or French,
 * a tile, a place, or two corners such as 3,4-6,4 (a single place is both corners). */
bool compose_words_take(struct compose_words *words, const char *english, const char *french);
bool compose_words_take_tile(struct compose_words *words, int *tile);
bool compose_words_take_place(struct compose_words *words, struct compose_place *place);
bool compose_words_take_corners(struct compose_words *words, struct compose_place *from,
                                struct compose_place *to);

#endif
