/* The last turn between two players, solved exactly. */
#ifndef GAMES_TYRANNOSAURUS_MIND_LAST_TURN_H
#define GAMES_TYRANNOSAURUS_MIND_LAST_TURN_H

#include "games/tyrannosaurus/mind/choices.h"

/* Whether this is the last turn between two players. */
bool tyrannosaurus_is_last_turn(const struct tyrannosaurus_state *view);
/* The mixture of `seat`, which sees `view`, in an equilibrium of the remaining game. */
void tyrannosaurus_last_turn(const struct tyrannosaurus_state *view, int seat,
                             struct tyrannosaurus_mixture *mixture);

/* The choices of a seat with what each of them is worth if the opponent does what hurts most, with
 * either card that may be left, and both play well afterwards. */
struct tyrannosaurus_worst {
    int count;
    uint8_t codes[TYREX_CHOICES_LISTED_MAX];
    double values[TYREX_CHOICES_LISTED_MAX]; /* the difference of trees, as in last_turn.c */
};
/* Only where both choose at the same time: not during a flight. */
void tyrannosaurus_last_turn_worst(const struct tyrannosaurus_state *view, int seat,
                                   struct tyrannosaurus_worst *worst);

#endif
