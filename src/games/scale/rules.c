/* Dealing, and what a move does.
 *
 * Then: who may make which move, or say what; the totals, and who wins. */
#include "games/scale/scale_internal.h"

#include "base/base.h"

#include <string.h>

struct scale_tokens scale_tokens_at_start(int seats)
{
    static const struct scale_tokens by_seats[SCALE_SEATS_MAX + 1] = {[2] = {SCALE_GOOD_OF_TWO, 0},
                                                                      [3] = {16, 8},
                                                                      [4] = {20, 10},
                                                                      [5] = {24, 12},
                                                                      [6] = {28, 14},
                                                                      [7] = {32, 16},
                                                                      [8] = {36, 18}};
    return by_seats[seats];
}

/* S10: all discarded number cards become the pile. */
static void numbers_reshuffle(struct scale_state *s, struct story *story)
{
    for (uint8_t card = SCALE_CARD_VALUE; card < SCALE_CARD_CODES; card++) {
        memset(s->number_pile + s->number_count, card, s->number_discards[card]);
        s->number_count = (uint8_t)(s->number_count + s->number_discards[card]);
    }
    memset(s->number_discards, 0, sizeof s->number_discards);
    deal_shuffle(&s->deal, s->number_pile, s->number_count);
    if (story)
        scale_event_number(story, "reshuffle", -1, "count", s->number_count);
}

static uint8_t number_take(struct scale_state *s)
{
    CHECK(s->number_count > 0);
    uint8_t card = s->number_pile[--s->number_count];
    s->number_pile[s->number_count] = 0; /* unused bytes stay zero */
    return card;
}

static uint8_t action_take(struct scale_state *s, int colour)
{
    CHECK(s->action_count[colour] > 0);
    uint8_t *top = &s->action_pile[colour][--s->action_count[colour]];
    uint8_t action = *top;
    *top = 0;
    return action;
}

static void actions_reshuffle(struct scale_state *s, int colour, struct story *story)
{
    for (uint64_t rest = s->action_discards[colour]; rest;)
        s->action_pile[colour][s->action_count[colour]++] = (uint8_t)bits_pop(&rest);
    s->action_discards[colour] = 0;
    deal_shuffle(&s->deal, s->action_pile[colour], s->action_count[colour]);
    if (story)
        scale_event_reshuffle_actions(story, colour, s->action_count[colour]);
}

/* S9: a swap, which `seat` drew, replaces the action card of a colour and is discarded. */
static void action_swap(struct scale_state *s, int seat, uint8_t swap, int colour,
                        struct story *story)
{
    uint8_t old = s->action_up[colour];
    s->action_discards[colour] |= bit32(old);
    if (s->action_count[colour] == 0)
        actions_reshuffle(s, colour, story); /* S10 */
    s->action_up[colour] = action_take(s, colour);
    s->number_discards[swap]++;
    if (story)
        scale_event_swap(story, seat, swap, colour, old, s->action_up[colour]);
}

/* Draws until there is a card to hold: one with a value, or a multicolour swap, which waits for
 * the choice of its drawer (S9). */
static void card_draw(struct scale_state *s, int seat, struct story *story)
{
    for (;;) {
        if (s->number_count == 0)
            numbers_reshuffle(s, story); /* S10 */
        uint8_t card = number_take(s);
        if (scale_card_has_value(card)) {
            s->card[seat] = card;
            if (story)
                scale_event_card(story, "draw", seat, card, s->number_count);
            return;
        }
        if (card == SCALE_CARD_MULTICOLOUR) {
            s->card[seat] = card;
            s->swapping |= (uint8_t)bit(seat);
            if (story)
                scale_event_number(story, "multicolour", seat, "left", s->number_count);
            return;
        }
        action_swap(s, seat, card, card - SCALE_CARD_SWAP, story);
    }
}

/* S8: withdraws offers by or to the seats in `changed`. Offers by the seats in `silent`, whose
 * cards were just turned over, cause no event. */
