/* The symbols of the cards and the number of eggs of each colour (T2, T3), from
 * data/components/trex.json. */
#ifndef GAMES_TREX_COMPONENTS_H
#define GAMES_TREX_COMPONENTS_H

#include "game/game.h"

bool trex_components_load(const struct doc *doc, void *components, struct fault *fault);

#endif
