/* Dealing, and what a move does.
 *
 * Events, in the order in which things happen; cards by their names, "?" where the listener may
 * not know:
 *     offer       seat, to              a card is laid before somebody
 *     redirect    seat, from, to        it is moved to somebody else
 *     withdraw    seat, to              it is taken back
 *     lapse       seat, to              it is taken back because a card changed (S8)
 *     change      seat, card            the own card is discarded; only its owner knows it
 *     answer      seat, answer
 *     reveal      seats, cards, match   both cards turn, and are discarded: equal, close, none
 *     good, bad   seats, count          tokens for each of them
 *     box         token, count          of these, so many in all came from the box (S11)
 *     right       answer, count, lid    tokens into the lid, and how many are there now
 *     wrong       answer
 *     draw        seat, card, left      left: cards still in the pile
 *     multicolour seat, left            a multicolour swap is drawn: the colour is to be chosen
 *     swap        seat, card, colour, old, new   an action card is replaced; the swap is discarded
 *     reshuffle   count                 the discarded number cards are the new pile
 *     reshuffle_actions colour, count   the same for the action cards of a colour
 *     tie         seats
 *     pick        seat, colours, actions
 *     vote        seat, to
 *     end         seats, scores         seats: who won, three players and more
 *     won, lost   lid                   two players */
#include "games/scale/scale.h"

#include "base/bits.h"
#include "base/check.h"

#include <string.h>

enum match { MATCH_EQUAL, MATCH_CLOSE, MATCH_NONE };

/* An event with a number beside its seat, which most have. */
static void tell(struct story *story, const char *type, int seat, const char *key, int number)
{
    if (!story)
        return;
    story_event(story, type, seat);
    doc_integer(story->doc, key, number);
    story_event_end(story);
}

/* A card that only `seat` may know; `left` < 0: not told. */
static void tell_card(struct story *story, const char *type, int seat, uint8_t card, int left)
{
    if (!story)
        return;
    story_event(story, type, seat);
    doc_string(story->doc, "card",
               scale_card_name(story_tells(story, seat) ? card : CARD_HIDDEN).text);
    if (left >= 0)
        doc_integer(story->doc, "left", left);
    story_event_end(story);
}

/* S10: all discarded number cards become the pile. */
static void numbers_reshuffle(struct scale_state *s, struct story *story)
{
    for (uint8_t card = CARD_VALUE; card < CARD_CODES; card++) {
        memset(s->number_pile + s->number_count, card, s->number_discards[card]);
        s->number_count = (uint8_t)(s->number_count + s->number_discards[card]);
    }
    memset(s->number_discards, 0, sizeof s->number_discards);
    deal_shuffle(&s->deal, s->number_pile, s->number_count);
    tell(story, "reshuffle", -1, "count", s->number_count);
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
    if (story) {
        story_event(story, "reshuffle_actions", -1);
        doc_string(story->doc, "colour", scale_colour_names[colour]);
        doc_integer(story->doc, "count", s->action_count[colour]);
        story_event_end(story);
    }
}

/* S9: a swap, which `seat` drew, replaces the action card of a colour and is discarded. */
static void action_swap(struct scale_state *s, int seat, uint8_t swap, int colour,
                        struct story *story)
{
    uint8_t old = s->action_up[colour];
    s->action_discards[colour] |= (uint32_t)bit(old);
    if (s->action_count[colour] == 0)
        actions_reshuffle(s, colour, story); /* S10 */
    s->action_up[colour] = action_take(s, colour);
    s->number_discards[swap]++;
    if (story) {
        story_event(story, "swap", seat);
        doc_string(story->doc, "card", scale_card_name(swap).text);
        doc_string(story->doc, "colour", scale_colour_names[colour]);
        doc_string(story->doc, "old", scale_action_name(colour, old).text);
        doc_string(story->doc, "new", scale_action_name(colour, s->action_up[colour]).text);
        story_event_end(story);
    }
}

/* Draws until there is a card to hold: one with a value, or a multicolour swap, which waits for
 * the choice of its drawer (S9). */
static void card_draw(struct scale_state *s, int seat, struct story *story)
{
    for (;;) {
        if (s->number_count == 0)
            numbers_reshuffle(s, story); /* S10 */
        uint8_t card = number_take(s);
        if (card_has_value(card)) {
            s->card[seat] = card;
            tell_card(story, "draw", seat, card, s->number_count);
            return;
        }
        if (card == CARD_MULTICOLOUR) {
            s->card[seat] = card;
            s->swapping |= (uint8_t)bit(seat);
            tell(story, "multicolour", seat, "left", s->number_count);
            return;
        }
        action_swap(s, seat, card, card - CARD_SWAP, story);
    }
}

