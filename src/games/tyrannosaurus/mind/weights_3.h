/* Fitted weights for three players. */
#ifndef GAMES_TYRANNOSAURUS_MIND_WEIGHTS_3_H
#define GAMES_TYRANNOSAURUS_MIND_WEIGHTS_3_H

#include "games/tyrannosaurus/mind/weights.h"

extern const struct tyrannosaurus_weights tyrannosaurus_weights_3;

#endif
