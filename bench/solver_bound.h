/* What no placing can exceed, by an integer program. */
#ifndef BENCH_SOLVER_BOUND_H
#define BENCH_SOLVER_BOUND_H

#include "games/trakks/mind/solve.h"

/* So many of the optional tiles can be laid at most. `exact`: the program was solved to the end,
 * not only bounded within its time. */
int solver_bound(const struct trakks_puzzle *puzzle, bool *exact);

#endif
