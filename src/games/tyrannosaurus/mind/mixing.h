/* Every decision but the last turn between two: regret matching over imagined worlds. */
#ifndef GAMES_TYRANNOSAURUS_MIND_MIXING_H
#define GAMES_TYRANNOSAURUS_MIND_MIXING_H

#include "games/tyrannosaurus/mind/choices.h"

void tyrannosaurus_mixing(const struct mind_question *question,
                          struct tyrannosaurus_mixture *mixture);

#endif
