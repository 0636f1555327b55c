/* The rules of Fossils: dealing, and what a move does. */
#include "games/template/rules.h"

#include "base/bits.h"
#include "base/check.h"
#include "games/template/events.h"
#include "games/template/state.h"

#include <string.h>

static uint8_t pile_draw(struct template_state *s)
{
    CHECK(s->pile_count > 0);
    uint8_t top = s->pile[0];
    memmove(s->pile, s->pile + 1, --s->pile_count);
    s->pile[s->pile_count] = 0; /* unused bytes stay zero */
    return top;
}

bool template_start(void *state, const struct game_setup *setup, struct fault *fault)
{
    (void)fault; /* every combination of options is fine */
    struct template_state *s = state;
    *s = (struct template_state){.components =
                                     *(const struct template_components *)setup->components,
                                 .seats = (uint8_t)setup->seats};
    memcpy(s->options, setup->options, sizeof s->options);
    struct deal deal; /* all shuffling happens here, so no stream is kept in the state */
    deal_start(&deal, setup->seed, setup->seed_length);
    for (uint8_t i = 0; i < s->components.fossils; i++) /* P1 */
        s->pile[s->pile_count++] = (uint8_t)(i + 1);
    deal_shuffle(&deal, s->pile, s->pile_count);
    for (int seat = 0; seat < s->seats; seat++)
        for (int i = 0; i < TEMPLATE_HAND_SIZE; i++)
            s->hand[seat] |= (uint32_t)bit(pile_draw(s));
    return true;
}

static void apply_play(struct template_state *s, int seat, uint8_t fossil, struct story *story)
{
    s->open[seat] |= (uint32_t)bit(fossil); /* P2 */
    s->turn = (uint8_t)((s->turn + 1) % s->seats);
    if (story)
        template_event_play(story, seat, fossil);
}

static void apply_bury(struct template_state *s, int seat, uint8_t fossil, struct story *story)
{
    s->buried[seat] = fossil; /* P2 */
    s->hand[seat] |= (uint32_t)bit(pile_draw(s));
    if (story)
        template_event_bury(story, seat, fossil);
}

void template_apply(void *state, int seat, const struct move *move, struct story *story)
{
    struct template_state *s = state;
    s->hand[seat] &= ~(uint32_t)bit(move->a);
    if (move->kind == TEMPLATE_PLAY)
        apply_play(s, seat, move->a, story);
    else
        apply_bury(s, seat, move->a, story);
}
