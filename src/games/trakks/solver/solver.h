/* The solver of Trakks: among all tables that are legal after a placing, one with as many of the player's tiles as
 * possible.
 *
 *  board.c  a table that changes quickly; what the runs and sets of one colour can do at one value
 *  bound.c  how many tiles cannot be placed, which proves a solution optimal
 *  solve.c  the placing with the most tiles */
#ifndef GAMES_TRAKKS_SOLVER_SOLVER_H
#define GAMES_TRAKKS_SOLVER_SOLVER_H

#include "game/mind.h"
#include "games/trakks/trakks.h"

#include <stdbool.h>
#include <stdint.h>

/* ---- Solving ---- */

/* The solver for placings: among all tables that are legal afterwards, it finds one with as many of
 * the player's tiles as possible (K8 to K14).
 *
 * It is a ruin-and-recreate search with simulated annealing: it removes some tiles from a sound
 * table, lays what then fits, and keeps the new table if it is better or, with decreasing
 * probability, slightly worse. Tiles that must lie on the table may be in hand meanwhile; only
 * tables with all of them count. */

struct trakks_problem {
    struct trakks_tiles required; /* must be on the table afterwards */
    struct trakks_tiles optional; /* the number tiles to get rid of */
    int groups_max;               /* afterwards */
    struct trakks_table start;    /* sound, of at most groups_max groups; with all required tiles */
};

struct trakks_solution {
    struct trakks_table table; /* sound; with all required tiles */
    struct trakks_tiles left;  /* of the optional ones */
    int bound;                 /* number of the optional ones that provably cannot be placed */
    int64_t iterations;        /* tables looked at */
};

/* What `seat` could place now. For a player who has not opened yet, the problem has only the tiles
 * of the rack (K13). Reads what the seat may know. */
void trakks_problem_make(const struct trakks_state *s, int seat, struct trakks_problem *problem);

/* The start extended without rearranging: the best of some tries. */
void trakks_extend(const struct trakks_problem *problem, int tries, struct rng *rng,
                   struct trakks_solution *solution);

/* The best table found, never worse than the extended start. The same random numbers and iterations
 * give the same table. */
void trakks_solve(const struct trakks_problem *problem, const struct mind_budget *budget,
                  struct rng *rng, struct trakks_solution *solution);

/* Whether one more tile of this kind would leave fewer over than `solution`, with the table of
 * which the problem starts, without rearranging: in the best of some tries. */
bool trakks_tile_helps(const struct trakks_problem *problem, const struct trakks_solution *solution,
                       int tile, int tries, struct rng *rng);

/* The kinds that can be next to one of `kinds` in a line. */
uint64_t trakks_kinds_beside(uint64_t kinds);

/* Whether the solution is proven to be optimal. */
static inline bool trakks_solution_is_best(const struct trakks_solution *solution)
{
    return trakks_tiles_count(solution->left) == solution->bound;
}

/* The solution of a problem from trakks_problem_make as a move; false if it lays nothing. */
bool trakks_solution_place(const struct trakks_state *s, int seat,
                           const struct trakks_solution *solution, struct trakks_place *place);

/* ---- Board ---- */

/* The table during the search for a placing: tiles are laid and removed a million times a second,
 * and every change can be undone.
 *
 * All groups share one array of cells, and each starts in a band of its own. A border of cells
 * around every band stays empty, so that tiles need no boundary checks. Between two changes of the
 * search every line on the board is a run or a set (K10, K11). Connected groups are computed
 * when needed. */

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

/* ---- Lines ---- */

/* What the runs and sets of one colour can do at one value: the transition table for bound.c.
 */

enum {
    TRAKKS_LONG = 3,        /* a run that may end */
    TRAKKS_RUNS_CODES = 16, /* combinations of open runs of one colour */
    TRAKKS_STOCKS = 9,      /* possible numbers of tiles of one kind */
    TRAKKS_WAYS_MAX = 8,    /* from one code to others */
    TRAKKS_SETS_MAX = 2,    /* of one value */
};

/* The open runs of one colour. */
struct trakks_runs {
    int length[2];  /* descending; TRAKKS_LONG also stands for longer ones, 0 for no run */
    bool may_cross; /* two runs: they have not crossed yet */
};

/* The tiles of one kind. */
struct trakks_stock {
    int all, required;
    bool beside; /* there are two, and two of a value beside it */
};

/* A transition of one colour at one value. */
struct trakks_way {
    uint8_t to;     /* code of the runs */
    uint8_t left;   /* tiles not placed; for a given value, beyond the minimum */
    uint8_t shared; /* tiles where two sets cross */
    int8_t parts;   /* runs started minus lines that cross */
};

struct trakks_ways {
    uint8_t count;
    struct trakks_way way[TRAKKS_WAYS_MAX];
};

struct trakks_lines {
    bool parts_count;  /* whether parts are counted */
    bool left_ignored; /* whether it does not matter how many tiles are left */
    struct trakks_runs runs[TRAKKS_RUNS_CODES];
    uint16_t covers[TRAKKS_RUNS_CODES]; /* codes that can do everything this one can, and more */
    struct trakks_ways ways[TRAKKS_STOCKS][TRAKKS_SETS_MAX + 1][TRAKKS_RUNS_CODES];
};

/* Fills in `runs` and `covers`. */
void trakks_lines_start(struct trakks_lines *lines);
/* Fills in `ways`, which depend on parts_count and left_ignored. */
void trakks_lines_ways(struct trakks_lines *lines);

int trakks_stock_code(const struct trakks_stock *stock);

/* ---- Bound ---- */

/* A lower bound for the number of optional tiles that stay in hand. A solution that leaves no more
 * than this is optimal. */

/* The number of optional tiles that cannot be placed together with all required ones in
 * `groups_max` groups, as far as it can be proven; the search stops at `enough`. It limits its
 * steps, not its time, and returns what it has proven so far when they are used up: the same on
 * every machine, after a few milliseconds at most. */
int trakks_bound(struct trakks_tiles required, struct trakks_tiles optional, int groups_max,
                 int enough);

/* The same question for many racks: whether all required tiles may fit on a table together, if any of
 * the optional ones can be added. The tables of transitions are made once. */
struct trakks_fitting {
    struct trakks_lines lines, lines_with_parts;
};
void trakks_fitting_start(struct trakks_fitting *fitting);
/* False is proven. */
bool trakks_may_fit(const struct trakks_fitting *fitting, struct trakks_tiles required,
                    struct trakks_tiles optional, int groups_max);

#endif
