/* The aids of T-Rex: the value of each pile, who leads, who is still to play, and what eggs are
 * worth. */
#ifndef GAMES_TREX_AIDS_H
#define GAMES_TREX_AIDS_H

#include "game/game.h"

void trex_aids(const void *view, int viewer, struct doc *doc);

#endif
