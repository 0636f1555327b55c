/* An upper bound for placements, by an integer program. */
#ifndef BENCH_SOLVER_BOUND_H
#define BENCH_SOLVER_BOUND_H

#include "games/trakks/mind/mind.h"

/* The number of optional tiles that can be laid at most. `exact`: the program was solved, not only
 * bounded within its time. */
int solver_bound(const struct trakks_problem *problem, bool *exact);

#endif
