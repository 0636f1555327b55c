/* Reads positions. Each value is read first; then the whole is validated. Then: invariants. */
#include "games/scale/scale_internal.h"

#include "base/base.h"
#include "game/reading.h"

/* A seat, stored as its number + 1, or null. */
static bool seat_load(const struct doc_node *node, int seats, uint8_t *seat_code)
{
    int seat;
    if (doc_number(node, 0, seats - 1, &seat))
        *seat_code = (uint8_t)(seat + 1);
    return *seat_code || doc_is(node, DOC_NULL);
}

/* Adds one action card to the set *met, which must not contain it yet. Returns 0 if it is not a
 * card. */
static uint8_t action_load(const struct doc *doc, const struct doc_node *node, int colour,
                           uint64_t *met)
{
    uint8_t action = scale_action_find(colour, doc_text(doc, node));
    if (bits_have(*met, action))
        return 0;
    *met |= bit(action);
    return action;
}

static bool actions_load(const struct doc *doc, const struct doc_node *position, int colour,
                         struct scale_state *s)
{
    const char *name = scale_colour_names[colour];
    const struct doc_node *up = doc_get(doc, doc_get(doc, position, "actions"), name);
    const struct doc_node *pile = doc_get(doc, doc_get(doc, position, "action_piles"), name);
    const struct doc_node *discards = doc_get(doc, doc_get(doc, position, "action_discards"), name);
    uint64_t met = bit(0); /* 0 is no card */
    s->action_up[colour] = action_load(doc, up, colour, &met);
    if (!s->action_up[colour] || !doc_is(pile, DOC_LIST) || !doc_is(discards, DOC_LIST))
        return false;
    int place = doc_count(pile);
    if (place >= SCALE_ACTION_CARDS)
        return false;
    s->action_count[colour] = (uint8_t)place;
    DOC_EACH (doc, pile, item) /* the next card comes first in the document and last in the state */
        if (!(s->action_pile[colour][--place] = action_load(doc, item, colour, &met)))
            return false;
    DOC_EACH (doc, discards, item) {
        uint8_t action = action_load(doc, item, colour, &met);
        if (!action)
            return false;
        s->action_discards[colour] |= bit32(action);
    }
    return true;
}

static bool numbers_load(const struct doc *doc, const struct doc_node *position,
                         struct scale_state *s, struct fault *fault)
{
    const struct doc_node *pile = doc_get(doc, position, "number_pile");
    const struct doc_node *discards = doc_get(doc, position, "number_discards");
    int place = doc_count(pile);
    if (!doc_is(pile, DOC_LIST) || place > SCALE_NUMBER_CARDS)
        return game_bad_value(fault, "S2", "number_pile");
    s->number_count = (uint8_t)place;
    DOC_EACH (doc, pile, item)
        if (!(s->number_pile[--place] = scale_card_find(doc_text(doc, item))))
            return game_bad_value(fault, "S2", "number_pile");
    if (!doc_is(discards, DOC_LIST) || doc_count(discards) > SCALE_NUMBER_CARDS)
        return game_bad_value(fault, "S2", "number_discards");
    DOC_EACH (doc, discards, item) {
        uint8_t card = scale_card_find(doc_text(doc, item));
        if (!card)
            return game_bad_value(fault, "S2", "number_discards");
        s->number_discards[card]++;
    }
    return true;
}

static bool player_load(const struct doc *doc, const struct doc_node *player, int seat,
                        struct scale_state *s, struct fault *fault)
{
    const struct doc_node *card = doc_get(doc, player, "card");
    const struct doc_node *answer = doc_get(doc, player, "answer");
    bool swapping = false;
    s->card[seat] = scale_card_find(doc_text(doc, card));
    if (!s->card[seat] && !doc_is(card, DOC_NULL))
        return game_bad_player(fault, "S2", seat, "card");
    if (!game_byte_load(doc_get(doc, player, "good"), 0, UINT8_MAX, &s->good_of[seat]))
        return game_bad_player(fault, "S3", seat, "good");
    if (!game_byte_load(doc_get(doc, player, "bad"), 0, UINT8_MAX, &s->bad_of[seat]))
        return game_bad_player(fault, "S3", seat, "bad");
    if (!seat_load(doc_get(doc, player, "offer"), s->seats, &s->offer[seat]))
        return game_bad_player(fault, "S6", seat, "offer");
    bool answered =
        game_name_load(doc, answer, scale_answer_names, SCALE_ANSWERS, &s->answer[seat]);
    if (answered ? s->answer[seat] == SCALE_ANSWER_NONE : !doc_is(answer, DOC_NULL))
        return game_bad_player(fault, "S13", seat, "answer");
    if (!doc_truth(doc_get(doc, player, "swapping"), &swapping))
        return game_bad_player(fault, "S9", seat, "swapping");
    s->swapping |= (uint8_t)(swapping << seat);
    return true;
}

