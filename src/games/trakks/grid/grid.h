/* The tiles of Trakks, and what may lie on the table. Nothing here knows about seats, racks or turns:
 * the rules and the computer players use the same functions. */
#ifndef GAMES_TRAKKS_GRID_GRID_H
#define GAMES_TRAKKS_GRID_GRID_H

#include "base/base.h"

#include <stdbool.h>
#include <stdint.h>

/* ---- Tiles ---- */

/* Tiles and collections of them.
 *
 * A number tile is colour * 16 + value, with the colours yellow, red, blue, green and the values 1
 * to 14. Two tiles differ by exactly 1 if and only if they have the same colour and consecutive
 * values; tiles of equal value have the same low four bits. The value 15 is used by the two kinds
 * of action tile.
 *
 * There are two tiles of every kind (K1), so a collection is two bit masks over the kinds: those
 * with at least one tile, and those with two. Adding, removing and comparing whole racks take a few
 * instructions, and equal collections have equal bytes. */

enum {
    TRAKKS_TILE_NONE = 0,
    TRAKKS_TILE_PLUS = 0x0f,
    TRAKKS_TILE_ARROW = 0x1f,
    TRAKKS_TILE_HIDDEN = 255, /* in a view: a tile that the viewer may not know */

    TRAKKS_TILE_VALUE = 0x0f,  /* mask of the value */
    TRAKKS_TILE_COLOUR = 0x10, /* the distance between colours */
    TRAKKS_TILE_COLOURS = 4,
    TRAKKS_TILE_VALUE_MAX = 14,
};

#define TRAKKS_TILES_NUMBERS UINT64_C(0x7ffe7ffe7ffe7ffe)
#define TRAKKS_TILES_ALL (TRAKKS_TILES_NUMBERS | bit(TRAKKS_TILE_PLUS) | bit(TRAKKS_TILE_ARROW))

struct trakks_tiles {
    uint64_t one, two; /* `two` is a subset of `one` */
};

static inline bool trakks_tile_is_number(int tile)
{
    return tile < 64 && bits_have(TRAKKS_TILES_NUMBERS, tile);
}

/* The kinds of the same value in other colours. */
static inline uint64_t trakks_tile_other_colours(int tile)
{
    uint64_t column = bit(0) | bit(TRAKKS_TILE_COLOUR) | bit(2 * TRAKKS_TILE_COLOUR) |
                      bit(3 * TRAKKS_TILE_COLOUR);
    return column << (tile & TRAKKS_TILE_VALUE) & ~bit(tile);
}

/* K10: whether a line can have these number tiles side by side. */
static inline bool trakks_tiles_may_touch(int a, int b)
{
    return a - b == 1 || b - a == 1 || bits_have(trakks_tile_other_colours(a), b);
}

static inline int trakks_tiles_count(struct trakks_tiles tiles)
{
    return bits_count(tiles.one) + bits_count(tiles.two);
}

static inline bool trakks_tiles_have(struct trakks_tiles tiles, int tile)
{
    return bits_have(tiles.one, tile);
}

/* There must be at most one of it. */
static inline void trakks_tiles_add(struct trakks_tiles *tiles, int tile)
{
    tiles->two |= tiles->one & bit(tile);
    tiles->one |= bit(tile);
}

/* There must be at least one of it. */
static inline void trakks_tiles_remove(struct trakks_tiles *tiles, int tile)
{
    tiles->one &= ~bit(tile) | tiles->two;
    tiles->two &= ~bit(tile);
}

/* Those that are no action tiles. */
static inline struct trakks_tiles trakks_tiles_numbers(struct trakks_tiles tiles)
{
    return (struct trakks_tiles){tiles.one & TRAKKS_TILES_NUMBERS,
                                 tiles.two & TRAKKS_TILES_NUMBERS};
}

/* Of each kind as many as in both together, but at most two. */
static inline struct trakks_tiles trakks_tiles_sum(struct trakks_tiles a, struct trakks_tiles b)
{
    return (struct trakks_tiles){a.one | b.one, a.two | b.two | (a.one & b.one)};
}

/* Whether both together have more than two of some kind. */
static inline bool trakks_tiles_exceed(struct trakks_tiles a, struct trakks_tiles b)
{
    return (a.two & b.one) | (a.one & b.two);
}

/* The tiles of `a` without those of `b`; tiles that are not in `a` are ignored. */
static inline struct trakks_tiles trakks_tiles_difference(struct trakks_tiles a,
                                                          struct trakks_tiles b)
{
    return (struct trakks_tiles){(a.one & ~b.one) | (a.two & ~b.two), a.two & ~b.one};
}

/* The tile with this index, from 0 to count - 1. */
static inline uint8_t trakks_tiles_nth(struct trakks_tiles tiles, int rank)
{
    int kinds = bits_count(tiles.one);
    return (uint8_t)(rank < kinds ? bits_nth(tiles.one, rank) : bits_nth(tiles.two, rank - kinds));
}

