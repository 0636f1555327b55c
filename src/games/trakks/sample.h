/* Random moves, including placings. */
#ifndef GAMES_TRAKKS_SAMPLE_H
#define GAMES_TRAKKS_SAMPLE_H

#include "game/game.h"

void trakks_sample(const void *state, int seat, struct rng *rng, struct move *move);

#endif