static void offers_lapse(struct scale_state *s, uint32_t changed, uint32_t silent,
                         struct story *story)
{
    for (int by = 0; by < s->seats; by++) {
        int to = s->offer[by] - 1;
        if (to < 0 || !(bits_have(changed, by) || bits_have(changed, to)))
            continue;
        s->offer[by] = 0;
        if (!bits_have(silent, by))
            if (story)
                scale_event_number(story, "lapse", by, "to", to);
    }
}

static uint8_t card_discard(struct scale_state *s, int seat)
{
    uint8_t card = s->card[seat];
    s->number_discards[card]++;
    s->card[seat] = SCALE_CARD_NONE;
    return card;
}

/* Both cards are turned over and discarded (S7). */
static enum scale_match cards_turn(struct scale_state *s, int low, int high, struct story *story)
{
    uint8_t cards[2] = {card_discard(s, low), card_discard(s, high)};
    int apart = scale_card_value(cards[0]) - scale_card_value(cards[1]);
    enum scale_match match = apart == 0                  ? SCALE_MATCH_EQUAL
                             : apart == 1 || apart == -1 ? SCALE_MATCH_CLOSE
                                                         : SCALE_MATCH_NONE;
    if (story)
        scale_event_reveal(story, low, high, cards, match);
    return match;
}

/* S7: `each` tokens for both, from the pile on the table and then from the box (S11). */
static void tokens_give(struct scale_state *s, int low, int high, bool good, int each,
                        struct story *story)
{
    uint8_t *pile = good ? &s->good : &s->bad, *of = good ? s->good_of : s->bad_of;
    int lacking = 2 * each > *pile ? 2 * each - *pile : 0;
    *pile = (uint8_t)(*pile - (2 * each - lacking));
    of[low] = (uint8_t)(of[low] + each);
    of[high] = (uint8_t)(of[high] + each);
    if (story)
        scale_event_tokens(story, low, high, good, each, lacking);
}

static void match_end(struct scale_state *s, struct story *story)
{
    s->phase = SCALE_PHASE_OVER;
    if (story)
        scale_event_end(story, s);
}

/* S11, S12: a pile of tokens is empty. */
static void tokens_are_out(struct scale_state *s, struct story *story)
{
    uint32_t leaders = scale_leaders(s);
    if (bits_count(leaders) > 1) {
        s->tied = (uint8_t)leaders;
        if (story)
            scale_event_tie(story, leaders);
        if (leaders != scale_all_seats(s)) {
            s->phase = SCALE_PHASE_PICK;
            return;
        }
    }
    match_end(s, story);
}

/* Two players have offered to each other. */
static void offers_meet(struct scale_state *s, int low, int high, struct story *story)
{
    enum scale_match match = cards_turn(s, low, high, story);
    tokens_give(s, low, high, match != SCALE_MATCH_NONE,
                match == SCALE_MATCH_EQUAL ? SCALE_TOKENS_EQUAL : SCALE_TOKENS_CLOSE, story);
    uint32_t both = (uint32_t)(bit(low) | bit(high));
    offers_lapse(s, both, both, story);
    if (s->good == 0 || s->bad == 0) {
        tokens_are_out(s, story);
        return;
    }
    card_draw(s, low, story);
    card_draw(s, high, story);
}

static void apply_offer(struct scale_state *s, int seat, int to, struct story *story)
{
    int from = s->offer[seat] - 1;
    s->offer[seat] = (uint8_t)(to + 1);
    if (story)
        scale_event_offer(story, seat, from, to);
    if (s->offer[to] == seat + 1) /* S6 */
        offers_meet(s, seat < to ? seat : to, seat < to ? to : seat, story);
}

static void apply_withdraw(struct scale_state *s, int seat, struct story *story)
{
    if (story)
        scale_event_number(story, "withdraw", seat, "to", s->offer[seat] - 1);
    s->offer[seat] = 0;
}

static void apply_change(struct scale_state *s, int seat, struct story *story)
{
    uint8_t card = card_discard(s, seat);
    if (story)
        scale_event_card(story, "change", seat, card, -1);
    offers_lapse(s, bit32(seat), 0, story);
    card_draw(s, seat, story);
}

