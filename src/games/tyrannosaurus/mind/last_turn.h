/* The last turn between two players, solved exactly. */
#ifndef GAMES_TYRANNOSAURUS_MIND_LAST_TURN_H
#define GAMES_TYRANNOSAURUS_MIND_LAST_TURN_H

#include "games/tyrannosaurus/mind/choices.h"

/* Whether this is the last turn between two players. */
bool tyrannosaurus_is_last_turn(const struct tyrannosaurus_state *view);
/* The mixture of `seat`, which sees `view`, in an equilibrium of the remaining game. */
void tyrannosaurus_last_turn(const struct tyrannosaurus_state *view, int seat,
                             struct tyrannosaurus_mixture *mixture);

#endif
