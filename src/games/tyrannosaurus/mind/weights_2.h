/* Fitted weights for two players. */
#ifndef GAMES_TYRANNOSAURUS_MIND_WEIGHTS_2_H
#define GAMES_TYRANNOSAURUS_MIND_WEIGHTS_2_H

#include "games/tyrannosaurus/mind/weights.h"

extern const struct tyrannosaurus_weights tyrannosaurus_weights_2;

#endif
