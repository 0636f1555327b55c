/* Explains to a person why a move is good. A reason is given only if it is true of what the seat
 * sees; otherwise the hint explains how the player found its move.
 *
 * Then: playing a card; the end of a round. */
#include "games/trex/mind/mind.h"

#include "games/trex/trex.h"

/* What a hint is based on. */
struct trex_hint {
    const struct trex_state *s; /* a view */
    int seat;
    const struct trex_player *player;
    const struct trex_worth *worth;
    struct buffer *detail;
};

static const char *about_card(const struct trex_hint *about, int card, const char *hint)
{
    buffer_add(about->detail, trex_card_names[card]);
    return hint;
}

static const char *about_number(const struct trex_hint *about, int number, const char *hint)
{
    buffer_add_format(about->detail, "%d", number);
    return hint;
}

/* ---- Playing a card ---- */

static bool hand_can_win(const struct trex_hint *about, const struct trex_outlook *outlook)
{
    for (uint64_t hand = about->player->hand; hand;)
        if (trex_outlook_beaten_by(outlook, about->s, bits_pop(&hand)) < 2)
            return true;
    return false;
}

/* Everyone else still plays after this seat: it plays its strongest card, or keeps that. */
static const char *first_reason(const struct trex_hint *about, const struct trex_outlook *outlook,
                                int card)
{
    const struct trex_state *s = about->s;
    int best = card;
    for (uint64_t hand = about->player->hand; hand;) {
        int other = bits_pop(&hand);
        if (trex_strength(s, trex_outlook_counts_as(outlook, other)) >
            trex_strength(s, trex_outlook_counts_as(outlook, best)))
            best = other;
    }
    return best == card ? "sets_mark" : about_card(about, best, "keeps_strongest");
}

/* Whether this is the last card of the round, or the last of this seat unless a higher meteor
 * follows. */
static const char *place_reason(const struct trex_hint *about, const struct trex_outlook *outlook,
                                int card)
{
    if (outlook->rival_count == 0)
        return first_reason(about, outlook, card);
    int beaten = trex_outlook_beaten_by(outlook, about->s, card);
    if (beaten >= 2 && hand_can_win(about, outlook))
        return "saves_strength";
    if (beaten >= 2)
        return beaten == about->s->seats - 1 ? "weakest" : "no_egg";
    if (outlook->to_come == 1)
        return beaten == 0 ? "leads_but_one" : "second_but_one";
    if (outlook->to_come > 1)
        return about_number(about, outlook->to_come, beaten == 0 ? "leads_now" : "second_now");
    return beaten == 0 ? "first_egg" : "second_egg";
}

static int strongest_card(const struct trex_state *s, uint64_t hand)
{
    int best = bits_first(hand);
    while (hand) {
        int card = bits_pop(&hand);
        if (trex_strength(s, card) > trex_strength(s, best))
            best = card;
    }
    return best;
}

static const char *play_reason(const struct trex_hint *about, int card)
{
    const struct trex_state *s = about->s;
    struct trex_outlook outlook;
    trex_outlook_see(&outlook, s, about->seat);
    bool final_card = trex_card_ends(s, s->meteor, about->seat, card);
    uint32_t rest = about->player->hand & ~trex_card_bit(card);
    if (!final_card && trex_is_meteor(s, card) && trex_meteor_leads(s, s->meteor, card) && rest) {
        int best = strongest_card(s, rest);
        return about_card(about, best, card == TREX_SHOWER ? "shower_leads" : "meteor_leads");
    }
    if (s->meteor.seat != TREX_NOBODY)
        return place_reason(about, &outlook, card);
    if (card == TREX_CHAMAELOSAURUS && outlook.counted < TREX_NUMBERS)
        return about_card(about, outlook.counted, "copies");
    int left = about->player->deck_count;
    if (card >= TREX_NUMBERS || left == 0)
        return about_card(about, strongest_card(s, rest), "covered_later");
    int drawn = s->components.symbols[card];
    return about_number(about, drawn < left ? drawn : left, "draws");
}

/* ---- The end of a round ---- */

