/* Positions of seeded games: the same on every machine. */
#ifndef BENCH_TRAKKS_SOLVER_POSITIONS_H
#define BENCH_TRAKKS_SOLVER_POSITIONS_H

#include "games/trakks/trakks.h"

/* Called with the number of a position, from 0; it is the turn of a player who has opened. */
typedef void solver_position_visit(void *context, int number, const struct trakks_state *s);

/* Visits the first `count` positions. */
void solver_positions_visit(int count, solver_position_visit *visit, void *context);

#endif
