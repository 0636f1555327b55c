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

/* Fits a network from the last turn backwards, on positions of games by instinct with some random
 * choices. `add` values a position, a real state at the start of a turn, with the weights found so
 * far, and adds samples. */
struct network_course {
    int seats;
    int positions; /* of each turn */
    void (*add)(void *context, const struct tyrannosaurus_state *s, struct samples *samples,
                struct rng *rng);
    void *context;
    struct tyrannosaurus_weights *weights; /* the result */
};
void network_run(const struct network_course *course, struct rng *rng);

#endif
