/* Tiles of Trakks, as texts and in colour. A tile is a letter and a number, so colour only repeats
 * what the letter says. */
#ifndef TERMINAL_TRAKKS_TILES_H
#define TERMINAL_TRAKKS_TILES_H

#include "base/doc.h"
#include "terminal/terminal.h"

#include <stdint.h>

/* Tiles are numbered in the order in which people sort them: yellow, red, blue and green 1 to 14,
 * then the action tiles. */
enum {
    TILE_COLOURS = 4,
    TILE_VALUES = 14,
    TILE_PLUS = TILE_COLOURS * TILE_VALUES,
    TILE_ARROW,
    TILE_KINDS,
    TILE_TEXT = 8, /* room for the text of one */
};

/* A collection: how many of each kind. */
struct tile_counts {
    uint8_t of[TILE_KINDS];
};

/* The tile of a text such as "r7"; -1 if it is none. */
int tile_parse(const char *text);
void tile_format(int tile, char text[TILE_TEXT]);

/* A tile's text on its colour, in exactly `width` columns. */
void tile_draw(const struct terminal *terminal, int tile, int width);

/* Counts the tiles of a list; returns how many it has, without those that are hidden. */
int tiles_count(const struct doc *doc, const struct doc_node *list, struct tile_counts *counts);

/* A few tiles, sorted, each after a space, in the line that is begun. Returns how many. */
int tiles_draw(const struct terminal *terminal, const struct tile_counts *counts);

/* Any number of tiles, every colour in a line of its own. Returns how many. */
int tiles_draw_sorted(const struct terminal *terminal, const struct tile_counts *counts);

#endif
