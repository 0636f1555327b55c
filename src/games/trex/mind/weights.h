/* What the mind of T-Rex has learned, for each number of players: which cards good players play
 * (policy.h), and how much everything counts before each round (worth.h).
 *
 * In data/minds/trex.bin, each number of players has
 *
 *     5 bytes   numbers of players, neurons, facts, rounds, and weights of a round
 *               struct trex_learned, in order and little-endian */
#ifndef GAMES_TREX_MIND_WEIGHTS_H
#define GAMES_TREX_MIND_WEIGHTS_H

#include "games/trex/state.h"

#include <stddef.h>

/* ---- Which cards good players play ---- */

enum {
    TREX_FACTS = 217, /* that there are */
    TREX_NEURONS = 16,
};
/* Weights of facts are in 1/TREX_FACT_ONE, those of neurons in 1/TREX_NEURON_ONE of a liking. */
enum { TREX_FACT_ONE = 32, TREX_NEURON_ONE = 64, TREX_NEURON_MAX = 8191 };
struct trex_policy {
    int8_t facts[TREX_FACTS][TREX_NEURONS];
    int16_t neurons[TREX_NEURONS];
};

/* ---- How much everything counts ---- */

/* Nine levels of numbered cards (weak, middle and strong colour, three numbers each), and a lowest
 * one for everything that counts 0. */
enum { TREX_LEVELS = 10 };

/* Kinds of cards. */
enum {
    TREX_KIND_DRAW,                                    /* 1, 2 or 3 cards */
    TREX_KIND_METEOR = TREX_KIND_DRAW + TREX_DRAW_MAX, /* highest first */
    TREX_KIND_COPIES = TREX_KIND_METEOR + TREX_METEORS,
    TREX_KIND_SHOWERS,
    TREX_KINDS
};
/* The kind of each card: what it does, and which of the meteors it is. */
void trex_kinds_see(const struct trex_components *components, uint8_t kinds[TREX_CARDS]);

/* How much everything counts before a round, in 1/TREX_WORTH_ONE of the natural logarithm of the
 * winning chance. */
enum { TREX_WORTH_ONE = 4096, TREX_WORTH_SQUARES = 16, TREX_WORTH_HANDS = 8, TREX_WORTH_EGGS = 7 };
struct trex_worth {
    int16_t levels[TREX_LEVELS], kinds[TREX_KINDS]; /* of cards in hand */
    int16_t lost[TREX_KINDS];                       /* removed from the game, … */
    int16_t lost_square;             /* … for each TREX_WORTH_SQUARES in (number - 1) squared */
    int16_t hands[TREX_WORTH_HANDS]; /* by number of cards, the last one for more */
    int16_t eggs[TREX_WORTH_EGGS];   /* by number of each colour, likewise */
    int16_t points;                  /* each: squares of eggs */
    int16_t fit;                     /* each pair of an egg and one of its colour that nobody has */
    int16_t places[TREX_SEATS_MAX];  /* by the number of seats that play before this one */
};

/* ---- All of it ---- */

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
