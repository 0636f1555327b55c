/* The sheet: all groups of a Trakks table in one coordinate system, so that people can say where a
 * tile lies. In the protocol every group has its own origin; here the groups are laid out next to
 * and below each other with free cells between them, to fit the width of the terminal. The table is
 * drawn this way, and placings are composed on the same sheet.
 *
 * The sheet does not know which groups are legal: groups are tiles that touch. */
#ifndef TERMINAL_TRAKKS_SHEET_H
#define TERMINAL_TRAKKS_SHEET_H

#include "base/buffer.h"
#include "base/doc.h"
#include "terminal/games/trakks/tiles.h"
#include "terminal/terminal.h"

#include <stdint.h>

enum {
    SHEET_TILES_MAX = 116,
    SHEET_LOW = -99, /* limits of columns and rows; four digits would not fit above a cell */
    SHEET_HIGH = 999,
};

struct sheet_tile {
    int16_t x, y; /* column and row, downwards */
    uint8_t tile;
    uint8_t group;
    bool laid; /* by the player, in this turn */
};

/* Unused tiles are zero. */
struct sheet {
    int count;
    struct sheet_tile tiles[SHEET_TILES_MAX];
};

/* Lays out the groups of a view's "table" for the width of a terminal. */
void sheet_start(struct sheet *sheet, const struct doc *doc, const struct doc_node *table,
                 const struct terminal *terminal);

/* The index of the tile at a place, or -1. */
int sheet_find(const struct sheet *sheet, int x, int y);

void sheet_add(struct sheet *sheet, int tile, int x, int y, bool laid);
void sheet_remove(struct sheet *sheet, int index);

/* Numbers the groups of touching tiles from 0 in reading order, and sorts the tiles in reading
 * order. Returns the number of groups. */
int sheet_find_groups(struct sheet *sheet);

/* Lays out the groups again, in the order of their numbers. */
void sheet_arrange(struct sheet *sheet, const struct terminal *terminal);

/* Finds a free place for a box of this size, well apart from all tiles: the column and row of its
 * first cell. */
void sheet_find_space(const struct sheet *sheet, int width, int height,
                      const struct terminal *terminal, int *x, int *y);

/* Turns the group with a tile at this place, so that rows become columns. Its first corner stays,
 * unless it would come too close to another group; then it moves to a free place. */
void sheet_turn_group(struct sheet *sheet, int x, int y, const struct terminal *terminal);

/* Draws the sheet with coordinates at its borders; tiles laid this turn are marked with a +. If the
 * sheet is wider than the terminal, the remaining columns follow below. */
void sheet_draw(const struct sheet *sheet, const struct terminal *terminal);

/* The table as a move text: "place b3@0,0 b4@1,0 b5@2,0 | …". */
void sheet_format(const struct sheet *sheet, struct buffer *text);

#endif