static const char *egg_reason(const struct trex_hint *about, int choice)
{
    const struct trex_state *s = about->s;
    const struct trex_player *second = &s->players[s->ranking[1]];
    int colour = s->eggs[choice], other = s->eggs[1 - choice];
    int more = about->player->eggs[colour] - about->player->eggs[other];
    if (colour == other)
        return "same_eggs";
    if (more > 0) /* T21: the next square */
        return about_number(about, 2 * about->player->eggs[colour] + 1, "more_points");
    if (second->eggs[colour] > second->eggs[other])
        return about_number(about, 2 * second->eggs[colour] + 1,
                            more < 0 ? "denies_more" : "denies_points");
    if (more < 0)
        return NULL;
    bool comes = trex_egg_worth(s, about->seat, colour) > trex_egg_worth(s, about->seat, other);
    return comes ? "more_to_come" : "eggs_alike";
}

static const char *remove_reason(const struct trex_hint *about, bool top)
{
    const struct trex_state *s = about->s;
    int pile = trex_pile_top(s, about->seat), deck = about->player->deck[0];
    bool top_is_worse = trex_keep_worth(about->worth, s, pile) <
                        trex_deck_top_worth(about->worth, s, about->player);
    if (top != top_is_worse)
        return NULL;
    if (deck == TREX_HIDDEN)
        return about_card(about, pile, top ? "removes_poor" : "keeps_good");
    return about_card(about, top ? pile : deck, "removes_known");
}

static const char *trump_reason(const struct trex_hint *about, const struct move *move)
{
    struct move keep = {.kind = TREX_TRUMP_KEEP};
    float kept = trex_hand_worth_with(about->worth, about->s, &keep, about->player->hand);
    float changed = trex_hand_worth_with(about->worth, about->s, move, about->player->hand);
    if (move->kind == TREX_TRUMP_KEEP) {
        struct move moves[TREX_CARDS];
        int count = trex_legal(about->s, about->seat, moves);
        for (int i = 0; i < count; i++)
            if (trex_hand_worth_with(about->worth, about->s, &moves[i], about->player->hand) > kept)
                return NULL;
        return "trumps_suit";
    }
    if (changed <= kept)
        return NULL;
    buffer_add(about->detail, trex_colour_names[move->a]);
    return move->kind == TREX_TRUMP_STRONG ? "strong_suits" : "weak_suits";
}

static const char *reason_seen(const struct trex_hint *about, const struct move *move)
{
    switch (move->kind) {
    case TREX_PLAY:
        return play_reason(about, move->a);
    case TREX_EGG:
        return egg_reason(about, move->a);
    case TREX_REMOVE_TOP:
    case TREX_REMOVE_DECK:
        return remove_reason(about, move->kind == TREX_REMOVE_TOP);
    default:
        return trump_reason(about, move);
    }
}

/* The reasons of a beginner. */
static const char *beginner_reason(const struct trex_hint *about, const struct move *move)
{
    int pile;
    switch (move->kind) {
    case TREX_REMOVE_TOP:
    case TREX_REMOVE_DECK:
        pile = trex_pile_top(about->s, about->seat);
        return about_card(about, pile, move->kind == TREX_REMOVE_TOP ? "low_goes" : "too_good");
    case TREX_TRUMP_KEEP:
    case TREX_TRUMP_STRONG:
    case TREX_TRUMP_WEAK:
        return "numbers_suit";
    default:
        return NULL; /* some reason always applies */
    }
}

const char *trex_reason(const struct mind_question *question, const struct move *move,
                        struct buffer *detail)
{
    const struct trex_state *s = question->view;
    struct trex_worth space;
    struct trex_hint about = {s, question->seat, &s->players[question->seat],
                              trex_worth_for(question->weights, s, &space), detail};
    struct move moves[TREX_CARDS];
    if (trex_legal(s, question->seat, moves) == 1)
        return "only_move";
    const char *reason = reason_seen(&about, move);
    if (reason)
        return reason;
    return question->way > MIND_RULES ? "tried_out" : beginner_reason(&about, move);
}
