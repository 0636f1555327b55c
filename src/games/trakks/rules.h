/* Dealing, and what a move does. */
#ifndef GAMES_TRAKKS_RULES_H
#define GAMES_TRAKKS_RULES_H

#include "game/game.h"

bool trakks_start(void *state, const struct game_setup *setup, struct fault *fault);
void trakks_apply(void *state, int seat, const struct move *move, struct story *story);

#endif
