/* The value of cards, eggs and whole worlds. */
#ifndef GAMES_TREX_MIND_WORTH_H
#define GAMES_TREX_MIND_WORTH_H

#include "games/trex/state.h"

/* Nine levels of numbered cards (weak, middle and strong colour, three numbers each), and a lowest
 * one for everything that counts 0. */
enum { TREX_LEVELS = 10 };

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

/* Kinds of cards. */
enum {
    TREX_KIND_DRAW,                                    /* 1, 2 or 3 cards */
    TREX_KIND_METEOR = TREX_KIND_DRAW + TREX_DRAW_MAX, /* highest first */
    TREX_KIND_COPIES = TREX_KIND_METEOR + TREX_METEORS,
    TREX_KIND_SHOWERS,
    TREX_KINDS
};

/* How much everything counts before a round, in 1/TREX_WORTH_ONE of the natural logarithm of the
 * winning chance. */
enum { TREX_WORTH_ONE = 4096, TREX_WORTH_SQUARES = 16, TREX_WORTH_HANDS = 8, TREX_WORTH_EGGS = 7 };
struct trex_worth {
    int16_t levels[TREX_LEVELS], kinds[TREX_KINDS]; /* of cards in hand */
    int16_t lost[TREX_KINDS];                       /* removed from the game, … */
    int16_t lost_square; /* … by TREX_WORTH_SQUARES of the square of the number less one */
    int16_t hands[TREX_WORTH_HANDS]; /* by number of cards, the last one for more */
    int16_t eggs[TREX_WORTH_EGGS];   /* by number of each colour, likewise */
    int16_t points;                  /* each: squares of eggs */
    int16_t fit;                     /* each pair of an egg and one of its colour that nobody has */
    int16_t places[TREX_SEATS_MAX];  /* by the number of seats that play before this one */
};
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