static void apply_swap(struct scale_state *s, int seat, int colour, struct story *story)
{
    s->swapping &= (uint8_t)~bit(seat);
    s->card[seat] = SCALE_CARD_NONE;
    action_swap(s, seat, SCALE_CARD_MULTICOLOUR, colour, story);
    card_draw(s, seat, story);
}

/* S14: both have given the same answer. */
static void answers_meet(struct scale_state *s, uint8_t answer, struct story *story)
{
    enum scale_match match = cards_turn(s, 0, 1, story);
    s->answer[0] = s->answer[1] = SCALE_ANSWER_NONE;
    bool right = (answer == SCALE_ANSWER_MATCH) == (match != SCALE_MATCH_NONE);
    if (right) {
        int count = match == SCALE_MATCH_EQUAL ? SCALE_TOKENS_EQUAL : SCALE_TOKENS_CLOSE;
        if (count > s->good)
            count = s->good;
        s->good = (uint8_t)(s->good - count);
        s->lid = (uint8_t)(s->lid + count);
        if (story)
            scale_event_right(story, answer, count, s->lid);
    } else if (story) {
        scale_event_wrong(story, answer);
    }
    if (!right || s->good == 0) {
        match_end(s, story);
        return;
    }
    card_draw(s, 0, story);
    card_draw(s, 1, story);
}

static void apply_answer(struct scale_state *s, int seat, uint8_t answer, struct story *story)
{
    s->answer[seat] = answer;
    if (story)
        scale_event_answer(story, seat, answer);
    if (s->answer[1 - seat] == answer) /* S13 */
        answers_meet(s, answer, story);
}

static void apply_pick(struct scale_state *s, int seat, const struct move *move,
                       struct story *story)
{
    s->picked[0] = (uint8_t)(move->a + 1);
    s->picked[1] = (uint8_t)(move->b + 1);
    s->phase = SCALE_PHASE_VOTE;
    if (story)
        scale_event_pick(story, s, seat);
}

static void apply_vote(struct scale_state *s, int seat, int to, struct story *story)
{
    s->vote[seat] = (uint8_t)(to + 1);
    if (story)
        scale_event_number(story, "vote", seat, "to", to);
    if (scale_to_act(s) == 0)
        match_end(s, story);
}

void scale_apply(void *state, int seat, const struct move *move, struct story *story)
{
    struct scale_state *s = state;
    switch (move->kind) {
    case SCALE_MOVE_OFFER:
        apply_offer(s, seat, move->a, story);
        break;
    case SCALE_MOVE_WITHDRAW:
        apply_withdraw(s, seat, story);
        break;
    case SCALE_MOVE_CHANGE:
        apply_change(s, seat, story);
        break;
    case SCALE_MOVE_SWAP:
        apply_swap(s, seat, move->a, story);
        break;
    case SCALE_MOVE_ANSWER:
        apply_answer(s, seat, move->a, story);
        break;
    case SCALE_MOVE_PICK:
        apply_pick(s, seat, move, story);
        break;
    default:
        CHECK(move->kind == SCALE_MOVE_VOTE);
        apply_vote(s, seat, move->a, story);
    }
}

/* S4: the action cards of a colour, one face up. */
static void actions_deal(struct scale_state *s, int colour)
{
    uint8_t *pile = s->action_pile[colour];
    for (int i = 0; i < SCALE_ACTION_CARDS; i++)
        pile[i] = (uint8_t)(i + 1);
    s->action_count[colour] = SCALE_ACTION_CARDS;
    deal_shuffle(&s->deal, pile, SCALE_ACTION_CARDS);
    if (s->options
            [SCALE_OPTION_FIRST_GAME]) { /* swaps the named card, number 1, with the top card */
        uint8_t *named = memchr(pile, 1, SCALE_ACTION_CARDS);
        *named = pile[SCALE_ACTION_CARDS - 1];
        pile[SCALE_ACTION_CARDS - 1] = 1;
    }
    s->action_up[colour] = action_take(s, colour);
}

