/* Validates positions. */
#ifndef GAMES_TYRANNOSAURUS_INVARIANTS_H
#define GAMES_TYRANNOSAURUS_INVARIANTS_H

#include "game/game.h"

bool tyrannosaurus_invariants(const void *state, struct fault *fault);

#endif