static bool players_load(const struct doc *doc, const struct doc_node *players,
                         struct scale_state *s, struct fault *fault)
{
    if (!game_is_list_of(players, s->seats))
        return game_bad_value(fault, NULL, "players");
    int seat = 0;
    DOC_EACH (doc, players, player)
        if (!player_load(doc, player, seat++, s, fault))
            return false;
    return true;
}

static bool picked_load(const struct doc *doc, const struct doc_node *picked, struct scale_state *s)
{
    if (!doc_is(picked, DOC_LIST) || doc_count(picked) == 1 || doc_count(picked) > 2)
        return false;
    int place = 0;
    DOC_EACH (doc, picked, item) {
        uint8_t colour;
        if (!game_name_load(doc, item, scale_colour_names, SCALE_COLOURS, &colour))
            return false;
        s->picked[place++] = (uint8_t)(colour + 1);
    }
    return place == 0 || s->picked[0] != s->picked[1];
}

static bool votes_load(const struct doc *doc, const struct doc_node *votes, struct scale_state *s)
{
    if (!game_is_list_of(votes, s->seats))
        return false;
    int seat = 0;
    DOC_EACH (doc, votes, item)
        if (!seat_load(item, s->seats, &s->vote[seat++]))
            return false;
    return true;
}

bool scale_load(const struct game *game, const struct doc *doc, const struct doc_node *position,
                const void *components, void *state, struct fault *fault)
{
    struct scale_state *s = state;
    *s = (struct scale_state){.components = *(const struct scale_components *)components};
    int seats;
    if (!game_head_load(game, doc, position, &seats, s->options, fault))
        return false;
    s->seats = (uint8_t)seats;
    if (!game_name_load(doc, doc_get(doc, position, "phase"), scale_phase_names, SCALE_PHASES,
                        &s->phase))
        return game_bad_value(fault, NULL, "phase");
    for (int colour = 0; colour < SCALE_COLOURS; colour++)
        if (!actions_load(doc, position, colour, s))
            return game_bad_position(fault, "S1", "scale.actions_do_not_add_up", "%s",
                                     scale_colour_names[colour]);
    if (!numbers_load(doc, position, s, fault))
        return false;
    if (!game_byte_load(doc_get(doc, position, "good"), 0, UINT8_MAX, &s->good))
        return game_bad_value(fault, "S3", "good");
    if (!game_byte_load(doc_get(doc, position, "bad"), 0, UINT8_MAX, &s->bad))
        return game_bad_value(fault, "S3", "bad");
    if (!game_byte_load(doc_get(doc, position, "lid"), 0, UINT8_MAX, &s->lid))
        return game_bad_value(fault, "S14", "lid");
    if (!players_load(doc, doc_get(doc, position, "players"), s, fault))
        return false;
    if (!game_seats_load(doc, doc_get(doc, position, "tied"), seats, &s->tied))
        return game_bad_value(fault, "S12", "tied");
    if (!picked_load(doc, doc_get(doc, position, "picked"), s))
        return game_bad_value(fault, "S12", "picked");
    if (!votes_load(doc, doc_get(doc, position, "votes"), s))
        return game_bad_value(fault, "S12", "votes");
    if (!game_deal_load(doc, position, &s->deal))
        return game_bad_value(fault, NULL, "rng");
    return true;
}

/* ---- Invariants ---- */

/* Validates positions. Refuses what no real table could show: cards or tokens that do not add up,
 * and situations that would have resolved themselves. */

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
            voted |= bit32(seat);
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
