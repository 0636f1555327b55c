/* What follows from a view: the order of play, who chooses in this phase, and from which square
 * directions count. */
#ifndef GAMES_TYRANNOSAURUS_AIDS_H
#define GAMES_TYRANNOSAURUS_AIDS_H

#include "game/game.h"

void tyrannosaurus_aids(const void *view, int viewer, struct doc *doc);

#endif
