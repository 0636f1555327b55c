/* Which card a good player would play: a small network for each number of players, which has learned it
 * from searches (bench/games/trex/fit.c). Each card in hand has facts, and all cards share those of
 * the situation. Reads only what the moving seat may know. */
#ifndef GAMES_TREX_MIND_POLICY_H
#define GAMES_TREX_MIND_POLICY_H

#include "games/trex/state.h"

enum {
    TREX_FACTS = 217, /* that there are */
    TREX_SITUATION_FACTS = 6,
    TREX_CARD_FACTS = 8,
    TREX_NEURONS = 16,
};

/* The facts of a choice. */
struct trex_facts {
    uint8_t situation[TREX_SITUATION_FACTS];
    uint8_t cards[TREX_CARDS][TREX_CARD_FACTS]; /* of each card in hand, lowest card first */
};
/* Fills in the facts of a seat that is about to play a card from its hand. */
void trex_facts_see(struct trex_facts *facts, const struct trex_state *s, int seat);

/* Weights of facts are in 1/TREX_FACT_ONE, those of neurons in 1/TREX_NEURON_ONE of a liking. */
enum { TREX_FACT_ONE = 32, TREX_NEURON_ONE = 64, TREX_NEURON_MAX = 8191 };
struct trex_policy {
    int8_t facts[TREX_FACTS][TREX_NEURONS];
    int16_t neurons[TREX_NEURONS];
};
/* The liking of each of the `count` cards in hand (likings.c). */
void trex_policy_likings(const struct trex_policy *policy, const struct trex_facts *facts,
                         int count, int likings[]);

#endif
