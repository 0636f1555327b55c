/* How the piles look to a seat that is about to play a card. */
#include "games/trex/mind/outlook.h"

void trex_outlook_see(struct trex_outlook *outlook, const struct trex_state *s, int seat)
{
    uint8_t counted[TREX_SEATS_MAX];
    trex_counted_cards(s, counted);
    *outlook = (struct trex_outlook){.counted = counted[seat]};
    if (s->meteor.seat == TREX_NOBODY)
        return;
    bool before_owner = s->meteor.seat != seat;
    for (int i = 1, other = seat; i < s->seats; i++) {
        other = other + 1 < s->seats ? other + 1 : 0;
        const struct trex_player *player = &s->players[other];
        if (before_owner && (player->deck_count || trex_hand_size(player)))
            outlook->to_come++;
        else
            outlook->rivals[outlook->rival_count++] = trex_strength(s, counted[other]);
        before_owner = before_owner && other != s->meteor.seat;
    }
}

int trex_pile_top(const struct trex_state *s, int seat)
{
    int at = s->play_count - 1;
    while (s->plays[at].seat != seat)
        at--;
    return s->plays[at].card;
}
