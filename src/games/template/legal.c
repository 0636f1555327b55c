/* Who may make which move in Fossils. */
#include "games/template/legal.h"

#include "base/bits.h"
#include "games/template/state.h"

uint32_t template_to_act(const void *state)
{
    const struct template_state *s = state;
    return template_over(s) ? 0 : (uint32_t)bit(s->turn);
}

bool template_check(const void *state, int seat, const struct move *move, struct fault *fault)
{
    const struct template_state *s = state;
    if (!bits_have(s->hand[seat], move->a))
        return fault_set(fault, FAULT_ILLEGAL_MOVE, "P2", "template.not_in_hand", "%d", move->a);
    if (move->kind == TEMPLATE_BURY && s->buried[seat])
        return fault_set(fault, FAULT_ILLEGAL_MOVE, "P3", "template.buried_already", NULL);
    return true;
}

int template_legal(const void *state, int seat, struct move *moves)
{
    const struct template_state *s = state;
    int count = 0;
    if (!bits_have(template_to_act(s), seat))
        return 0;
    for (uint64_t hand = s->hand[seat]; hand;) {
        uint8_t fossil = (uint8_t)bits_pop(&hand);
        moves[count++] = (struct move){.kind = TEMPLATE_PLAY, .a = fossil};
        if (!s->buried[seat])
            moves[count++] = (struct move){.kind = TEMPLATE_BURY, .a = fossil};
    }
    return count;
}

void template_sample(const void *state, int seat, struct rng *rng, struct move *move)
{
    const struct template_state *s = state;
    int rank = (int)rng_below(rng, (uint32_t)bits_count(s->hand[seat]));
    *move = (struct move){.a = (uint8_t)bits_nth(s->hand[seat], rank)};
    move->kind = !s->buried[seat] && rng_below(rng, 2) ? TEMPLATE_BURY : TEMPLATE_PLAY;
}
