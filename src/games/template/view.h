/* What a seat of Fossils may know, and the states that could be behind it. */
#ifndef GAMES_TEMPLATE_VIEW_H
#define GAMES_TEMPLATE_VIEW_H

#include "game/game.h"

void template_view(const void *state, int viewer, void *view);
void template_determinize(const void *view, int viewer, const void *memory, struct rng *rng,
                          void *state);

#endif
