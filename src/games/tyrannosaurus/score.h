/* Who leads, and the result (Y21). */
#ifndef GAMES_TYRANNOSAURUS_SCORE_H
#define GAMES_TYRANNOSAURUS_SCORE_H

#include "games/tyrannosaurus/state.h"

/* The players with the most trees, a bit per seat. */
uint8_t tyrannosaurus_richest(const struct tyrannosaurus_state *s);
void tyrannosaurus_result(const void *state, struct game_result *result);

#endif
