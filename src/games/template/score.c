/* The score of Fossils. */
#include "games/template/score.h"

#include "games/template/state.h"

void template_result(const void *state, struct game_result *result)
{
    const struct template_state *s = state;
    *result = (struct game_result){.over = template_over(s)};
    int best = 0;
    for (int seat = 0; seat < s->seats; seat++) {
        for (uint64_t open = s->open[seat]; open;)
            result->scores[seat] += bits_pop(&open);
        int value = s->options[TEMPLATE_OPTION_GOAL] == TEMPLATE_GOAL_LOW ? -result->scores[seat]
                                                                          : result->scores[seat];
        if (!result->over)
            continue;
        if (!result->winners || value > best) { /* P4 */
            best = value;
            result->winners = 0;
        }
        if (value == best)
            result->winners |= (uint32_t)bit(seat);
    }
}
