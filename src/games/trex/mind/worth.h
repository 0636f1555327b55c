/* The value of cards, eggs and whole worlds. */
#ifndef GAMES_TREX_MIND_WORTH_H
#define GAMES_TREX_MIND_WORTH_H

#include "games/trex/mind/weights.h"

/* The level of each card with these trumps. A table, because the search asks for it all the time. */
extern const uint8_t trex_levels[TREX_COLOURS][TREX_COLOURS][TREX_CARDS];
static inline const uint8_t *trex_levels_of(const struct trex_state *s)
{
    return trex_levels[s->strong][s->weak];
}

/* The level of numbered cards that are this strong (trex_strength). */
static inline int trex_strength_level(int strength)
{
    return 1 + 3 * (strength / (TREX_NUMBERS + 1) - 1) + (strength % (TREX_NUMBERS + 1) - 1) / 5;
}

/* An approximation of the exponential of x <= 0, the same on every machine. */
static inline float trex_exp(float x)
{
    float y = 1.0f + x / 256.0f;
    y = y > 0.9f ? y : 0.9f; /* far below anything that matters */
    for (int i = 0; i < 8; i++)
        y *= y;
    return y;
}

/* The weights for the round that this state begins or will begin: those that were learned, or else
 * those of a formula, in `space`. */
const struct trex_worth *trex_worth_for(const void *weights, const struct trex_state *s,
                                        struct trex_worth *space);

/* The value of owning a card. */
float trex_keep_worth(const struct trex_worth *worth, const struct trex_state *s, int card);
/* The value of one more egg of this colour to a seat: points now and points to come. */
float trex_egg_worth(const struct trex_state *s, int seat, int colour);
/* How much the strongest seat likes this one of the two eggs (T16). */
float trex_egg_liking(const struct trex_state *s, int choice);
/* How well each seat stands in a state at the start of a round. */
void trex_prospects(const struct trex_worth *worth, const struct trex_state *s, int prospects[]);
/* As game/mind.h says. */
void trex_value(const void *weights, const void *state, float values[]);

/* The value of the top card of a deck to its owner: exact for a card that was once played, otherwise the
 * mean over the cards it may be. */
float trex_deck_top_worth(const struct trex_worth *worth, const struct trex_state *s,
                          const struct trex_player *player);
/* The value of the colours of a hand with the trumps that a move chooses. */
float trex_hand_worth_with(const struct trex_worth *worth, const struct trex_state *s,
                           const struct move *move, uint64_t hand);

#endif
