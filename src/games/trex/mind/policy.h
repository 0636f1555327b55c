/* Which card a good player would play: a small network for each number of players, which has learned it
 * from searches (bench/games/trex/fit.c). Each card in hand has facts, and all cards share those of
 * the situation. Reads only what the moving seat may know. */
#ifndef GAMES_TREX_MIND_POLICY_H
#define GAMES_TREX_MIND_POLICY_H

#include "games/trex/mind/weights.h"

enum { TREX_SITUATION_FACTS = 6, TREX_CARD_FACTS = 8 };

/* The facts of a choice. */
struct trex_facts {
    uint8_t situation[TREX_SITUATION_FACTS];
    uint8_t cards[TREX_CARDS][TREX_CARD_FACTS]; /* of each card in hand, lowest card first */
};
/* Fills in the facts of a seat that is about to play a card from its hand. */
void trex_facts_see(struct trex_facts *facts, const struct trex_state *s, int seat);

/* The liking of each of the `count` cards in hand (likings.c). */
void trex_policy_likings(const struct trex_policy *policy, const struct trex_facts *facts,
                         int count, int likings[]);

#endif
