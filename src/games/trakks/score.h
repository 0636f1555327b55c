/* Penalties, and who wins (K17). */
#ifndef GAMES_TRAKKS_SCORE_H
#define GAMES_TRAKKS_SCORE_H

#include "games/trakks/state.h"

enum {
    /* The largest possible penalty of all racks together in a round. */
    TRAKKS_ROUND_PENALTY_FACE =
        2 * TRAKKS_TILE_COLOURS * (TRAKKS_TILE_VALUE_MAX * (TRAKKS_TILE_VALUE_MAX + 1) / 2) +
        (TRAKKS_TILES - TRAKKS_GRID_TILES_MAX) * TRAKKS_ACTION_VALUE,
    TRAKKS_ROUND_PENALTY_COUNT =
        TRAKKS_GRID_TILES_MAX + (TRAKKS_TILES - TRAKKS_GRID_TILES_MAX) * TRAKKS_ACTION_VALUE,
};

/* The values of the tiles in a rack. */
int trakks_rack_penalty(const struct trakks_state *s, int seat);
/* The penalty of each seat at the end of a round. */
void trakks_round_penalties(const struct trakks_state *s, int penalties[TRAKKS_SEATS_MAX]);
void trakks_result(const void *state, struct game_result *result);

#endif
