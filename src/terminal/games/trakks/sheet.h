/* The sheet: all groups of a Trakks table in one system of columns and rows, so that people can
 * say where a tile lies. The protocol gives every group an origin of its own; here the groups are
 * set out beside and below one another with free cells between them, as far as the terminal is
 * wide. The table is drawn so, and a placing is composed on the same sheet.
 *
 * Nothing here knows what a group may look like: groups are tiles that touch. */
#ifndef TERMINAL_TRAKKS_SHEET_H
#define TERMINAL_TRAKKS_SHEET_H

#include "base/buffer.h"
#include "base/doc.h"
#include "terminal/games/trakks/tiles.h"
#include "terminal/terminal.h"

#include <stdint.h>

enum {
    SHEET_TILES_MAX = 116,
    SHEET_LOW = -99, /* columns and rows; four digits would not fit above a cell */
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

/* The groups of a view's "table", set out for a terminal so wide. */
void sheet_start(struct sheet *sheet, const struct doc *doc, const struct doc_node *table,
                 const struct terminal *terminal);

/* The index of the tile at a place, or -1. */
int sheet_find(const struct sheet *sheet, int x, int y);

void sheet_add(struct sheet *sheet, int tile, int x, int y, bool laid);
void sheet_remove(struct sheet *sheet, int index);

/* Gives tiles that touch the same group number, from 0 on, in reading order of the groups' first
 * tiles; the tiles themselves are brought into reading order. Returns the number of groups. */
int sheet_find_groups(struct sheet *sheet);

/* Sets the groups out anew, in the order of their numbers. */
void sheet_arrange(struct sheet *sheet, const struct terminal *terminal);

/* Where tiles in a box of this size would lie well apart from all others: the column and row of
 * its first cell. */
void sheet_find_room(const struct sheet *sheet, int width, int height,
                     const struct terminal *terminal, int *x, int *y);

/* Turns the group that has a tile at this place, so that what lay across lies down. Its first
 * corner stays, unless it would come too near to another group: then it goes where there is room. */
void sheet_turn_group(struct sheet *sheet, int x, int y, const struct terminal *terminal);

/* Draws it with its coordinates at the borders; a tile laid in this turn has a + before it. Where
 * the sheet is wider than the terminal, the columns that are left follow below. */
void sheet_draw(const struct sheet *sheet, const struct terminal *terminal);

/* The table as the move text says it: "place b3@0,0 b4@1,0 b5@2,0 | …". */
void sheet_format(const struct sheet *sheet, struct buffer *text);

#endif
