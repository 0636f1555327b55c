/* A network that values the start of a turn (games/tyrannosaurus/mind/value.h), while it learns. */
#ifndef BENCH_TYRANNOSAURUS_NETWORK_H
#define BENCH_TYRANNOSAURUS_NETWORK_H

#include "games/tyrannosaurus/mind/value.h"

struct sample {
    uint8_t views; /* 2: what one wins the other loses */
    uint8_t turns_left;
    uint8_t count[2], margin[2];
    uint16_t facts[2][TYREX_FACTS_MAX];
    float value;
};

struct samples {
    struct sample *all;
    size_t count, capacity;
};

/* Adds a position that a seat values like this. `opposed`: the other of two has the opposite. */
void samples_add(struct samples *samples, const struct tyrannosaurus_state *s, int seat,
                 bool opposed, double value);

enum {
    NETWORK_WEIGHTS = TYREX_FACTS * TYREX_NEURONS + TYREX_NEURONS + TYREX_TURNS_MAX * TYREX_MARGINS
};

struct network {
    float weights[NETWORK_WEIGHTS]; /* in the order of struct tyrannosaurus_weights */
    float gradient[NETWORK_WEIGHTS], first[NETWORK_WEIGHTS], second[NETWORK_WEIGHTS]; /* Adam */
    int steps;
};

/* Random weights. */
void network_start(struct network *network, struct rng *rng);

/* The number of batches to learn from when the samples of a turn, those from `from`, are new; and
 * learning from one of them. One sample in ten is held out. */
int network_batches(const struct samples *samples, size_t from);
void network_fit(struct network *network, const struct samples *samples, size_t from, int batch,
                 struct rng *rng);

/* The mean squared error on the held-out samples from `from`, and the variance of their values. */
double network_error(struct network *network, const struct samples *samples, size_t from,
                     double *variance);

/* The weights as the mind has them. */
void network_round(const struct network *network, struct tyrannosaurus_weights *weights);

#endif
