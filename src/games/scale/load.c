/* Positions in: first each value by itself, then whether they can be true together. What is
 * refused is what no table could show: cards or tokens that do not add up, and things that would
 * already have resolved by themselves. */
#include "games/scale/scale.h"

#include "base/bits.h"
#include "game/deal_text.h"

#include <string.h>

static bool bad_value(struct fault *fault, const char *rule, const char *where)
{
    return game_bad_position(fault, rule, "core.position_value", "%s", where);
}

static bool bad_player(struct fault *fault, const char *rule, const char *text, int seat,
                       const char *key)
{
    return game_bad_position(fault, rule, text, "players[%d].%s", seat, key);
}

/* The number of a word in `names`, from `first` on; -1 if it is none. */
static int word_find(const struct doc *doc, const struct doc_node *node, const char *const *names,
                     int first, int count)
{
    const char *word = doc_text(doc, node);
    for (int i = first; word && i < count; i++)
        if (strcmp(names[i], word) == 0)
            return i;
    return -1;
}

/* A seat, kept as its number + 1, or null. */
static bool seat_load(const struct doc_node *node, int seats, uint8_t *seat_code)
{
    int seat;
    if (doc_number(node, 0, seats - 1, &seat))
        *seat_code = (uint8_t)(seat + 1);
    return *seat_code || doc_is(node, DOC_NULL);
}

static bool small_load(const struct doc_node *node, uint8_t *small)
{
    int number = 0;
    bool fits = doc_number(node, 0, UINT8_MAX, &number);
    *small = (uint8_t)number;
    return fits;
}

/* Adds one action card to the set *met, in which it must not be yet. Returns 0 if it is none. */
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
    if (place >= ACTION_CARDS)
        return false;
    s->action_count[colour] = (uint8_t)place;
    DOC_EACH (doc, pile, item) /* the next card is the first there and the last here */
        if (!(s->action_pile[colour][--place] = action_load(doc, item, colour, &met)))
            return false;
    DOC_EACH (doc, discards, item) {
        uint8_t action = action_load(doc, item, colour, &met);
        if (!action)
            return false;
        s->action_discards[colour] |= (uint32_t)bit(action);
    }
    return true;
}

