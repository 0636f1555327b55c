/* How likely a good player makes each move. Reads only what the moving seat may know, so that
 * imagined players do not see hidden cards. The functions are those of struct game_mind. */
#ifndef GAMES_TREX_MIND_LIKINGS_H
#define GAMES_TREX_MIND_LIKINGS_H

#include "game/game.h"

void trex_prior(const void *weights, const void *state, int seat, const struct move *moves,
                int count, float likely[]);
void trex_rollout(const void *state, int seat, struct rng *rng, struct move *move);

#endif
