/* The table while a placing is looked for: tiles are laid and taken back a million times a
 * second, and every change can be undone.
 *
 * All groups lie on one array of cells, each begun in a band of its own; around every band a
 * border of cells stays empty, so that no tile has to ask whether it has neighbours. Between two
 * changes of the search every line on the board is a row or a sequence (K10, K11); which tiles
 * hang together is counted when it is needed. */
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
    uint8_t taken; /* the tile that was taken from there, or TRAKKS_TILE_NONE: one was laid */
};

struct trakks_board {
    struct trakks_tiles hand;           /* what could be laid */
    int count;                          /* tiles on the board */
    uint16_t at[TRAKKS_GRID_TILES_MAX]; /* their cells, in any order */
    int change_count;                   /* since trakks_board_settle */
    struct trakks_board_change change[TRAKKS_BOARD_CHANGES_MAX];
    uint8_t tile[TRAKKS_BOARD_CELLS]; /* or TRAKKS_TILE_NONE */
    uint8_t slot[TRAKKS_BOARD_CELLS]; /* where a tile's cell is in `at` */
};

/* Which tiles of the board hang together: groups are numbered from 0. */
struct trakks_board_groups {
    int count;
    uint8_t of[TRAKKS_GRID_TILES_MAX];   /* by slot */
    uint8_t size[TRAKKS_GRID_TILES_MAX]; /* by group */
};

/* Lays a table of sound groups out, and takes into hand what else there is of `all`. False, with
 * everything in hand, if a group is too wide for a band. */
bool trakks_board_load(struct trakks_board *board, struct trakks_tiles all,
                       const struct trakks_table *table);
/* The other way round; there must be at most TRAKKS_GROUPS_MAX groups. */
void trakks_board_save(const struct trakks_board *board, struct trakks_table *table);

/* Whether a tile may lie here: not on a border. */
static inline bool trakks_board_has(int cell)
{
    int x = cell % TRAKKS_BOARD_SIDE, y = cell / TRAKKS_BOARD_SIDE % TRAKKS_BOARD_SIDE;
    return cell >= 0 && cell < TRAKKS_BOARD_CELLS && x > 0 && x < TRAKKS_BOARD_SIDE - 1 && y > 0 &&
           y < TRAKKS_BOARD_SIDE - 1;
}

/* From hand onto an empty cell, and back. The lines are the caller's business. */
void trakks_board_lay(struct trakks_board *board, int cell, uint8_t tile);
void trakks_board_take(struct trakks_board *board, int cell);

/* Undoes the latest changes until `change_count` are left. */
void trakks_board_undo(struct trakks_board *board, int change_count);
/* What happened so far is no longer to be undone. */
static inline void trakks_board_settle(struct trakks_board *board)
{
    board->change_count = 0;
}

/* Takes tiles away until every line is sound again, after some were taken: the changes from
 * `first` on. */
void trakks_board_mend(struct trakks_board *board, int first, struct rng *rng);

void trakks_board_groups_find(const struct trakks_board *board, struct trakks_board_groups *groups);
/* Takes the smallest groups away until there are at most `limit`; returns how many are left. */
int trakks_board_groups_limit(struct trakks_board *board, int limit);

/* The middle of a band in which nothing lies, or -1. */
int trakks_board_free_cell(const struct trakks_board *board);

#endif
