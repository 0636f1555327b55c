/* Dealing, and what a move does. */
#ifndef GAMES_SCALE_RULES_H
#define GAMES_SCALE_RULES_H

#include "game/game.h"

struct scale_tokens {
    uint8_t good, bad;
};
struct scale_tokens scale_tokens_at_start(int seats); /* S3 */

bool scale_start(void *state, const struct game_setup *setup, struct fault *fault);
void scale_apply(void *state, int seat, const struct move *move, struct story *story);

#endif
