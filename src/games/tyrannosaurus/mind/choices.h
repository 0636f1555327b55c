/* The choices of a seat, and mixtures of them. Choices are packed as in a state
 * (tyrannosaurus_choice_pack): from 1 to TYREX_CHOICE_CODES - 1. */
#ifndef GAMES_TYRANNOSAURUS_MIND_CHOICES_H
#define GAMES_TYRANNOSAURUS_MIND_CHOICES_H

#include "games/tyrannosaurus/state.h"

enum {
    TYREX_CHOICE_CODES = 1 + TYREX_CHOICES * TYREX_DIRECTIONS,
    TYREX_CHOICES_LISTED_MAX = 2 * TYREX_DIRECTIONS + 1, /* eight moves, eight panics, a rest */
};

/* The choices of a seat, and how often each is to be made: chances add up to 1. */
struct tyrannosaurus_mixture {
    int count;
    uint8_t codes[TYREX_CHOICES_LISTED_MAX];
    double chances[TYREX_CHOICES_LISTED_MAX];
};

/* Every legal choice of a seat that the phase asks, whether it has chosen already or not. Returns
 * how many. */
int tyrannosaurus_choices(const struct tyrannosaurus_state *s, int seat,
                          uint8_t codes[TYREX_CHOICES_LISTED_MAX]);
/* Takes back the choices made so far: all choose again. */
void tyrannosaurus_choices_reset(struct tyrannosaurus_state *s);
/* Makes all choices at once and goes on to the next ones. A seat that is not asked has 0. */
void tyrannosaurus_choose_all(struct tyrannosaurus_state *s, const uint8_t codes[TYREX_SEATS_MAX]);
/* A number from 0 to just below 1. */
double tyrannosaurus_chance(struct rng *rng);

#endif