/* S4: a swap goes back into the pile, which is shuffled. */
static void card_deal(struct scale_state *s, int seat)
{
    while (!scale_card_has_value(s->number_pile[s->number_count - 1]))
        deal_shuffle(&s->deal, s->number_pile, s->number_count);
    s->card[seat] = number_take(s);
}

bool scale_start(void *state, const struct game_setup *setup, struct fault *fault)
{
    (void)fault; /* all combinations of options are valid */
    struct scale_state *s = state;
    struct scale_tokens tokens = scale_tokens_at_start(setup->seats);
    *s = (struct scale_state){.components = *(const struct scale_components *)setup->components,
                              .seats = (uint8_t)setup->seats,
                              .good = tokens.good,
                              .bad = tokens.bad};
    memcpy(s->options, setup->options, sizeof s->options);
    deal_start(&s->deal, setup->seed, setup->seed_length);
    for (int colour = 0; colour < SCALE_COLOURS; colour++)
        actions_deal(s, colour);
    memcpy(s->number_discards, s->components.cards, sizeof s->number_discards);
    numbers_reshuffle(s, NULL);
    for (int seat = 0; seat < s->seats; seat++)
        card_deal(s, seat);
    return true;
}

/* ---- Who may make which move, or say what ---- */

static uint32_t outsiders(const struct scale_state *s)
{
    return scale_all_seats(s) & ~(uint32_t)s->tied;
}

/* S12: the seats outside the tie that have not chosen yet. */
static uint32_t judges_to_act(const struct scale_state *s)
{
    if (s->phase == SCALE_PHASE_PICK)
        return bit32(bits_first(outsiders(s)));
    uint32_t open = 0;
    for (uint64_t rest = outsiders(s); rest;) {
        int seat = bits_pop(&rest);
        if (!s->vote[seat])
            open |= bit32(seat);
    }
    return open;
}

uint32_t scale_to_act(const void *state)
{
    const struct scale_state *s = state;
    if (s->phase == SCALE_PHASE_OVER)
        return 0;
    if (s->phase != SCALE_PHASE_PLAY)
        return judges_to_act(s);
    if (scale_for_two(s) && s->swapping)
        return s->swapping; /* nobody answers while a colour is being chosen */
    return scale_all_seats(s);
}

/* While everybody performs, the match waits for nobody except a player who holds a multicolour swap
 * (S9). */
uint32_t scale_awaited(const void *state)
{
    const struct scale_state *s = state;
    return s->phase == SCALE_PHASE_PLAY ? s->swapping : scale_to_act(s);
}

/* S5: everybody performs during play, the tied players while the others vote (S12). Spectators are
 * included: a performer may be watching under another name. */
bool scale_may_say(const void *state, int seat, const char *text, struct fault *fault)
{
    const struct scale_state *s = state;
    bool performs =
        s->phase == SCALE_PHASE_PLAY ||
        (s->phase == SCALE_PHASE_VOTE && (seat == GAME_SPECTATOR || bits_have(s->tied, seat)));
    if (!performs || scale_speech_allowed(text))
        return true;
    return fault_set(fault, FAULT_FORBIDDEN, "S5", "scale.speech", NULL);
}

static bool refuse(struct fault *fault, const char *rule, const char *text)
{
    return fault_set(fault, FAULT_ILLEGAL_MOVE, rule, text, NULL);
}

/* In `pick` and `vote`. */
static bool check_judging(const struct scale_state *s, const struct move *move, struct fault *fault)
{
    switch (move->kind) {
    case SCALE_MOVE_PICK:
        if (s->phase != SCALE_PHASE_PICK)
            return refuse(fault, "S12", "scale.picked_already");
        if (move->a == move->b)
            return refuse(fault, "S12", "scale.same_colour");
        return true;
    case SCALE_MOVE_VOTE:
        if (s->phase != SCALE_PHASE_VOTE)
            return refuse(fault, "S12", "scale.pick_first");
        if (!bits_have(s->tied, move->a))
            return refuse(fault, "S12", "scale.vote_for_tied");
        return true;
    case SCALE_MOVE_ANSWER:
        return refuse(fault, "S13", "scale.answer_for_two");
    default:
        return refuse(fault, "S11", "scale.tokens_are_out");
    }
}

