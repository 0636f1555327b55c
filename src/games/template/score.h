/* The score of Fossils, and who wins (P4). */
#ifndef GAMES_TEMPLATE_SCORE_H
#define GAMES_TEMPLATE_SCORE_H

#include "game/game.h"

void template_result(const void *state, struct game_result *result);

#endif
