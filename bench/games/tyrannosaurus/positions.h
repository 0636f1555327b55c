/* Positions that networks learn from: starts of turns in games by instinct. */
#ifndef BENCH_TYRANNOSAURUS_POSITIONS_H
#define BENCH_TYRANNOSAURUS_POSITIONS_H

#include "course.h"

#include "games/tyrannosaurus/state.h"

/* The number of turns that a network learns, the parts of its course. */
int positions_turns(int seats);

/* The real state at the start of this turn, after some random choices. */
void position_reach(const struct course *course, int turn, struct rng *rng,
                    struct tyrannosaurus_state *s);

#endif
