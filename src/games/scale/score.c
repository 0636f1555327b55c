/* The totals, and who wins. */
#include "games/scale/score.h"

#include "base/bits.h"

/* The seats of `among` with the highest number. */
static uint32_t highest(const int32_t *numbers, uint32_t among)
{
    int32_t best = INT32_MIN;
    uint32_t seats = 0;
    for (uint64_t rest = among; rest;) {
        int seat = bits_pop(&rest);
        if (numbers[seat] > best) {
            best = numbers[seat];
            seats = 0;
        }
        if (numbers[seat] == best)
            seats |= (uint32_t)bit(seat);
    }
    return seats;
}

uint32_t scale_leaders(const struct scale_state *s)
{
    int32_t totals[SCALE_SEATS_MAX];
    for (int seat = 0; seat < s->seats; seat++)
        totals[seat] = s->good_of[seat] - s->bad_of[seat]; /* S11 */
    return highest(totals, scale_all_seats(s));
}

static uint32_t winners(const struct scale_state *s)
{
    if (scale_for_two(s))
        return s->good == 0 ? scale_all_seats(s) : 0; /* S14 */
    if (!s->tied)
        return scale_leaders(s);
    int32_t votes[SCALE_SEATS_MAX] = {0}; /* S12; with nobody to vote, all the tied have none */
    for (int seat = 0; seat < s->seats; seat++)
        if (s->vote[seat])
            votes[s->vote[seat] - 1]++;
    return highest(votes, s->tied);
}

void scale_result(const void *state, struct game_result *result)
{
    const struct scale_state *s = state;
    *result = (struct game_result){.over = s->phase == SCALE_PHASE_OVER};
    for (int seat = 0; seat < s->seats; seat++)
        result->scores[seat] = scale_for_two(s) ? s->lid : s->good_of[seat] - s->bad_of[seat];
    if (result->over)
        result->winners = winners(s);
}

void scale_result_details(const void *state, struct doc *doc)
{
    const struct scale_state *s = state;
    if (scale_for_two(s))
        doc_bool(doc, "won", s->phase == SCALE_PHASE_OVER && s->good == 0);
}
