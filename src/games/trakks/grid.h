/* What may lie on the table: lines, groups, and whether two groups are the same (K10, K11, K13).
 *
 * A group is tiles with squares, in any order, anywhere on a grid without borders. To look at
 * neighbours it is laid out in a small array of cells. That works for any squares, because tiles
 * that hang together cannot lie far apart: n of them fit into a box whose width and height add up
 * to n + 1. A group in a larger box needs no closer look: it is refused as lying apart.
 *
 * Nothing here knows of seats, racks or turns; the search for placings uses the same functions as
 * the rules. */
#ifndef GAMES_TRAKKS_GRID_H
#define GAMES_TRAKKS_GRID_H

#include "games/trakks/tiles.h"

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
    TRAKKS_GRID_APART,       /* the tiles do not hang together */
    TRAKKS_GRID_ALONE,       /* a single tile */
    TRAKKS_GRID_LINE_OF_TWO, /* K11: its example */
    TRAKKS_GRID_LINE_WRONG,  /* neither a row nor a sequence */
};

struct trakks_grid_line {
    int length; /* may be more than the tiles listed here */
    uint8_t tile[TRAKKS_GRID_LINE_MAX];
};

/* The cells around a group. Cells are identified by their index; a step of 1 goes right, of
 * `stride` down. */
struct trakks_grid {
    int left, top; /* the square of cell 0 */
    int stride;
    uint8_t cell[TRAKKS_GRID_CELLS_MAX]; /* a tile, or TRAKKS_TILE_NONE */
};

/* Lays a group out. Returns TRAKKS_GRID_SHARED or TRAKKS_GRID_APART, with the grid unfinished, if
 * that cannot be done; TRAKKS_GRID_SOUND says nothing of its lines yet. */
enum trakks_grid_flaw trakks_grid_lay(struct trakks_grid *grid, const struct trakks_group *group);

static inline int trakks_grid_cell(const struct trakks_grid *grid, struct trakks_square at)
{
    return (at.y - grid->top) * grid->stride + (at.x - grid->left);
}

/* Whether the unbroken line through this tile, along `step` (1 or stride), is none (the tile has
 * no neighbour there), a row or a sequence (K10, K11). */
bool trakks_grid_line_fits(const struct trakks_grid *grid, int cell, int step);
/* The same in any array of cells in which empty ones surround the tiles. */
bool trakks_grid_tile_fits(const uint8_t *tile, int step);

/* K10, K11: whether this is a group. If a line is wrong, it is stored in `line`, unless NULL. */
enum trakks_grid_flaw trakks_grid_group_check(const struct trakks_group *group,
                                              struct trakks_grid_line *line);

/* Whether two sound groups are the same tiles in the same order, wherever they lie (K12, K13). */
bool trakks_grid_groups_equal(const struct trakks_group *a, const struct trakks_group *b);

#endif
