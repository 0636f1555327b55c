/* The aids of Tyrannosaurus Rex: the order of play, who chooses in this phase, and the square that
 * directions start from. */
#ifndef GAMES_TYRANNOSAURUS_AIDS_H
#define GAMES_TYRANNOSAURUS_AIDS_H

#include "game/game.h"

void tyrannosaurus_aids(const void *view, int viewer, struct doc *doc);

#endif
