/* Validates positions. Refuses what no real table could show: cards or tokens that do not add up,
 * and situations that would have resolved themselves. */
#include "games/scale/invariants.h"

#include "base/bits.h"
#include "games/scale/rules.h"
#include "games/scale/score.h"
#include "games/scale/text.h"

static bool bad_player(struct fault *fault, const char *rule, const char *text, int seat,
                       const char *key)
{
    return game_bad_position(fault, rule, text, "players[%d].%s", seat, key);
}

/* S1, S2: every card is somewhere, once. */
static bool cards_add_up(const struct scale_state *s, struct fault *fault)
{
    for (int colour = 0; colour < SCALE_COLOURS; colour++) {
        uint64_t met = s->action_discards[colour] | bit(s->action_up[colour]);
        for (int i = 0; i < s->action_count[colour]; i++)
            met |= bit(s->action_pile[colour][i]);
        int count = bits_count(s->action_discards[colour]) + 1 + s->action_count[colour];
        if (count != SCALE_ACTION_CARDS || bits_count(met) != SCALE_ACTION_CARDS)
            return game_bad_position(fault, "S1", "scale.actions_do_not_add_up", "%s",
                                     scale_colour_names[colour]);
    }
    int count[SCALE_CARD_CODES] = {0};
    for (int i = 0; i < s->number_count; i++)
        count[s->number_pile[i]]++;
    for (int seat = 0; seat < s->seats; seat++)
        count[s->card[seat]]++;
    for (uint8_t card = SCALE_CARD_VALUE; card < SCALE_CARD_CODES; card++)
        if (count[card] + s->number_discards[card] != s->components.cards[card])
            return game_bad_position(fault, "S2", "scale.numbers_do_not_add_up", "%s",
                                     scale_card_name(card).text);
    return true;
}

/* Whether a pile and the tokens taken from it add up to the original pile. Once it is empty, the
 * last match may have taken more from the box (S11), but fewer than it needed in all. */
static bool pile_adds_up(int pile, int taken, int at_start, int needed_at_most)
{
    int from_box = pile + taken - at_start;
    return from_box == 0 || (pile == 0 && from_box > 0 && from_box < needed_at_most);
}

static bool tokens_add_up(const struct scale_state *s, struct fault *fault)
{
    struct scale_tokens start = scale_tokens_at_start(s->seats);
    int good = 0, bad = 0;
    for (int seat = 0; seat < s->seats; seat++) {
        good += s->good_of[seat];
        bad += s->bad_of[seat];
    }
    if (scale_for_two(s)) {
        if (good || bad || s->bad || s->good + s->lid != SCALE_GOOD_OF_TWO)
            return game_bad_position(fault, "S13", "scale.tokens_of_two", "good");
        return true;
    }
    if (s->lid)
        return game_bad_position(fault, "S14", "scale.lid_for_two", "lid");
    if (!pile_adds_up(s->good, good, start.good, 2 * SCALE_TOKENS_EQUAL))
        return game_bad_position(fault, "S3", "scale.tokens_do_not_add_up", "good");
    if (!pile_adds_up(s->bad, bad, start.bad, 2))
        return game_bad_position(fault, "S3", "scale.tokens_do_not_add_up", "bad");
    return true;
}

/* S11, S14: the phase is that of the tokens. */
static bool phase_fits(const struct scale_state *s, struct fault *fault)
{
    bool judging = s->phase == SCALE_PHASE_PICK || s->phase == SCALE_PHASE_VOTE;
    bool fits;
    if (scale_for_two(s)) /* a wrong answer ends the game with tokens left */
        fits = !judging && (s->phase == SCALE_PHASE_OVER || s->good > 0);
    else /* one pile is empty and the other is not: a match takes tokens of one kind */
        fits = s->phase == SCALE_PHASE_PLAY ? s->good && s->bad : !s->good != !s->bad;
    return fits || game_bad_position(fault, scale_for_two(s) ? "S14" : "S11",
                                     "scale.phase_against_tokens", "phase");
}

