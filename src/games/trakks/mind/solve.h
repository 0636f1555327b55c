/* The solver for placings: among all tables that are legal afterwards, it finds one with as many of
 * the player's tiles as possible (K8 to K14).
 *
 * It is a ruin-and-recreate search with simulated annealing: it removes some tiles from a sound
 * table, lays what then fits, and keeps the new table if it is better or, with decreasing
 * probability, slightly worse. Tiles that must lie on the table may be in hand meanwhile; only
 * tables with all of them count. */
#ifndef GAMES_TRAKKS_SOLVE_H
#define GAMES_TRAKKS_SOLVE_H

#include "game/mind.h"
#include "games/trakks/state.h"

struct trakks_puzzle {
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

/* What `seat` could place now. For a player who has not opened yet, the puzzle has only the tiles
 * of the rack (K13). Reads what the seat may know. */
void trakks_puzzle_make(const struct trakks_state *s, int seat, struct trakks_puzzle *puzzle);

/* The start extended without rearranging: the best of some tries. */
void trakks_extend(const struct trakks_puzzle *puzzle, int tries, struct rng *rng,
                   struct trakks_solution *solution);

/* The best table found, never worse than the extended start. The same random numbers and iterations
 * give the same table. */
void trakks_solve(const struct trakks_puzzle *puzzle, const struct mind_budget *budget,
                  struct rng *rng, struct trakks_solution *solution);

/* Whether one more tile of this kind would leave fewer over than `solution`, with the table of
 * which the puzzle starts, without rearranging: in the best of some tries. */
bool trakks_tile_helps(const struct trakks_puzzle *puzzle, const struct trakks_solution *solution,
                       int tile, int tries, struct rng *rng);

/* The kinds that can be next to one of `set` in a line. */
uint64_t trakks_kinds_beside(uint64_t set);

/* Whether the solution is proven to be optimal. */
static inline bool trakks_solution_is_best(const struct trakks_solution *solution)
{
    return trakks_tiles_count(solution->left) == solution->bound;
}

/* The solution of a puzzle from trakks_puzzle_make as a move; false if it lays nothing. */
bool trakks_solution_place(const struct trakks_state *s, int seat,
                           const struct trakks_solution *solution, struct trakks_place *place);

#endif
