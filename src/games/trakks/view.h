/* What a seat may know of a match, and random states that fit it. */
#ifndef GAMES_TRAKKS_VIEW_H
#define GAMES_TRAKKS_VIEW_H

#include "game/game.h"

void trakks_view(const void *state, int viewer, void *view);
bool trakks_memory_fits(const void *view, int viewer, const void *memory);
void trakks_determinize(const void *view, int viewer, const void *memory, struct rng *rng,
                        void *state);

#endif