static bool numbers_load(const struct doc *doc, const struct doc_node *position,
                         struct scale_state *s, struct fault *fault)
{
    const struct doc_node *pile = doc_get(doc, position, "number_pile");
    const struct doc_node *discards = doc_get(doc, position, "number_discards");
    int place = doc_count(pile);
    if (!doc_is(pile, DOC_LIST) || place > NUMBER_CARDS)
        return bad_value(fault, "S2", "number_pile");
    s->number_count = (uint8_t)place;
    DOC_EACH (doc, pile, item)
        if (!(s->number_pile[--place] = scale_card_find(doc_text(doc, item))))
            return bad_value(fault, "S2", "number_pile");
    if (!doc_is(discards, DOC_LIST) || doc_count(discards) > NUMBER_CARDS)
        return bad_value(fault, "S2", "number_discards");
    DOC_EACH (doc, discards, item) {
        uint8_t card = scale_card_find(doc_text(doc, item));
        if (!card)
            return bad_value(fault, "S2", "number_discards");
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
        return bad_player(fault, "S2", "core.position_value", seat, "card");
    if (!small_load(doc_get(doc, player, "good"), &s->good_of[seat]))
        return bad_player(fault, "S3", "core.position_value", seat, "good");
    if (!small_load(doc_get(doc, player, "bad"), &s->bad_of[seat]))
        return bad_player(fault, "S3", "core.position_value", seat, "bad");
    if (!seat_load(doc_get(doc, player, "offer"), s->seats, &s->offer[seat]))
        return bad_player(fault, "S6", "core.position_value", seat, "offer");
    int word = word_find(doc, answer, scale_answer_names, ANSWER_MATCH, SCALE_ANSWERS);
    if (word < 0 && !doc_is(answer, DOC_NULL))
        return bad_player(fault, "S13", "core.position_value", seat, "answer");
    s->answer[seat] = word < 0 ? ANSWER_NONE : (uint8_t)word;
    if (!doc_truth(doc_get(doc, player, "swapping"), &swapping))
        return bad_player(fault, "S9", "core.position_value", seat, "swapping");
    s->swapping |= (uint8_t)(swapping << seat);
    return true;
}

static bool players_load(const struct doc *doc, const struct doc_node *players,
                         struct scale_state *s, struct fault *fault)
{
    if (!doc_is(players, DOC_LIST) || doc_count(players) != s->seats)
        return bad_value(fault, NULL, "players");
    int seat = 0;
    DOC_EACH (doc, players, player)
        if (!player_load(doc, player, seat++, s, fault))
            return false;
    return true;
}

static bool tied_load(const struct doc *doc, const struct doc_node *tied, struct scale_state *s)
{
    DOC_EACH (doc, tied, item) {
        int seat;
        if (!doc_number(item, 0, s->seats - 1, &seat) || bits_have(s->tied, seat))
            return false;
        s->tied |= (uint8_t)bit(seat);
    }
    return doc_is(tied, DOC_LIST);
}

static bool picked_load(const struct doc *doc, const struct doc_node *picked, struct scale_state *s)
{
    if (!doc_is(picked, DOC_LIST) || doc_count(picked) == 1 || doc_count(picked) > 2)
        return false;
    int place = 0;
    DOC_EACH (doc, picked, item) {
        int colour = word_find(doc, item, scale_colour_names, 0, SCALE_COLOURS);
        if (colour < 0)
            return false;
        s->picked[place++] = (uint8_t)(colour + 1);
    }
    return place == 0 || s->picked[0] != s->picked[1];
}

static bool votes_load(const struct doc *doc, const struct doc_node *votes, struct scale_state *s)
{
    if (!doc_is(votes, DOC_LIST) || doc_count(votes) != s->seats)
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
    int phase = word_find(doc, doc_get(doc, position, "phase"), scale_phase_names, 0, SCALE_PHASES);
    if (phase < 0)
        return bad_value(fault, NULL, "phase");
    s->phase = (uint8_t)phase;
    for (int colour = 0; colour < SCALE_COLOURS; colour++)
        if (!actions_load(doc, position, colour, s))
            return game_bad_position(fault, "S1", "scale.actions_do_not_add_up", "%s",
                                     scale_colour_names[colour]);
    if (!numbers_load(doc, position, s, fault))
        return false;
    if (!small_load(doc_get(doc, position, "good"), &s->good))
        return bad_value(fault, "S3", "good");
    if (!small_load(doc_get(doc, position, "bad"), &s->bad))
        return bad_value(fault, "S3", "bad");
    if (!small_load(doc_get(doc, position, "lid"), &s->lid))
        return bad_value(fault, "S14", "lid");
    if (!players_load(doc, doc_get(doc, position, "players"), s, fault))
        return false;
    if (!tied_load(doc, doc_get(doc, position, "tied"), s))
        return bad_value(fault, "S12", "tied");
    if (!picked_load(doc, doc_get(doc, position, "picked"), s))
        return bad_value(fault, "S12", "picked");
    if (!votes_load(doc, doc_get(doc, position, "votes"), s))
        return bad_value(fault, "S12", "votes");
    if (!game_deal_load(doc, position, &s->deal))
        return bad_value(fault, NULL, "rng");
    return scale_invariants(s, fault);
}

/* S1, S2: every card is somewhere, once. */
static bool cards_add_up(const struct scale_state *s, struct fault *fault)
{
    for (int colour = 0; colour < SCALE_COLOURS; colour++) {
        uint64_t met = s->action_discards[colour] | bit(s->action_up[colour]);
        for (int i = 0; i < s->action_count[colour]; i++)
            met |= bit(s->action_pile[colour][i]);
        int count = bits_count(s->action_discards[colour]) + 1 + s->action_count[colour];
        if (count != ACTION_CARDS || bits_count(met) != ACTION_CARDS)
            return game_bad_position(fault, "S1", "scale.actions_do_not_add_up", "%s",
                                     scale_colour_names[colour]);
    }
    int count[CARD_CODES] = {0};
    for (int i = 0; i < s->number_count; i++)
        count[s->number_pile[i]]++;
    for (int seat = 0; seat < s->seats; seat++)
        count[s->card[seat]]++;
    for (uint8_t card = CARD_VALUE; card < CARD_CODES; card++)
        if (count[card] + s->number_discards[card] != s->components.cards[card])
            return game_bad_position(fault, "S2", "scale.numbers_do_not_add_up", "%s",
                                     scale_card_name(card).text);
    return true;
}

/* Whether a pile and what was taken from it are what there was at first. Once it is empty, the
 * last match may have taken some from the box (S11): fewer than it needed in all. */
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
        if (good || bad || s->bad || s->good + s->lid != GOOD_OF_TWO)
            return game_bad_position(fault, "S13", "scale.tokens_of_two", "good");
        return true;
    }
    if (s->lid)
        return game_bad_position(fault, "S14", "scale.lid_for_two", "lid");
    if (!pile_adds_up(s->good, good, start.good, 2 * TOKENS_EQUAL))
        return game_bad_position(fault, "S3", "scale.tokens_do_not_add_up", "good");
    if (!pile_adds_up(s->bad, bad, start.bad, 2))
        return game_bad_position(fault, "S3", "scale.tokens_do_not_add_up", "bad");
    return true;
}

