/* Validates positions. */
#ifndef GAMES_TREX_INVARIANTS_H
#define GAMES_TREX_INVARIANTS_H

#include "game/game.h"

bool trex_invariants(const void *state, struct fault *fault);

#endif
