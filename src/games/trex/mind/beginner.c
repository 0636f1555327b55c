/* The rules of thumb of a sensible beginner. */
#include "games/trex/mind/beginner.h"

#include "base/check.h"
#include "games/trex/legal.h"
#include "games/trex/mind/outlook.h"

/* If it plays last or nearly last: the cheapest card that still gets an egg, otherwise the lowest.
 * If another player's meteor leads: the strongest card. Before the first meteor: a card that draws,
 * then a meteor. */
static float beginner_play(const struct trex_state *s, const struct trex_outlook *outlook, int seat,
                           int card)
{
    int strength = trex_strength(s, trex_outlook_counts_as(outlook, card));
    bool final_card = s->meteor.seat == seat;
    if (final_card)
        return (float)(trex_outlook_beaten_by(outlook, s, card) < 2 ? 100 - strength : -strength);
    if (s->meteor.seat != TREX_NOBODY)
        return (float)strength;
    if (trex_is_meteor(s, card))
        return card == TREX_SHOWER ? 20 : (float)card;
    int drawn = card < TREX_NUMBERS ? s->components.symbols[card] : 0;
    return (float)(drawn * (trex_hand_size(&s->players[seat]) < 5 ? 10 : 3));
}

static int hand_sum(const struct trex_player *player, int colour)
{
    int sum = 0;
    for (int card = colour; card < TREX_NUMBERS; card += TREX_COLOURS)
        if (bits_have(player->hand, card))
            sum += card + 1;
    return sum;
}

static float beginner_liking(const struct trex_state *s, const struct trex_outlook *outlook,
                             int seat, const struct move *move)
{
    const struct trex_player *player = &s->players[seat];
    switch (move->kind) {
    case TREX_PLAY:
        return beginner_play(s, outlook, seat, move->a);
    case TREX_EGG:
        return player->eggs[s->eggs[move->a]];
    case TREX_REMOVE_TOP:
        return (float)(TREX_NUMBERS / 2 - trex_pile_top(s, seat));
    case TREX_TRUMP_STRONG: /* the most frequent colour in hand */
        return (float)(hand_sum(player, move->a) - hand_sum(player, s->strong));
    case TREX_TRUMP_WEAK:
        return (float)(hand_sum(player, s->weak) - hand_sum(player, move->a));
    default:
        return 0;
    }
}

void trex_beginner(const struct mind_question *question, struct move *move)
{
    const struct trex_state *s = question->view;
    struct move moves[TREX_CARDS];
    int count = trex_legal(s, question->seat, moves), best = 0;
    CHECK(count > 0);
    struct trex_outlook outlook;
    trex_outlook_see(&outlook, s, question->seat);
    float best_liking = 0;
    for (int i = 0; i < count; i++) {
        float liking = beginner_liking(s, &outlook, question->seat, &moves[i]);
        if (i == 0 || liking > best_liking) {
            best_liking = liking;
            best = i;
        }
    }
    *move = moves[best];
}