/* S11, S14: the phase is that of the tokens. */
static bool phase_fits(const struct scale_state *s, struct fault *fault)
{
    bool judging = s->phase == PHASE_PICK || s->phase == PHASE_VOTE;
    bool fits;
    if (scale_for_two(s)) /* a wrong answer ends it with tokens on the table */
        fits = !judging && (s->phase == PHASE_OVER || s->good > 0);
    else /* one pile is empty, and not the other: a match takes tokens of one kind */
        fits = s->phase == PHASE_PLAY ? s->good && s->bad : !s->good != !s->bad;
    return fits || game_bad_position(fault, scale_for_two(s) ? "S14" : "S11",
                                     "scale.phase_against_tokens", "phase");
}

static bool hands_fit(const struct scale_state *s, struct fault *fault)
{
    int empty = 0;
    for (int seat = 0; seat < s->seats; seat++) {
        uint8_t card = s->card[seat];
        if (card == CARD_NONE)
            empty++;
        else if (!card_has_value(card) && card != CARD_MULTICOLOUR)
            return bad_player(fault, "S9", "scale.swap_in_hand", seat, "card");
        if (bits_have(s->swapping, seat) != (card == CARD_MULTICOLOUR))
            return bad_player(fault, "S9", "scale.swapping_with_multicolour", seat, "swapping");
        if (card == CARD_NONE && s->phase == PHASE_PLAY)
            return bad_player(fault, "S4", "scale.card_missing", seat, "card");
    }
    /* The last match discarded two cards, and nothing was drawn; whether the others still hold
     * theirs no longer matters. */
    if (s->phase != PHASE_PLAY && empty < 2)
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
        if (s->card[seat] == CARD_NONE || s->card[to] == CARD_NONE)
            return bad_player(fault, "S8", "scale.offer_without_card", seat, "offer");
    }
    return true;
}

static bool answers_fit(const struct scale_state *s, struct fault *fault)
{
    for (int seat = 0; seat < s->seats; seat++)
        if (s->answer[seat] != ANSWER_NONE &&
            (!scale_for_two(s) || s->phase != PHASE_PLAY || s->swapping))
            return bad_player(fault, "S13", "scale.answer_too_early", seat, "answer");
    if (scale_for_two(s) && s->answer[0] != ANSWER_NONE && s->answer[0] == s->answer[1])
        return bad_player(fault, "S13", "scale.answers_resolved", 1, "answer");
    return true;
}

/* S12 */
static bool judging_fits(const struct scale_state *s, struct fault *fault)
{
    uint32_t tied = s->phase == PHASE_PLAY || scale_for_two(s) ? 0 : scale_leaders(s);
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
    uint8_t phase = s->phase == PHASE_PLAY ? PHASE_PLAY : PHASE_OVER;
    if (voted != judges)
        phase = picked ? PHASE_VOTE : PHASE_PICK;
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
