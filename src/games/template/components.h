/* The components of Fossils: how many fossils there are (P1). */
#ifndef GAMES_TEMPLATE_COMPONENTS_H
#define GAMES_TEMPLATE_COMPONENTS_H

#include "game/game.h"

bool template_components_load(const struct doc *doc, void *components, struct fault *fault);

#endif
