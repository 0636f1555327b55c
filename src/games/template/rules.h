/* The rules of Fossils: dealing, and what a move does. Which moves are legal is in legal.h. */
#ifndef GAMES_TEMPLATE_RULES_H
#define GAMES_TEMPLATE_RULES_H

#include "game/game.h"

bool template_start(void *state, const struct game_setup *setup, struct fault *fault);
void template_apply(void *state, int seat, const struct move *move, struct story *story);

#endif
