/* What fossils are worth. */
#ifndef GAMES_TEMPLATE_MIND_WORTH_H
#define GAMES_TEMPLATE_MIND_WORTH_H

#include "games/template/state.h"

/* The fossil of a hand that helps its owner least, and the one that helps most; the hand is not empty
 * and is the seat's own. */
int template_worst(const struct template_state *s, int seat);
int template_best(const struct template_state *s, int seat);

/* Whether a fossil from the pile is likely to be better. */
bool template_is_poor(const struct template_state *s, int fossil);

#endif
