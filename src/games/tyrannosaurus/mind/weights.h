/* The weights of the network of value.h: one network for each number of players that has been fitted.
 * In data/minds/tyrannosaurus.bin, each network is
 *
 *     4 bytes   numbers of players, neurons, turns, margins
 *     2 bytes   number of facts, little-endian
 *               the three arrays of struct tyrannosaurus_weights, in order and little-endian */
#ifndef GAMES_TYRANNOSAURUS_MIND_WEIGHTS_H
#define GAMES_TYRANNOSAURUS_MIND_WEIGHTS_H

#include "games/tyrannosaurus/state.h"

#include <stddef.h>

enum {
    TYREX_TURNS_MAX = 9,
    TYREX_MARGIN_MAX = 8,
    TYREX_MARGINS = 2 * TYREX_MARGIN_MAX + 1,
    TYREX_NEURONS = 16,
    TYREX_FACTS_MAX = 40, /* of one position */
    TYREX_FACTS = 213,    /* that there are */
};

/* Weights of facts are in 1/TYREX_FACT_ONE, the others in 1/TYREX_WEIGHT_ONE. They take few bytes,
 * since the browser has to load them. */
enum { TYREX_FACT_ONE = 64, TYREX_WEIGHT_ONE = 256, TYREX_WEIGHT_MAX = 4 * TYREX_WEIGHT_ONE };
struct tyrannosaurus_weights {
    int8_t facts[TYREX_FACTS][TYREX_NEURONS];
    int16_t neurons[TYREX_NEURONS];
    int16_t lead[TYREX_TURNS_MAX][TYREX_MARGINS]; /* by turns to come and margin in trees */
};

/* All that the mind has learned. */
struct tyrannosaurus_networks {
    uint64_t fitted; /* bits: numbers of players */
    struct tyrannosaurus_weights by_seats[TYREX_SEATS_MAX + 1];
};

/* The size of one network in the file. */
enum {
    TYREX_NETWORK_HEAD = 6,
    TYREX_NETWORK_SIZE = TYREX_NETWORK_HEAD + TYREX_FACTS * TYREX_NEURONS + 2 * TYREX_NEURONS +
                         2 * TYREX_TURNS_MAX * TYREX_MARGINS,
};

/* Reads networks into zeroed memory, as game/mind.h says. */
bool tyrannosaurus_weights_read(const unsigned char *bytes, size_t size, void *networks);

/* The weights for this many players. `networks` is a struct tyrannosaurus_networks or NULL; the
 * result may be NULL. */
const struct tyrannosaurus_weights *tyrannosaurus_weights_for(const void *networks, int seats);

#endif
