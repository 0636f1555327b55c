/* The secrets of Fossils: hands, buried fossils and the pile. */
#include "games/template/view.h"

#include "base/bits.h"
#include "base/check.h"
#include "games/template/state.h"

#include <string.h>

void template_view(const void *state, int viewer, void *view)
{
    const struct template_state *s = state;
    struct template_state *v = view;
    *v = (struct template_state){.components = s->components,
                                 .seats = s->seats,
                                 .turn = s->turn,
                                 .pile_count = s->pile_count};
    memcpy(v->options, s->options, sizeof v->options);
    memset(v->pile, TEMPLATE_FOSSIL_HIDDEN, s->pile_count);
    for (int seat = 0; seat < s->seats; seat++) {
        v->open[seat] = s->open[seat];
        if (seat == viewer) {
            v->hand[seat] = s->hand[seat];
            v->buried[seat] = s->buried[seat];
        } else {
            v->hidden[seat] = (uint8_t)template_hand_size(s, seat);
            v->buried[seat] = s->buried[seat] ? TEMPLATE_FOSSIL_HIDDEN : 0;
        }
    }
}

void template_determinize(const void *view, int viewer, const void *memory, struct rng *rng,
                          void *state)
{
    (void)viewer, (void)memory;
    struct template_state *s = state;
    *s = *(const struct template_state *)view;
    /* The fossils out of sight, in random order, fill the hidden places. */
    uint64_t seen = 0;
    for (int seat = 0; seat < s->seats; seat++) {
        seen |= s->hand[seat] | s->open[seat];
        if (s->buried[seat] != TEMPLATE_FOSSIL_HIDDEN)
            seen |= bit(s->buried[seat]);
    }
    uint8_t unseen[TEMPLATE_FOSSILS_MAX];
    uint8_t count = 0;
    for (uint8_t fossil = 1; fossil <= s->components.fossils; fossil++)
        if (!bits_have(seen, fossil))
            unseen[count++] = fossil;
    rng_shuffle(rng, unseen, count);
    for (int seat = 0; seat < s->seats; seat++) {
        for (; s->hidden[seat]; s->hidden[seat]--)
            s->hand[seat] |= (uint32_t)bit(unseen[--count]);
        if (s->buried[seat] == TEMPLATE_FOSSIL_HIDDEN)
            s->buried[seat] = unseen[--count];
    }
    CHECK(count == s->pile_count);
    memcpy(s->pile, unseen, count);
}
