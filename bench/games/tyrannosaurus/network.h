/* A network that values the start of a turn (games/tyrannosaurus/mind/value.h), while it learns. */
#ifndef BENCH_TYRANNOSAURUS_NETWORK_H
#define BENCH_TYRANNOSAURUS_NETWORK_H

#include "learner.h"

#include "games/tyrannosaurus/mind/value.h"

struct sample {
    uint8_t views; /* 2: what one wins the other loses */
    uint8_t turns_left;
    uint8_t count[2], margin[2];
    uint16_t facts[2][TYREX_FACTS_MAX];
    float value;
};

/* A position that a seat values like this. `opposed`: the other of two has the opposite. */
void sample_make(struct sample *sample, const struct tyrannosaurus_state *s, int seat, bool opposed,
                 double value);

/* Its weights are struct tyrannosaurus_weights. One sample in ten is held out. */
extern const struct learner network_learner;

#endif
