/* T-Rex: the cards of a player are unique, so exchanging cards that were never played turns the
 * real state into the world, and the same exchange turns the deal into the other one. No move names
 * such a card. */
#include "core/history.h"

#include "games/trex/trex.h"

static void player_exchange(const struct trex_player *truth, const struct trex_player *world,
                            struct trex_player *start)
{
    uint8_t becomes[TREX_CARDS];
    for (uint8_t card = 0; card < TREX_CARDS; card++)
        becomes[card] = card;
    history_exchange(becomes, truth->hand, world->hand);
    history_exchange(becomes, truth->out, world->out);
    for (int i = 0; i < truth->deck_count; i++)
        becomes[truth->deck[i]] = world->deck[i];

    uint64_t hand = start->hand;
    start->hand = 0;
    while (hand)
        start->hand |= trex_card_bit(becomes[bits_pop(&hand)]);
    for (int i = 0; i < start->deck_count; i++)
        start->deck[i] = becomes[start->deck[i]];
}

static bool imagine(const struct history *history, struct history_other *other)
{
    const struct trex_state *truth =
        (const void *)history->states[history->match->move_count].bytes;
    const struct trex_state *world = other->world;
    struct trex_state *start = (void *)other->start.bytes;
    for (int seat = 0; seat < truth->seats; seat++)
        player_exchange(&truth->players[seat], &world->players[seat], &start->players[seat]);
    for (int pile = 0; pile < 2; pile++)
        for (int i = 0; i < trex_egg_pile_count(truth); i++)
            start->egg_piles[pile][truth->round - 1 + i] = world->egg_piles[pile][i];
    return true;
}

const struct history_game history_trex = {
    .game = &game_trex,
    .imagine = imagine,
    /* The result of a tie depends on cards that nobody has seen (T22). */
    .news =
        (const struct history_news[]){
            {"draw", true}, {"flip", false}, {"round", false}, {"over", false}, {0}},
};
