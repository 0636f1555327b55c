/* How the mind of T-Rex learns (games/trex/mind/weights.h): to choose cards as a search does, and to tell how
 * well each seat stands before a round. */
#ifndef BENCH_TREX_NETWORK_H
#define BENCH_TREX_NETWORK_H

#include "learner.h"

#include "games/trex/mind/weights.h"

/* A choice of a card, and how often a search tried each. */
struct tried {
    struct trex_facts facts;
    uint8_t count;            /* of cards */
    float shares[TREX_CARDS]; /* of the visits */
};

/* The start of a round: how often each weight counts for each seat, and what became of it. */
struct standing {
    uint8_t round, seats;
    float counts[TREX_SEATS_MAX][TREX_WORTH_WEIGHTS];
    float values[TREX_SEATS_MAX];
};
/* Counts, for a state at the start of a round. */
void standing_see(struct standing *standing, const struct trex_state *s);

struct sample {
    bool is_standing; /* all samples of a part are of one kind */
    union {
        struct tried tried;
        struct standing standing;
    };
};
enum { SAMPLES_HELD_OUT = 10 }; /* one in so many */

extern const struct learner network_learner;

#endif
