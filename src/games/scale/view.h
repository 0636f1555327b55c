/* What a seat may know of a match, and random states that fit it. */
#ifndef GAMES_SCALE_VIEW_H
#define GAMES_SCALE_VIEW_H

#include "game/game.h"

void scale_view(const void *state, int viewer, void *view);
bool scale_memory_fits(const void *view, int viewer, const void *memory);
void scale_determinize(const void *view, int viewer, const void *memory, struct rng *rng,
                       void *state);

#endif
