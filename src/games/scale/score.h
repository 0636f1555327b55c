/* The totals, and who wins (S11 to S14). All of it is public, so it works on views. */
#ifndef GAMES_SCALE_SCORE_H
#define GAMES_SCALE_SCORE_H

#include "games/scale/state.h"

/* The seats with the highest total, a bit each (S11). */
uint32_t scale_leaders(const struct scale_state *s);
void scale_result(const void *state, struct game_result *result);
void scale_result_details(const void *state, struct doc *doc);

#endif
