/* How a policy (games/trex/mind/policy.h) learns to choose as a search does. */
#ifndef BENCH_TREX_NETWORK_H
#define BENCH_TREX_NETWORK_H

#include "learner.h"

#include "games/trex/mind/policy.h"

/* A choice of a card, and how often a search tried each. */
struct sample {
    struct trex_facts facts;
    uint8_t count;            /* of cards */
    float shares[TREX_CARDS]; /* of the visits */
};

/* The error of its choices is their Kullback–Leibler divergence from those of the search; in place
 * of a variance stands the same for choices at random. */
extern const struct learner network_learner;

#endif
