/* The number cards of each kind (S2), as data/components/scale.json gives them. */
#ifndef GAMES_SCALE_COMPONENTS_H
#define GAMES_SCALE_COMPONENTS_H

#include "game/game.h"

bool scale_components_load(const struct doc *doc, void *components, struct fault *fault);

#endif
