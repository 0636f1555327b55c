/* Comparing cards, the points, and who wins. */
#ifndef GAMES_TREX_SCORE_H
#define GAMES_TREX_SCORE_H

#include "games/trex/state.h"

/* Whether this meteor takes the lead from `leader` (T11, T12). */
bool trex_meteor_leads(const struct trex_state *s, struct trex_play leader, int card);
/* What the top card of each pile counts as: a number card, or the shower for everything that counts
 * 0 (T14). */
void trex_counted_cards(const struct trex_state *s, uint8_t counted[TREX_SEATS_MAX]);
/* The seats from strongest to weakest (T15). */
void trex_rank(const struct trex_state *s, uint8_t ranking[TREX_SEATS_MAX]);

/* The sum of the values in hand and deck (T22); -1 in a view that hides it. */
int trex_remaining(const struct trex_state *s, int seat);
void trex_result(const void *state, struct game_result *result);
void trex_result_details(const void *state, struct doc *doc);

#endif