/* S8: whatever is offered by or to the seats in `changed` goes back. Nothing is told of offers by
 * those in `silent`: the two whose cards have just turned. */
static void offers_lapse(struct scale_state *s, uint32_t changed, uint32_t silent,
                         struct story *story)
{
    for (int by = 0; by < s->seats; by++) {
        int to = s->offer[by] - 1;
        if (to < 0 || !(bits_have(changed, by) || bits_have(changed, to)))
            continue;
        s->offer[by] = 0;
        if (!bits_have(silent, by))
            tell(story, "lapse", by, "to", to);
    }
}

static uint8_t card_discard(struct scale_state *s, int seat)
{
    uint8_t card = s->card[seat];
    s->number_discards[card]++;
    s->card[seat] = CARD_NONE;
    return card;
}

/* Both cards turn and are discarded (S7). */
static enum match cards_turn(struct scale_state *s, int low, int high, struct story *story)
{
    static const char *const names[] = {
        [MATCH_EQUAL] = "equal", [MATCH_CLOSE] = "close", [MATCH_NONE] = "none"};
    uint8_t cards[2] = {card_discard(s, low), card_discard(s, high)};
    int apart = card_value(cards[0]) - card_value(cards[1]);
    enum match match = apart == 0                  ? MATCH_EQUAL
                       : apart == 1 || apart == -1 ? MATCH_CLOSE
                                                   : MATCH_NONE;
    if (story) {
        story_event(story, "reveal", -1);
        doc_bits(story->doc, "seats", bit(low) | bit(high));
        doc_list(story->doc, "cards");
        for (int i = 0; i < 2; i++)
            doc_string(story->doc, NULL, scale_card_name(cards[i]).text);
        doc_end(story->doc);
        doc_string(story->doc, "match", names[match]);
        story_event_end(story);
    }
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
    if (!story)
        return;
    const char *token = good ? "good" : "bad";
    story_event(story, token, -1);
    doc_bits(story->doc, "seats", bit(low) | bit(high));
    doc_integer(story->doc, "count", each);
    story_event_end(story);
    if (lacking) {
        story_event(story, "box", -1);
        doc_string(story->doc, "token", token);
        doc_integer(story->doc, "count", lacking);
        story_event_end(story);
    }
}

static void match_end(struct scale_state *s, struct story *story)
{
    s->phase = PHASE_OVER;
    if (!story)
        return;
    struct game_result result;
    scale_result(s, &result);
    if (scale_for_two(s)) {
        tell(story, result.winners ? "won" : "lost", -1, "lid", s->lid);
        return;
    }
    story_event(story, "end", -1);
    doc_bits(story->doc, "seats", result.winners);
    doc_list(story->doc, "scores");
    for (int seat = 0; seat < s->seats; seat++)
        doc_integer(story->doc, NULL, result.scores[seat]);
    doc_end(story->doc);
    story_event_end(story);
}

/* S11, S12: a pile of tokens is empty. */
static void tokens_are_out(struct scale_state *s, struct story *story)
{
    uint32_t leaders = scale_leaders(s);
    if (bits_count(leaders) > 1) {
        s->tied = (uint8_t)leaders;
        if (story) {
            story_event(story, "tie", -1);
            doc_bits(story->doc, "seats", leaders);
            story_event_end(story);
        }
        if (leaders != scale_all_seats(s)) {
            s->phase = PHASE_PICK;
            return;
        }
    }
    match_end(s, story);
}

/* Two have offered to each other. */
static void offers_meet(struct scale_state *s, int low, int high, struct story *story)
{
    enum match match = cards_turn(s, low, high, story);
    tokens_give(s, low, high, match != MATCH_NONE,
                match == MATCH_EQUAL ? TOKENS_EQUAL : TOKENS_CLOSE, story);
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
    if (story) {
        story_event(story, from < 0 ? "offer" : "redirect", seat);
        if (from >= 0)
            doc_integer(story->doc, "from", from);
        doc_integer(story->doc, "to", to);
        story_event_end(story);
    }
    if (s->offer[to] == seat + 1) /* S6 */
        offers_meet(s, seat < to ? seat : to, seat < to ? to : seat, story);
}

static void apply_withdraw(struct scale_state *s, int seat, struct story *story)
{
    tell(story, "withdraw", seat, "to", s->offer[seat] - 1);
    s->offer[seat] = 0;
}

static void apply_change(struct scale_state *s, int seat, struct story *story)
{
    tell_card(story, "change", seat, card_discard(s, seat), -1);
    offers_lapse(s, (uint32_t)bit(seat), 0, story);
    card_draw(s, seat, story);
}

