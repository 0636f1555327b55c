/* Penalties, and who wins. */
#include "games/trakks/score.h"

static int tile_penalty(const struct trakks_state *s, uint8_t tile)
{
    if (!trakks_tile_is_number(tile))
        return TRAKKS_ACTION_VALUE;
    return s->options[TRAKKS_OPTION_PENALTY] == TRAKKS_PENALTY_COUNT ? 1 : tile & TRAKKS_TILE_VALUE;
}

int trakks_rack_penalty(const struct trakks_state *s, int seat)
{
    int penalty = 0;
    for (struct trakks_tiles rack = s->rack[seat]; rack.one;)
        penalty += tile_penalty(s, trakks_tiles_pop(&rack));
    return penalty;
}

void trakks_round_penalties(const struct trakks_state *s, int penalties[TRAKKS_SEATS_MAX])
{
    int lowest = INT32_MAX;
    for (int seat = 0; seat < s->seats; seat++) {
        penalties[seat] = trakks_rack_penalty(s, seat);
        if (penalties[seat] < lowest)
            lowest = penalties[seat];
    }
    /* K15, K16: a player without tiles has the lowest sum, so one rule covers both endings. */
    for (int seat = 0; seat < s->seats; seat++)
        if (penalties[seat] == lowest)
            penalties[seat] = 0;
}

void trakks_result(const void *state, struct game_result *result)
{
    const struct trakks_state *s = state;
    *result = (struct game_result){.over = s->phase == TRAKKS_PHASE_OVER};
    int lowest = INT32_MAX;
    for (int seat = 0; seat < s->seats; seat++) {
        result->scores[seat] = s->penalty[seat];
        if (!result->over)
            continue;
        if (s->penalty[seat] < lowest) { /* K17 */
            lowest = s->penalty[seat];
            result->winners = 0;
        }
        if (s->penalty[seat] == lowest)
            result->winners |= (uint32_t)bit(seat);
    }
}
