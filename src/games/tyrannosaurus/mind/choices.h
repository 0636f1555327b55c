/* The choices of a seat, and mixtures of them. Choices are packed as in a state
 * (tyrannosaurus_choice_pack): 1 to TYREX_CHOICE_CODES - 1. */
#ifndef GAMES_TYRANNOSAURUS_MIND_CHOICES_H
#define GAMES_TYRANNOSAURUS_MIND_CHOICES_H

#include "games/tyrannosaurus/state.h"

enum {
    TYREX_CHOICE_CODES = 1 + TYREX_CHOICES * TYREX_DIRECTIONS,
    TYREX_CHOICES_LISTED_MAX = 2 * TYREX_DIRECTIONS + 1, /* eight moves, eight panics, a rest */
};

enum { TYREX_EXPERT = 4 }; /* as struct mind_question has it */

/* The choices of a seat with their probabilities, which add up to 1. */
struct tyrannosaurus_mixture {
    int count;
    uint8_t codes[TYREX_CHOICES_LISTED_MAX];
    double chances[TYREX_CHOICES_LISTED_MAX];
};

/* Lists every legal choice of a seat that chooses in this phase, whether it has chosen already or
 * not. Returns their number. */
int tyrannosaurus_choices(const struct tyrannosaurus_state *s, int seat,
                          uint8_t codes[TYREX_CHOICES_LISTED_MAX]);
/* Takes back the choices made so far: everybody chooses again. */
void tyrannosaurus_choices_reset(struct tyrannosaurus_state *s);
/* Makes all choices at once and continues until the next ones. Seats that do not choose have 0. */
void tyrannosaurus_choose_all(struct tyrannosaurus_state *s, const uint8_t codes[TYREX_SEATS_MAX]);
/* A number from 0 to just below 1. */
double tyrannosaurus_chance(struct rng *rng);

#endif
