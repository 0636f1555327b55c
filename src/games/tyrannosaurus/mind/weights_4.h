/* Fitted weights for four players. */
#ifndef GAMES_TYRANNOSAURUS_MIND_WEIGHTS_4_H
#define GAMES_TYRANNOSAURUS_MIND_WEIGHTS_4_H

#include "games/tyrannosaurus/mind/weights.h"

extern const struct tyrannosaurus_weights tyrannosaurus_weights_4;

#endif
