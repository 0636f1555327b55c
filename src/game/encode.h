/* Observations and masks of any game that has an encoding (encoding.h). */
#ifndef GAME_ENCODE_H
#define GAME_ENCODE_H

#include "game/game.h"

/* Sums of the parts. The game must have an encoding. */
int game_observation_size(const struct game *game);
int game_action_count(const struct game *game);

/* The observation of `viewer`, from its view. `bytes` holds game_observation_size. */
void game_observe(const struct game *game, const void *view, int viewer, uint8_t *bytes);
/* 1 for every action that is a legal move of `seat` now, otherwise 0. `mask` holds
 * game_action_count, `moves` GAME_MOVES_MAX. Works on the seat's view too. */
void game_mask(const struct game *game, const void *state, int seat, struct move *moves,
               uint8_t *mask);

#endif
