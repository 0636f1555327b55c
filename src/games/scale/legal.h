/* Who may make which move, or say what. None of it depends on a card: it works on views. */
#ifndef GAMES_SCALE_LEGAL_H
#define GAMES_SCALE_LEGAL_H

#include "game/game.h"

uint32_t scale_to_act(const void *state);
uint32_t scale_awaited(const void *state);
bool scale_may_say(const void *state, int seat, const char *text, struct fault *fault);
bool scale_check(const void *state, int seat, const struct move *move, struct fault *fault);
int scale_legal(const void *state, int seat, struct move *moves);
void scale_sample(const void *state, int seat, struct rng *rng, struct move *move);

#endif
