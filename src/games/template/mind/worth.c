/* What fossils are worth: their number, or the reverse if the lowest score wins (P4). */
#include "games/template/mind/worth.h"

#include "base/check.h"

static int worth(const struct template_state *s, int fossil)
{
    bool low = s->options[TEMPLATE_OPTION_GOAL] == TEMPLATE_GOAL_LOW;
    return low ? s->components.fossils + 1 - fossil : fossil;
}

int template_worst(const struct template_state *s, int seat)
{
    CHECK(s->hand[seat]);
    int worst = 0;
    for (uint64_t hand = s->hand[seat]; hand;) {
        int fossil = bits_pop(&hand);
        if (!worst || worth(s, fossil) < worth(s, worst))
            worst = fossil;
    }
    return worst;
}

int template_best(const struct template_state *s, int seat)
{
    CHECK(s->hand[seat]);
    int best = 0;
    for (uint64_t hand = s->hand[seat]; hand;) {
        int fossil = bits_pop(&hand);
        if (!best || worth(s, fossil) > worth(s, best))
            best = fossil;
    }
    return best;
}

bool template_is_poor(const struct template_state *s, int fossil)
{
    return 2 * worth(s, fossil) <= s->components.fossils;
}
