/* What players like to see next to a view of Fossils: the points so far. */
#ifndef GAMES_TEMPLATE_AIDS_H
#define GAMES_TEMPLATE_AIDS_H

#include "game/game.h"

void template_aids(const void *view, int viewer, struct doc *doc);

#endif
