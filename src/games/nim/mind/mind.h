/* Computer players of Nim. */
#ifndef GAMES_NIM_MIND_MIND_H
#define GAMES_NIM_MIND_MIND_H

#include "game/mind.h"

extern const struct game_mind nim_mind;

#endif
