/* The components that the rule sheet showed only in lost pictures (Y3, Y4), as
 * data/components/tyrannosaurus.json gives them. */
#ifndef GAMES_TYRANNOSAURUS_COMPONENTS_H
#define GAMES_TYRANNOSAURUS_COMPONENTS_H

#include "game/game.h"

bool tyrannosaurus_components_load(const struct doc *doc, void *components, struct fault *fault);

#endif
