/* Who may make which move: the turn, why a move is refused, and the legal moves. Reads only what
 * the seat itself may know, so it works on views. */
#ifndef GAMES_TREX_LEGAL_H
#define GAMES_TREX_LEGAL_H

#include "games/trex/state.h"

uint32_t trex_to_act(const void *state);
bool trex_check(const void *state, int seat, const struct move *move, struct fault *fault);
int trex_legal(const void *state, int seat, struct move *moves);
void trex_sample(const void *state, int seat, struct rng *rng, struct move *move);

#endif
