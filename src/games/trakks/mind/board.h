/* The table during the search for a placing: tiles are laid and removed a million times a second,
 * and every change can be undone.
 *
 * All groups share one array of cells, and each starts in a band of its own. A border of cells
 * around every band stays empty, so that tiles need no boundary checks. Between two changes of the
 * search every line on the board is a row or a sequence (K10, K11). Connected groups are computed
 * when needed. */
#ifndef GAMES_TRAKKS_BOARD_H
#define GAMES_TRAKKS_BOARD_H

#include "games/trakks/state.h"

enum {
    TRAKKS_BOARD_SIDE = 64, /* of a band; a step of this size goes down */
    TRAKKS_BOARD_BAND = TRAKKS_BOARD_SIDE * TRAKKS_BOARD_SIDE,
    TRAKKS_BOARD_CELLS = TRAKKS_BOARD_BAND * TRAKKS_GROUPS_MAX,
    TRAKKS_BOARD_CHANGES_MAX = 3 * TRAKKS_GRID_TILES_MAX,
};

struct trakks_board_change {
    uint16_t cell;
    uint8_t taken; /* the tile that was removed, or TRAKKS_TILE_NONE if one was laid */
};

struct trakks_board {
    struct trakks_tiles hand;           /* tiles that could be laid */
    int count;                          /* tiles on the board */
    uint16_t at[TRAKKS_GRID_TILES_MAX]; /* their cells, in any order */
    int change_count;                   /* since trakks_board_settle */
    struct trakks_board_change change[TRAKKS_BOARD_CHANGES_MAX];
    uint8_t tile[TRAKKS_BOARD_CELLS]; /* or TRAKKS_TILE_NONE */
    uint8_t slot[TRAKKS_BOARD_CELLS]; /* where a tile's cell is in `at` */
};

/* The connected groups of the board, numbered from 0. */
struct trakks_board_groups {
    int count;
    uint8_t of[TRAKKS_GRID_TILES_MAX];   /* by slot */
    uint8_t size[TRAKKS_GRID_TILES_MAX]; /* by group */
};

/* Puts a table of sound groups on the board, and the other tiles of `all` into the hand. False,
 * with everything in hand, if a group is too wide for a band. */
bool trakks_board_load(struct trakks_board *board, struct trakks_tiles all,
                       const struct trakks_table *table);
/* The reverse; there must be at most TRAKKS_GROUPS_MAX groups. */
void trakks_board_save(const struct trakks_board *board, struct trakks_table *table);

/* Whether this cell is not on a border. */
static inline bool trakks_board_has(int cell)
{
    int x = cell % TRAKKS_BOARD_SIDE, y = cell / TRAKKS_BOARD_SIDE % TRAKKS_BOARD_SIDE;
    return cell >= 0 && cell < TRAKKS_BOARD_CELLS && x > 0 && x < TRAKKS_BOARD_SIDE - 1 && y > 0 &&
           y < TRAKKS_BOARD_SIDE - 1;
}

/* Moves a tile from the hand to an empty cell, and back. The caller is responsible for the lines.
 */
void trakks_board_lay(struct trakks_board *board, int cell, uint8_t tile);
void trakks_board_take(struct trakks_board *board, int cell);

/* Undoes the latest changes until `change_count` are left. */
void trakks_board_undo(struct trakks_board *board, int change_count);
/* Commits the changes so far; they can no longer be undone. */
static inline void trakks_board_settle(struct trakks_board *board)
{
    board->change_count = 0;
}

/* Removes tiles until every line is sound again after the changes from `first` on, which removed
 * some. */
void trakks_board_mend(struct trakks_board *board, int first, struct rng *rng);

void trakks_board_groups_find(const struct trakks_board *board, struct trakks_board_groups *groups);
/* Removes the smallest groups until there are at most `limit`; returns the number left. */
int trakks_board_groups_limit(struct trakks_board *board, int limit);

/* The middle cell of an empty band, or -1. */
int trakks_board_free_cell(const struct trakks_board *board);

#endif