/* What the number of players forbids. */
static bool check_for_seats(const struct scale_state *s, const struct move *move,
                            struct fault *fault)
{
    if (!scale_for_two(s))
        return move->kind != SCALE_MOVE_ANSWER || refuse(fault, "S13", "scale.answer_for_two");
    if (move->kind == SCALE_MOVE_OFFER || move->kind == SCALE_MOVE_WITHDRAW)
        return refuse(fault, "S13", "scale.no_offers_for_two");
    return move->kind != SCALE_MOVE_CHANGE || refuse(fault, "S14", "scale.no_change_for_two");
}

static bool check_offer(const struct scale_state *s, int seat, int to, struct fault *fault)
{
    if (to == seat)
        return refuse(fault, "S6", "scale.offer_to_oneself");
    if (bits_have(s->swapping, to))
        return refuse(fault, "S9", "scale.offer_to_swapping");
    if (s->offer[seat] == to + 1)
        return refuse(fault, "S6", "scale.offered_already");
    return true;
}

bool scale_check(const void *state, int seat, const struct move *move, struct fault *fault)
{
    const struct scale_state *s = state;
    CHECK(move->kind < SCALE_MOVES);
    if (s->phase != SCALE_PHASE_PLAY)
        return check_judging(s, move, fault);
    if (move->kind == SCALE_MOVE_PICK || move->kind == SCALE_MOVE_VOTE)
        return refuse(fault, "S12", "scale.no_tie_yet");
    if (!check_for_seats(s, move, fault))
        return false;
    bool swapping = bits_have(s->swapping, seat);
    if (move->kind == SCALE_MOVE_SWAP)
        return swapping || refuse(fault, "S9", "scale.nothing_to_swap");
    if (swapping)
        return refuse(fault, "S9", "scale.choose_colour_first");
    if (move->kind == SCALE_MOVE_OFFER)
        return check_offer(s, seat, move->a, fault);
    if (move->kind == SCALE_MOVE_WITHDRAW && !s->offer[seat])
        return refuse(fault, "S6", "scale.nothing_to_withdraw");
    if (move->kind == SCALE_MOVE_ANSWER && s->answer[seat] == move->a)
        return refuse(fault, "S13", "scale.answered_already");
    return true;
}

/* The seats to which `seat`, who is not swapping, may offer now: check_offer for all at once. */
static uint32_t offer_targets(const struct scale_state *s, int seat)
{
    uint32_t excluded = s->swapping | bit32(seat);
    if (s->offer[seat])
        excluded |= bit32(s->offer[seat] - 1);
    return scale_all_seats(s) & ~excluded;
}

static int legal_in_play(const struct scale_state *s, int seat, struct move *moves)
{
    int count = 0;
    if (bits_have(s->swapping, seat)) {
        for (uint8_t colour = 0; colour < SCALE_COLOURS; colour++)
            moves[count++] = (struct move){.kind = SCALE_MOVE_SWAP, .a = colour};
    } else if (scale_for_two(s)) {
        for (uint8_t answer = SCALE_ANSWER_MATCH; answer <= SCALE_ANSWER_NO_MATCH; answer++)
            if (s->answer[seat] != answer)
                moves[count++] = (struct move){.kind = SCALE_MOVE_ANSWER, .a = answer};
    } else {
        for (uint64_t targets = offer_targets(s, seat); targets;)
            moves[count++] =
                (struct move){.kind = SCALE_MOVE_OFFER, .a = (uint8_t)bits_pop(&targets)};
        if (s->offer[seat])
            moves[count++] = (struct move){.kind = SCALE_MOVE_WITHDRAW};
        moves[count++] = (struct move){.kind = SCALE_MOVE_CHANGE};
    }
    return count;
}

