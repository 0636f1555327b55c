/* The components that the rule sheet showed only in lost pictures (Y3, Y4), from
 * data/components/tyrannosaurus.json. */
#ifndef GAMES_TYRANNOSAURUS_COMPONENTS_H
#define GAMES_TYRANNOSAURUS_COMPONENTS_H

#include "game/game.h"

bool tyrannosaurus_components_load(const struct doc *doc, void *components, struct fault *fault);

#endif
