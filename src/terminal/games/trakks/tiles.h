/* Tiles of Trakks, as texts and in colour. A tile is a letter and a number; colour only repeats the
 * letter. */
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
    TILE_TEXT = 8, /* bytes for the text of a tile */
};

/* A collection: the number of tiles of each kind. */
struct tile_counts {
    uint8_t of[TILE_KINDS];
};

/* Reads a text such as "r7"; -1 if it is not a tile. */
int tile_parse(const char *text);
void tile_format(int tile, char text[TILE_TEXT]);

/* Prints a tile on its colour, in exactly `width` columns. */
void tile_draw(const struct terminal *terminal, int tile, int width);

/* Counts the visible tiles of a list; returns their number. */
int tiles_count(const struct doc *doc, const struct doc_node *list, struct tile_counts *counts);

/* Prints a few tiles in order, each after a space, in the current line. Returns their number. */
int tiles_draw(const struct terminal *terminal, const struct tile_counts *counts);

/* Prints any number of tiles, each colour on its own line. Returns their number. */
int tiles_draw_sorted(const struct terminal *terminal, const struct tile_counts *counts);

#endif