static void apply_swap(struct scale_state *s, int seat, int colour, struct story *story)
{
    s->swapping &= (uint8_t)~bit(seat);
    s->card[seat] = CARD_NONE;
    action_swap(s, seat, CARD_MULTICOLOUR, colour, story);
    card_draw(s, seat, story);
}

/* S14: both have given the same answer. */
static void answers_meet(struct scale_state *s, uint8_t answer, struct story *story)
{
    enum match match = cards_turn(s, 0, 1, story);
    s->answer[0] = s->answer[1] = ANSWER_NONE;
    bool right = (answer == ANSWER_MATCH) == (match != MATCH_NONE);
    if (right) {
        int count = match == MATCH_EQUAL ? TOKENS_EQUAL : TOKENS_CLOSE;
        if (count > s->good)
            count = s->good;
        s->good = (uint8_t)(s->good - count);
        s->lid = (uint8_t)(s->lid + count);
        if (story) {
            story_event(story, "right", -1);
            doc_string(story->doc, "answer", scale_answer_names[answer]);
            doc_integer(story->doc, "count", count);
            doc_integer(story->doc, "lid", s->lid);
            story_event_end(story);
        }
    } else if (story) {
        story_event(story, "wrong", -1);
        doc_string(story->doc, "answer", scale_answer_names[answer]);
        story_event_end(story);
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
    if (story) {
        story_event(story, "answer", seat);
        doc_string(story->doc, "answer", scale_answer_names[answer]);
        story_event_end(story);
    }
    if (s->answer[1 - seat] == answer) /* S13 */
        answers_meet(s, answer, story);
}

static void apply_pick(struct scale_state *s, int seat, const struct move *move,
                       struct story *story)
{
    s->picked[0] = (uint8_t)(move->a + 1);
    s->picked[1] = (uint8_t)(move->b + 1);
    s->phase = PHASE_VOTE;
    if (!story)
        return;
    story_event(story, "pick", seat);
    doc_list(story->doc, "colours");
    for (int i = 0; i < 2; i++)
        doc_string(story->doc, NULL, scale_colour_names[s->picked[i] - 1]);
    doc_end(story->doc);
    doc_list(story->doc, "actions");
    for (int i = 0; i < 2; i++) {
        int colour = s->picked[i] - 1;
        doc_string(story->doc, NULL, scale_action_name(colour, s->action_up[colour]).text);
    }
    doc_end(story->doc);
    story_event_end(story);
}

static void apply_vote(struct scale_state *s, int seat, int to, struct story *story)
{
    s->vote[seat] = (uint8_t)(to + 1);
    tell(story, "vote", seat, "to", to);
    if (scale_to_act(s) == 0)
        match_end(s, story);
}

void scale_apply(void *state, int seat, const struct move *move, struct story *story)
{
    struct scale_state *s = state;
    switch (move->kind) {
    case MOVE_OFFER:
        apply_offer(s, seat, move->a, story);
        break;
    case MOVE_WITHDRAW:
        apply_withdraw(s, seat, story);
        break;
    case MOVE_CHANGE:
        apply_change(s, seat, story);
        break;
    case MOVE_SWAP:
        apply_swap(s, seat, move->a, story);
        break;
    case MOVE_ANSWER:
        apply_answer(s, seat, move->a, story);
        break;
    case MOVE_PICK:
        apply_pick(s, seat, move, story);
        break;
    default:
        CHECK(move->kind == MOVE_VOTE);
        apply_vote(s, seat, move->a, story);
    }
}

/* S4: the action cards of a colour, one face up. */
static void actions_deal(struct scale_state *s, int colour)
{
    uint8_t *pile = s->action_pile[colour];
    for (int i = 0; i < ACTION_CARDS; i++)
        pile[i] = (uint8_t)(i + 1);
    s->action_count[colour] = ACTION_CARDS;
    deal_shuffle(&s->deal, pile, ACTION_CARDS);
    if (s->options[OPTION_FIRST_GAME]) { /* the named card, number 1, changes places with the top */
        uint8_t *named = memchr(pile, 1, ACTION_CARDS);
        *named = pile[ACTION_CARDS - 1];
        pile[ACTION_CARDS - 1] = 1;
    }
    s->action_up[colour] = action_take(s, colour);
}

/* S4: a swap goes back into the pile, which is shuffled. */
static void card_deal(struct scale_state *s, int seat)
{
    while (!card_has_value(s->number_pile[s->number_count - 1]))
        deal_shuffle(&s->deal, s->number_pile, s->number_count);
    s->card[seat] = number_take(s);
}

bool scale_start(void *state, const struct game_setup *setup, struct fault *fault)
{
    (void)fault; /* every combination of options is fine */
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
