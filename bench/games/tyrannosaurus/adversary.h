/* A player that exists only for measurement: it knows the mixtures of the experts it plays against
 * and chooses the best answer to them. */
#ifndef BENCH_TYRANNOSAURUS_ADVERSARY_H
#define BENCH_TYRANNOSAURUS_ADVERSARY_H

#include "games/tyrannosaurus/mind/value.h"

struct adversary {
    struct tyrannosaurus_weights weights; /* value the start of a turn */
    bool fitted;                          /* against experts; otherwise they are theirs */
    int64_t iterations;                   /* of the experts, per decision */
};

/* The best answer of a seat that chooses in a real state, and its value. A sketch, for learning,
 * asks weaker experts. */
double adversary_answer(const struct adversary *adversary, const struct tyrannosaurus_state *s,
                        int seat, bool sketch, struct rng *rng, uint8_t *code);

#endif
