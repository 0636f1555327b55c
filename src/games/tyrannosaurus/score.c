/* Who leads, and the result. */
#include "games/tyrannosaurus/score.h"

#include "games/tyrannosaurus/state.h"

uint8_t tyrannosaurus_richest(const struct tyrannosaurus_state *s)
{
    uint8_t best = 0, richest = 0;
    for (int seat = 0; seat < s->seats; seat++) {
        if (s->players[seat].trees > best) {
            best = s->players[seat].trees;
            richest = 0;
        }
        if (s->players[seat].trees == best)
            richest |= (uint8_t)bit(seat);
    }
    return richest;
}

void tyrannosaurus_result(const void *state, struct game_result *result)
{
    const struct tyrannosaurus_state *s = state;
    *result = (struct game_result){.over = s->phase == TYREX_PHASE_OVER, .winners = s->winners};
    for (int seat = 0; seat < s->seats; seat++)
        result->scores[seat] = s->players[seat].trees;
}
