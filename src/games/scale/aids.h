/* The aids of Scale: totals, who has offered to whom, what each player has to do, and how the match
 * ended. */
#ifndef GAMES_SCALE_AIDS_H
#define GAMES_SCALE_AIDS_H

#include "game/game.h"

void scale_aids(const void *view, int viewer, struct doc *doc);

#endif
