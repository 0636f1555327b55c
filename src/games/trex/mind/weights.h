/* What the mind of T-Rex has learned, for each number of players: which cards good players play
 * (policy.h), and how much everything counts before each round (worth.h).
 *
 * In data/minds/trex.bin, each number of players has
 *
 *     5 bytes   numbers of players, neurons, facts, rounds, and weights of a round
 *               struct trex_learned, in order and little-endian */
#ifndef GAMES_TREX_MIND_WEIGHTS_H
#define GAMES_TREX_MIND_WEIGHTS_H

#include "games/trex/mind/policy.h"
#include "games/trex/mind/worth.h"

#include <stddef.h>

struct trex_learned {
    struct trex_policy policy;
    struct trex_worth worths[TREX_ROUNDS];
};

struct trex_weights {
    uint64_t policies, worths; /* bits: numbers of players that have them */
    struct trex_learned by_seats[TREX_SEATS_MAX + 1];
};

/* The size of what one number of players has in the file. */
enum {
    TREX_WEIGHTS_HEAD = 5,
    TREX_WORTH_WEIGHTS = sizeof(struct trex_worth) / sizeof(int16_t),
    TREX_WEIGHTS_SIZE = TREX_WEIGHTS_HEAD + TREX_FACTS * TREX_NEURONS + 2 * TREX_NEURONS +
                        2 * TREX_ROUNDS * TREX_WORTH_WEIGHTS,
};
/* Each, for all rounds. */
enum { TREX_WORTH_MAX = 4 * TREX_WORTH_ONE };

/* Reads weights into zeroed memory, as game/mind.h says. */
bool trex_weights_read(const unsigned char *bytes, size_t size, void *weights);
/* For this many players, or NULL. `weights` is a struct trex_weights or NULL. */
const struct trex_policy *trex_policy_learned(const void *weights, int seats);
const struct trex_learned *trex_worths_learned(const void *weights, int seats);

#endif
