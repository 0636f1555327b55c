/* The placement solver: of all tables that may lie there afterwards, one with as many of the
 * player's tiles as possible (K8 to K14).
 *
 * It goes from one sound table to another by taking some tiles away and laying what then fits,
 * and keeps the new one if it is better or, by chance and less and less often, if it is a little
 * worse. Tiles that must lie on the table may be in hand meanwhile; only tables with all of them
 * count. */
#ifndef GAMES_TRAKKS_SOLVE_H
#define GAMES_TRAKKS_SOLVE_H

#include "game/mind.h"
#include "games/trakks/state.h"

struct trakks_puzzle {
    struct trakks_tiles required; /* must lie there afterwards */
    struct trakks_tiles optional; /* the number tiles to get rid of */
    int groups_max;               /* afterwards */
    struct trakks_table start;    /* sound, of at most groups_max groups; with all required tiles */
};

struct trakks_solution {
    struct trakks_table table; /* sound; with all required tiles */
    struct trakks_tiles left;  /* of the optional ones */
    int bound;                 /* number of the optional ones that nobody can lay */
    int64_t iterations;        /* tables looked at */
};

/* What `seat` could place now. A player who has not opened yet has a puzzle of the tiles in the
 * rack only (K13). Reads what the seat may know. */
void trakks_puzzle_make(const struct trakks_state *s, int seat, struct trakks_puzzle *puzzle);

/* The start with what it can be extended by, nothing rearranged: the best of some tries. */
void trakks_extend(const struct trakks_puzzle *puzzle, int tries, struct rng *rng,
                   struct trakks_solution *solution);

/* The best table found. The same for the same chance and number of iterations; whatever the
 * budget, not worse than the start with what it can be extended by. */
void trakks_solve(const struct trakks_puzzle *puzzle, const struct mind_budget *budget,
                  struct rng *rng, struct trakks_solution *solution);

/* The kinds that can lie next to one of `set` in a line. */
uint64_t trakks_kinds_beside(uint64_t set);

/* Whether nobody could lay more. */
static inline bool trakks_solution_is_best(const struct trakks_solution *solution)
{
    return trakks_tiles_count(solution->left) == solution->bound;
}

/* The solution of a puzzle from trakks_puzzle_make as a move; false if it lays nothing. */
bool trakks_solution_place(const struct trakks_state *s, int seat,
                           const struct trakks_solution *solution, struct trakks_place *place);

#endif