int scale_legal(const void *state, int seat, struct move *moves)
{
    const struct scale_state *s = state;
    int count = 0;
    if (!bits_have(scale_to_act(s), seat))
        return 0;
    if (s->phase == SCALE_PHASE_PLAY)
        return legal_in_play(s, seat, moves);
    if (s->phase == SCALE_PHASE_VOTE) {
        for (uint64_t tied = s->tied; tied;)
            moves[count++] = (struct move){.kind = SCALE_MOVE_VOTE, .a = (uint8_t)bits_pop(&tied)};
        return count;
    }
    for (uint8_t a = 0; a < SCALE_COLOURS; a++)
        for (uint8_t b = 0; b < SCALE_COLOURS; b++)
            if (a != b)
                moves[count++] = (struct move){.kind = SCALE_MOVE_PICK, .a = a, .b = b};
    return count;
}

/* Mostly offers, often to a seat that has already offered: uniformly random players would take very
 * long to finish a game. */
static struct move sample_offer_or_other(const struct scale_state *s, int seat, struct rng *rng)
{
    uint32_t targets = offer_targets(s, seat), chance = rng_below(rng, 16);
    if (chance == 0 && s->offer[seat])
        return (struct move){.kind = SCALE_MOVE_WITHDRAW};
    if (chance == 1 || !targets)
        return (struct move){.kind = SCALE_MOVE_CHANGE};
    uint32_t suitors = 0;
    for (int other = 0; other < s->seats; other++)
        if (s->offer[other] == seat + 1)
            suitors |= bit32(other);
    if ((suitors & targets) && chance < 12)
        targets &= suitors;
    int rank = (int)rng_below(rng, (uint32_t)bits_count(targets));
    return (struct move){.kind = SCALE_MOVE_OFFER, .a = (uint8_t)bits_nth(targets, rank)};
}

void scale_sample(const void *state, int seat, struct rng *rng, struct move *move)
{
    const struct scale_state *s = state;
    if (s->phase == SCALE_PHASE_PLAY && !scale_for_two(s) && !bits_have(s->swapping, seat)) {
        *move = sample_offer_or_other(s, seat, rng);
        return;
    }
    struct move moves[SCALE_SEATS_MAX]; /* enough for the other kinds */
    int count = scale_legal(s, seat, moves);
    CHECK(count > 0);
    *move = moves[rng_below(rng, (uint32_t)count)];
}

/* ---- The totals, and who wins ---- */

/* The seats of `among` with the highest number. */
static uint32_t highest(const int32_t *numbers, uint32_t among)
{
    int32_t best = INT32_MIN;
    uint32_t seats = 0;
    for (uint64_t rest = among; rest;) {
        int seat = bits_pop(&rest);
        if (numbers[seat] > best) {
            best = numbers[seat];
            seats = 0;
        }
        if (numbers[seat] == best)
            seats |= bit32(seat);
    }
    return seats;
}

uint32_t scale_leaders(const struct scale_state *s)
{
    int32_t totals[SCALE_SEATS_MAX];
    for (int seat = 0; seat < s->seats; seat++)
        totals[seat] = s->good_of[seat] - s->bad_of[seat]; /* S11 */
    return highest(totals, scale_all_seats(s));
}

static uint32_t winners(const struct scale_state *s)
{
    if (scale_for_two(s))
        return s->good == 0 ? scale_all_seats(s) : 0; /* S14 */
    if (!s->tied)
        return scale_leaders(s);
    int32_t votes[SCALE_SEATS_MAX] = {0}; /* S12; with nobody to vote, all the tied have none */
    for (int seat = 0; seat < s->seats; seat++)
        if (s->vote[seat])
            votes[s->vote[seat] - 1]++;
    return highest(votes, s->tied);
}

void scale_result(const void *state, struct game_result *result)
{
    const struct scale_state *s = state;
    *result = (struct game_result){.over = s->phase == SCALE_PHASE_OVER};
    for (int seat = 0; seat < s->seats; seat++)
        result->scores[seat] = scale_for_two(s) ? s->lid : s->good_of[seat] - s->bad_of[seat];
    if (result->over)
        result->winners = winners(s);
}

void scale_result_details(const void *state, struct doc *doc)
{
    const struct scale_state *s = state;
    if (scale_for_two(s))
        doc_bool(doc, "won", s->phase == SCALE_PHASE_OVER && s->good == 0);
}
