/* Validates positions. */
#ifndef GAMES_SCALE_INVARIANTS_H
#define GAMES_SCALE_INVARIANTS_H

#include "game/game.h"

bool scale_invariants(const void *state, struct fault *fault);

#endif
