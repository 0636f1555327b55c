/* How a policy (games/trex/mind/policy.h) learns from choices. */
#ifndef BENCH_TREX_CHOICES_H
#define BENCH_TREX_CHOICES_H

#include "samples.h"

#include "base/rng.h"

enum {
    CHOICES_NEURONS_AT = TREX_FACTS * TREX_NEURONS,
    CHOICES_WEIGHTS = CHOICES_NEURONS_AT + TREX_NEURONS,
};

struct choices {
    float weights[CHOICES_WEIGHTS]; /* in the order of struct trex_policy */
    float gradient[CHOICES_WEIGHTS], first[CHOICES_WEIGHTS], second[CHOICES_WEIGHTS]; /* Adam */
    int steps;
};

void choices_start(struct choices *network, struct rng *rng);
int choices_batches(size_t count);
void choices_fit(struct choices *network, const struct sample *all, size_t count, int batch,
                 struct rng *rng);
/* The Kullback–Leibler divergence of its choices from those of the search, on samples that are held
 * out. `blind` gets the same for choices at random. */
double choices_error(const struct choices *network, const struct sample *all, size_t count,
                     double *blind);
void choices_round(const struct choices *network, struct trex_policy *policy);

#endif
