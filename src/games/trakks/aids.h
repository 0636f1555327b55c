/* The aids of Trakks: how many groups are allowed, and the current penalty of the racks that the
 * viewer sees. */
#ifndef GAMES_TRAKKS_AIDS_H
#define GAMES_TRAKKS_AIDS_H

#include "game/game.h"

void trakks_aids(const void *view, int viewer, struct doc *doc);

#endif
