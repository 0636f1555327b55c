/* What may lie on the table: lines, groups, and whether two groups are the same (K10, K11, K13). A
 * row is tiles of one colour with consecutive values, a sequence is tiles of one value in different
 * colours; the English rulebook calls them run and set.
 *
 * A group is a list of tiles with squares, in any order, anywhere on a grid without borders. To
 * find neighbours it is laid out in a small array of cells. This works for any squares, because
 * connected tiles cannot be far apart: n of them fit into a box whose width and height add up to n
 * + 1. A group in a larger box is not connected.
 *
 * Nothing here knows about seats, racks or turns. The solver uses the same functions as the rules.
 */
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
    TRAKKS_GRID_APART,       /* the tiles are not connected */
    TRAKKS_GRID_ALONE,       /* a single tile */
    TRAKKS_GRID_LINE_OF_TWO, /* K11: the beginning of a row or of a sequence */
    TRAKKS_GRID_LINE_WRONG,  /* neither a row nor a sequence, nor the beginning of one */
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

/* Whether the unbroken line through this tile along `step` (1 or stride) is a row, a sequence, or a
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
