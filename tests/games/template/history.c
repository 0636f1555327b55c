/* Fossils: every fossil is unique, so exchanging fossils turns the real state into the world, and
 * the same exchange turns the real start into the other one. Burying is secret. */
#include "core/history.h"

#include "base/base.h"
#include "games/template/template.h"

static bool imagine(const struct history *history, struct history_other *other)
{
    size_t now = history->match->move_count;
    const struct template_state *truth = (const void *)history->states[now].bytes;
    const struct template_state *world = other->world;
    struct template_state *start = (void *)other->start.bytes;
    uint8_t becomes[TEMPLATE_FOSSILS_MAX + 1];
    for (uint8_t fossil = 0; fossil <= TEMPLATE_FOSSILS_MAX; fossil++)
        becomes[fossil] = fossil;
    for (int seat = 0; seat < truth->seats; seat++) {
        history_exchange(becomes, truth->hand[seat], world->hand[seat]);
        becomes[truth->buried[seat]] = world->buried[seat];
    }
    for (int i = 0; i < truth->pile_count; i++)
        becomes[truth->pile[i]] = world->pile[i];

    for (int seat = 0; seat < truth->seats; seat++) {
        uint64_t hand = start->hand[seat];
        start->hand[seat] = 0;
        while (hand)
            start->hand[seat] |= (uint32_t)bit(becomes[bits_pop(&hand)]);
    }
    for (int i = 0; i < start->pile_count; i++)
        start->pile[i] = becomes[start->pile[i]];
    for (size_t number = 0; number < now; number++) {
        union game_move_storage move;
        history_move(history, number, &move);
        if (move.head.kind == TEMPLATE_BURY)
            history_replace(other, number,
                            (struct move){TEMPLATE_BURY, becomes[move.head.a], 0, 0});
    }
    return true;
}

static bool secret(const void *state, const struct move *move)
{
    (void)state;
    return move->kind == TEMPLATE_BURY;
}

const struct history_game history_template = {
    .game = &game_template,
    .imagine = imagine,
    .secret = secret,
    .news = (const struct history_news[]){{"bury", true}, {0}},
};
