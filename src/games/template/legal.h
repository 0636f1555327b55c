/* Who may make which move in Fossils. All of it works on views as well as on states. */
#ifndef GAMES_TEMPLATE_LEGAL_H
#define GAMES_TEMPLATE_LEGAL_H

#include "game/game.h"

uint32_t template_to_act(const void *state);
bool template_check(const void *state, int seat, const struct move *move, struct fault *fault);
int template_legal(const void *state, int seat, struct move *moves);
void template_sample(const void *state, int seat, struct rng *rng, struct move *move);

#endif
