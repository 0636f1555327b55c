/* The rules: dealing, who may make which move, what it does, who wins. */
#include "games/template/template.h"

#include "base/base.h"

#include <string.h>

/* ---- Dealing ---- */

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
            s->hand[seat] |= bit32(pile_draw(s));
    return true;
}

/* ---- Who may make which move ---- */

uint32_t template_to_act(const void *state)
{
    const struct template_state *s = state;
    return template_over(s) ? 0 : bit32(s->turn);
}

/* Whose turn it is need not be asked: the contract promises that `seat` is one of to_act. */
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

/* ---- What a move does ---- */

static void apply_play(struct template_state *s, int seat, uint8_t fossil, struct story *story)
{
    s->open[seat] |= bit32(fossil); /* P2 */
    s->turn = (uint8_t)((s->turn + 1) % s->seats);
    if (story)
        template_event_play(story, seat, fossil);
}

static void apply_bury(struct template_state *s, int seat, uint8_t fossil, struct story *story)
{
    s->buried[seat] = fossil; /* P2 */
    s->hand[seat] |= bit32(pile_draw(s));
    if (story)
        template_event_bury(story, seat, fossil);
}

void template_apply(void *state, int seat, const struct move *move, struct story *story)
{
    struct template_state *s = state;
    s->hand[seat] &= ~bit32(move->a);
    if (move->kind == TEMPLATE_PLAY)
        apply_play(s, seat, move->a, story);
    else
        apply_bury(s, seat, move->a, story);
}

/* ---- Who wins ---- */

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
            result->winners |= bit32(seat);
    }
}
