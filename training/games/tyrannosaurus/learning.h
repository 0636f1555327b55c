/* A network that values the start of a turn (games/tyrannosaurus/mind/value.c), while it learns. */
#ifndef TRAINING_GAMES_TYRANNOSAURUS_LEARNING_H
#define TRAINING_GAMES_TYRANNOSAURUS_LEARNING_H

#include "games/tyrannosaurus/mind/mind.h"
#include "games/tyrannosaurus/tyrannosaurus.h"
#include "training.h"

struct sample {
    uint8_t views; /* 2: what one wins the other loses */
    uint8_t turns_left;
    uint8_t count[2], margin[2];
    uint16_t features[2][TYREX_FEATURES_MAX];
    float value;
};

/* A position that a seat values like this. `opposed`: the other of two has the opposite. */
void sample_make(struct sample *sample, const struct tyrannosaurus_state *s, int seat, bool opposed,
                 double value);

/* Its weights are struct tyrannosaurus_weights. One sample in ten is held out. */
extern const struct learner network_learner;

/* ---- Positions ---- */

/* Positions that networks learn from: starts of turns in games by instinct. */

/* The number of turns that a network learns, the parts of its course. */
int positions_turns(int seats);

/* The real state at the start of this turn, after some random choices. `editions`: of a match with the
 * cards of the course or of the first edition, at random; otherwise with those of the course. */
void position_reach(const struct course *course, int turn, bool editions, struct rng *rng,
                    struct tyrannosaurus_state *s);

/* Samples of such a position: its turn is solved with the network at its end,
 * between two players exactly, among more by regret matching. */
int position_value(const struct course *course, int turn, bool editions, struct rng *rng,
                   void *samples);

/* ---- Adversary ---- */

/* A player that exists only for measurement: it knows the mixtures of the experts it plays against
 * and chooses the best answer to them. */

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
