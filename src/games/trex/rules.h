/* The rules of T-Rex: dealing, and what a move does. */
#ifndef GAMES_TREX_RULES_H
#define GAMES_TREX_RULES_H

#include "games/trex/state.h"

bool trex_start(void *state, const struct game_setup *setup, struct fault *fault);
void trex_apply(void *state, int seat, const struct move *move, struct story *story);

/* The seat that plays after `seat`. `able` has a bit per seat that still has cards; `meteor_seat`
 * owns the leading meteor, if there is one. TREX_NOBODY: the round is over (T9, T13). */
uint8_t trex_next_player(const struct trex_state *s, int seat, uint32_t able, int meteor_seat);

#endif
