/* Computer players of Fossils. */
#ifndef GAMES_TEMPLATE_MIND_MIND_H
#define GAMES_TEMPLATE_MIND_MIND_H

#include "game/mind.h"

extern const struct game_mind template_mind;

#endif
