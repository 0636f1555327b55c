/* Dealing, and making a choice. */
#ifndef GAMES_TYRANNOSAURUS_RULES_H
#define GAMES_TYRANNOSAURUS_RULES_H

#include "game/game.h"

bool tyrannosaurus_start(void *state, const struct game_setup *setup, struct fault *fault);
void tyrannosaurus_apply(void *state, int seat, const struct move *move, struct story *story);

#endif
