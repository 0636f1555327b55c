/* The rules of thumb of a sensible beginner. */
#ifndef GAMES_TREX_MIND_BEGINNER_H
#define GAMES_TREX_MIND_BEGINNER_H

#include "game/game.h"

void trex_beginner(const struct mind_question *question, struct move *move);

#endif
