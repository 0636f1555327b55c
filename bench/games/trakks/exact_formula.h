/* Tables as a logical formula: which tile is next to which.
 *
 * A table is described without squares. For every two tiles that may touch there is a variable for
 * "the second is right of the first", and one for "below the first". Clauses over them say that each tile
 * has at most one neighbour on each side, that a line is a run or a set of at least three tiles (K10,
 * K11), and how many tiles may be left over. Every table satisfies them. What else a table must satisfy is
 * added by exact.c when a solution violates it: the colours of a set differ, the tiles of a group have
 * squares, and there are not too many groups. */
#ifndef BENCH_TRAKKS_EXACT_FORMULA_H
#define BENCH_TRAKKS_EXACT_FORMULA_H

#include "games/trakks/mind/mind.h"

#include <ccadical.h>

enum { EXACT_TILES_MAX = TRAKKS_GRID_TILES_MAX };

/* How a line lies: the way of a line. */
enum { EXACT_ACROSS, EXACT_DOWN, EXACT_WAYS };

/* A variable per tile and way. */
typedef int exact_property[EXACT_WAYS][EXACT_TILES_MAX];

struct exact_formula {
    CCaDiCaL *solver;
    int variables;
    int count; /* tiles */
    uint8_t tile[EXACT_TILES_MAX];
    bool required[EXACT_TILES_MAX];
    int beside[EXACT_WAYS][EXACT_TILES_MAX]
              [EXACT_TILES_MAX];   /* the second is right of the first, or below; 0 if never */
    exact_property next, previous; /* it has such a neighbour */
    exact_property rising, falling, set; /* what the line is */
    int used[EXACT_TILES_MAX];           /* the tile is in a line */
};

/* Starts with the clauses that leave at most `left_max` of the optional tiles. That the required ones are
 * used is not a clause; the caller assumes it. */
void exact_formula_start(struct exact_formula *formula, const struct trakks_problem *problem,
                         int left_max);
void exact_formula_end(struct exact_formula *formula);

void exact_clause_add(struct exact_formula *formula, int count, const int *literal);

#endif
