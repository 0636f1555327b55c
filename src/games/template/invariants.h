/* Validates positions of Fossils: whether all numbers agree. */
#ifndef GAMES_TEMPLATE_INVARIANTS_H
#define GAMES_TEMPLATE_INVARIANTS_H

#include "game/game.h"

bool template_invariants(const void *state, struct fault *fault);

#endif
