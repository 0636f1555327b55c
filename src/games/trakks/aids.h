/* What follows from a view: how many groups there may be, and what the tiles that a seat can see
 * would cost it now. */
#ifndef GAMES_TRAKKS_AIDS_H
#define GAMES_TRAKKS_AIDS_H

#include "game/game.h"

void trakks_aids(const void *view, int viewer, struct doc *doc);

#endif
