/* How the weights of rounds (games/trex/mind/worth.h) learn from what became of positions. */
#ifndef BENCH_TREX_STANDINGS_H
#define BENCH_TREX_STANDINGS_H

#include "samples.h"

/* Fills in what counts, for a state at the start of a round. */
void standing_see(struct standing *standing, const struct trex_state *s);

enum { STANDINGS_STEPS = 8 };

struct standings {
    double worths[TREX_ROUNDS + 1][TREX_WORTH_WEIGHTS]; /* by rounds before; after the last: zero */
};

/* One step of Newton's method towards the weights that make what became of these positions, all of one
 * round, most likely; close to those of the next round where they say little. */
void standings_fit(struct standings *standings, const struct sample *all, size_t count);
/* The mean squared error of the values on samples that are held out, and their variance. */
double standings_error(const struct standings *standings, const struct sample *all, size_t count,
                       double *variance);
void standings_round(const struct standings *standings, struct trex_worth worths[TREX_ROUNDS]);

#endif