static bool hands_fit(const struct scale_state *s, struct fault *fault)
{
    int empty = 0;
    for (int seat = 0; seat < s->seats; seat++) {
        uint8_t card = s->card[seat];
        if (card == SCALE_CARD_NONE)
            empty++;
        else if (!scale_card_has_value(card) && card != SCALE_CARD_MULTICOLOUR)
            return bad_player(fault, "S9", "scale.swap_in_hand", seat, "card");
        if (bits_have(s->swapping, seat) != (card == SCALE_CARD_MULTICOLOUR))
            return bad_player(fault, "S9", "scale.swapping_with_multicolour", seat, "swapping");
        if (card == SCALE_CARD_NONE && s->phase == SCALE_PHASE_PLAY)
            return bad_player(fault, "S4", "scale.card_missing", seat, "card");
    }
    /* The last match discarded two cards, and nothing was drawn; whether the others still hold
     * theirs no longer matters. */
    if (s->phase != SCALE_PHASE_PLAY && empty < 2)
        return game_bad_position(fault, "S7", "scale.last_cards_not_discarded", "players");
    return true;
}

static bool offers_fit(const struct scale_state *s, struct fault *fault)
{
    for (int seat = 0; seat < s->seats; seat++) {
        if (!s->offer[seat])
            continue;
        int to = s->offer[seat] - 1;
        if (scale_for_two(s))
            return bad_player(fault, "S13", "scale.offers_among_two", seat, "offer");
        if (to == seat || s->offer[to] == seat + 1)
            return bad_player(fault, "S6", "scale.offer_resolved", seat, "offer");
        if (bits_have(s->swapping, seat) || bits_have(s->swapping, to))
            return bad_player(fault, "S9", "scale.offer_while_swapping", seat, "offer");
        if (s->card[seat] == SCALE_CARD_NONE || s->card[to] == SCALE_CARD_NONE)
            return bad_player(fault, "S8", "scale.offer_without_card", seat, "offer");
    }
    return true;
}

static bool answers_fit(const struct scale_state *s, struct fault *fault)
{
    for (int seat = 0; seat < s->seats; seat++)
        if (s->answer[seat] != SCALE_ANSWER_NONE &&
            (!scale_for_two(s) || s->phase != SCALE_PHASE_PLAY || s->swapping))
            return bad_player(fault, "S13", "scale.answer_too_early", seat, "answer");
    if (scale_for_two(s) && s->answer[0] != SCALE_ANSWER_NONE && s->answer[0] == s->answer[1])
        return bad_player(fault, "S13", "scale.answers_resolved", 1, "answer");
    return true;
}

/* S12 */
static bool judging_fits(const struct scale_state *s, struct fault *fault)
{
    uint32_t tied = s->phase == SCALE_PHASE_PLAY || scale_for_two(s) ? 0 : scale_leaders(s);
    if (bits_count(tied) < 2)
        tied = 0;
    if (s->tied != tied)
        return game_bad_position(fault, "S12", "scale.tie_against_tokens", "tied");
    uint32_t judges = tied ? scale_all_seats(s) & ~tied : 0, voted = 0;
    for (int seat = 0; seat < s->seats; seat++)
        if (s->vote[seat]) {
            voted |= (uint32_t)bit(seat);
            if (!bits_have(judges, seat) || !bits_have(tied, s->vote[seat] - 1))
                return game_bad_position(fault, "S12", "scale.vote_of_or_for_nobody", "votes[%d]",
                                         seat);
        }
    bool picked = s->picked[0] != 0;
    if ((picked && !judges) || (voted && !picked))
        return game_bad_position(fault, "S12", "scale.judging_against_phase", "picked");
    uint8_t phase = s->phase == SCALE_PHASE_PLAY ? SCALE_PHASE_PLAY : SCALE_PHASE_OVER;
    if (voted != judges)
        phase = picked ? SCALE_PHASE_VOTE : SCALE_PHASE_PICK;
    if (s->phase != phase)
        return game_bad_position(fault, "S12", "scale.judging_against_phase", "phase");
    return true;
}

bool scale_invariants(const void *state, struct fault *fault)
{
    const struct scale_state *s = state;
    return tokens_add_up(s, fault) && phase_fits(s, fault) && hands_fit(s, fault) &&
           cards_add_up(s, fault) && offers_fit(s, fault) && answers_fit(s, fault) &&
           judging_fits(s, fault);
}