/* The number of tiles of one kind. */
static inline int trakks_tiles_copies(struct trakks_tiles tiles, int tile)
{
    return bits_have(tiles.one, tile) + bits_have(tiles.two, tile);
}

/* Removes a tile and returns it; there must be one. `while (tiles.one)
 * use(trakks_tiles_pop(&tiles));` visits them in ascending order, equal ones together. */
static inline uint8_t trakks_tiles_pop(struct trakks_tiles *tiles)
{
    uint8_t tile = (uint8_t)bits_first(tiles->one);
    trakks_tiles_remove(tiles, tile);
    return tile;
}

/* ---- Groups ---- */

/* Lines, groups, and whether two groups are the same (K10, K11, K13). A
 * run is tiles of one colour with consecutive values, a set is tiles of one value in different
 * colours (K10), as in the rulebook. The printed sheet says row (rangée) and sequence (séquence).
 *
 * A group is a list of tiles with squares, in any order, anywhere on a grid without borders. To
 * find neighbours it is laid out in a small array of cells. This works for any squares, because
 * connected tiles cannot be far apart: n of them fit into a box whose width and height add up to n
 * + 1. A group in a larger box is not connected. */

enum {
    TRAKKS_GRID_TILES_MAX = 112,     /* K1 */
    TRAKKS_GRID_MARGIN = 8,          /* empty cells on each side, so that a group can grow by 7 */
    TRAKKS_GRID_CELLS_MAX = 72 * 73, /* the largest box, 56 by 57, with its margins */
    TRAKKS_GRID_LINE_MAX = 14,       /* K10 */
};

struct trakks_square {
    int16_t x, y; /* y downwards */
};

struct trakks_group {
    const uint8_t *tile; /* number tiles */
    const struct trakks_square *at;
    int count; /* 1 to TRAKKS_GRID_TILES_MAX */
};

/* The smallest box around a group. */
struct trakks_box {
    int left, top, width, height;
};

struct trakks_box trakks_group_box(const struct trakks_group *group);

enum trakks_grid_flaw {
    TRAKKS_GRID_SOUND,
    TRAKKS_GRID_SHARED,      /* two tiles on one square */
    TRAKKS_GRID_APART,       /* the tiles are not connected */
    TRAKKS_GRID_ALONE,       /* a single tile */
    TRAKKS_GRID_LINE_OF_TWO, /* K11: the beginning of a run or of a set */
    TRAKKS_GRID_LINE_WRONG,  /* neither a run nor a set, nor the beginning of one */
};

struct trakks_grid_line {
    int length; /* may exceed the number of tiles stored here */
    uint8_t tile[TRAKKS_GRID_LINE_MAX];
};

/* The cells around a group. Cells are identified by their index; a step of 1 goes right, of
 * `stride` down. */
struct trakks_grid {
    int left, top; /* the square of cell 0 */
    int stride;
    uint8_t cell[TRAKKS_GRID_CELLS_MAX]; /* a tile, or TRAKKS_TILE_NONE */
};

/* Lays out a group. If that is impossible, returns TRAKKS_GRID_SHARED or TRAKKS_GRID_APART and
 * leaves the grid incomplete. TRAKKS_GRID_SOUND says nothing about the lines yet. */
enum trakks_grid_flaw trakks_grid_lay(struct trakks_grid *grid, const struct trakks_group *group);

static inline int trakks_grid_cell(const struct trakks_grid *grid, struct trakks_square at)
{
    return (at.y - grid->top) * grid->stride + (at.x - grid->left);
}

/* Whether the unbroken line through this tile along `step` (1 or stride) is a run, a set, or a
 * single tile (K10, K11). */
bool trakks_grid_line_fits(const struct trakks_grid *grid, int cell, int step);
/* The same for any array of cells in which the tiles are surrounded by empty ones. */
bool trakks_grid_tile_fits(const uint8_t *tile, int step);

/* The lines of a group are numbered: line 2 * i goes right from tile i, line 2 * i + 1 goes down
 * from it. Returns the first wrong line of a group that is laid out, from number `from` on, or -1
 * if there is none (K10, K11). */
int trakks_grid_line_wrong(const struct trakks_grid *grid, const struct trakks_group *group,
                           int from);

/* K10, K11: checks a group. A wrong line is stored in `line`, unless that is NULL. */
enum trakks_grid_flaw trakks_grid_group_check(const struct trakks_group *group,
                                              struct trakks_grid_line *line);

/* Whether two sound groups have the same tiles in the same arrangement, wherever they lie (K12,
 * K13). */
bool trakks_grid_groups_equal(const struct trakks_group *a, const struct trakks_group *b);

#endif
