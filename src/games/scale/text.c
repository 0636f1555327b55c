/* Names, moves, positions and views as texts. */
#include "games/scale/scale_internal.h"

#include "base/base.h"
#include "game/reading.h"

#include <string.h>

const char *const scale_colour_names[SCALE_COLOURS] = {
    [SCALE_ORANGE] = "orange", [SCALE_BLUE] = "blue", [SCALE_YELLOW] = "yellow"};
const char *const scale_phase_names[SCALE_PHASES] = {[SCALE_PHASE_PLAY] = "play",
                                                     [SCALE_PHASE_PICK] = "pick",
                                                     [SCALE_PHASE_VOTE] = "vote",
                                                     [SCALE_PHASE_OVER] = "over"};
const char *const scale_answer_names[SCALE_ANSWERS] = {
    [SCALE_ANSWER_NONE] = "", [SCALE_ANSWER_MATCH] = "match", [SCALE_ANSWER_NO_MATCH] = "nomatch"};

static const char colour_letters[SCALE_COLOURS] = {'o', 'b', 'y'};
static const struct scale_name hidden = {"?"};

struct scale_name scale_card_name(uint8_t card)
{
    if (card == SCALE_CARD_HIDDEN)
        return hidden;
    CHECK(card != SCALE_CARD_NONE && card < SCALE_CARD_CODES);
    if (card == SCALE_CARD_MULTICOLOUR)
        return (struct scale_name){"xs"};
    if (!scale_card_has_value(card))
        return (struct scale_name){{colour_letters[card - SCALE_CARD_SWAP], 's'}};
    char colour = colour_letters[(card - SCALE_CARD_VALUE) / SCALE_VALUE_MAX];
    int value = scale_card_value(card);
    if (value == SCALE_VALUE_MAX)
        return (struct scale_name){{colour, '1', '0'}};
    return (struct scale_name){{colour, (char)('0' + value)}};
}

struct scale_name scale_action_name(int colour, uint8_t action)
{
    if (action == SCALE_CARD_HIDDEN)
        return hidden;
    return (struct scale_name){
        {colour_letters[colour], (char)('0' + action / 10), (char)('0' + action % 10)}};
}

uint8_t scale_card_find(const char *name)
{
    for (uint8_t card = SCALE_CARD_VALUE; name && card < SCALE_CARD_CODES; card++)
        if (strcmp(scale_card_name(card).text, name) == 0)
            return card;
    return SCALE_CARD_NONE;
}

uint8_t scale_action_find(int colour, const char *name)
{
    for (uint8_t action = 1; name && action <= SCALE_ACTION_CARDS; action++)
        if (strcmp(scale_action_name(colour, action).text, name) == 0)
            return action;
    return 0;
}

/* Reading a move: each of these advances *text past what it has read. */
static bool colour_read(const char **text, uint8_t *colour)
{
    for (*colour = 0; *colour < SCALE_COLOURS; (*colour)++)
        if (game_word_read(text, scale_colour_names[*colour]))
            return true;
    return false;
}

static bool seat_read(const char **text, int seats, uint8_t *seat)
{
    if (**text < '0' || **text >= '0' + seats)
        return false;
    *seat = (uint8_t)(*(*text)++ - '0');
    return true;
}

static bool answer_read(const char **text, uint8_t *answer)
{
    for (*answer = SCALE_ANSWER_MATCH; *answer < SCALE_ANSWERS; (*answer)++)
        if (game_word_read(text, scale_answer_names[*answer]))
            return true;
    return false;
}

static bool move_read(const struct scale_state *s, const char **text, struct move *move)
{
    if (game_word_read(text, "offer ")) {
        move->kind = SCALE_MOVE_OFFER;
        return seat_read(text, s->seats, &move->a);
    }
    if (game_word_read(text, "withdraw")) {
        move->kind = SCALE_MOVE_WITHDRAW;
        return true;
    }
    if (game_word_read(text, "change")) {
        move->kind = SCALE_MOVE_CHANGE;
        return true;
    }
    if (game_word_read(text, "swap ")) {
        move->kind = SCALE_MOVE_SWAP;
        return colour_read(text, &move->a);
    }
    if (game_word_read(text, "answer ")) {
        move->kind = SCALE_MOVE_ANSWER;
        return answer_read(text, &move->a);
    }
    if (game_word_read(text, "pick ")) {
        move->kind = SCALE_MOVE_PICK;
        return colour_read(text, &move->a) && game_word_read(text, " ") &&
               colour_read(text, &move->b);
    }
    move->kind = SCALE_MOVE_VOTE;
    return game_word_read(text, "vote ") && seat_read(text, s->seats, &move->a);
}

const char *scale_phase(const void *state)
{
    const struct scale_state *s = state;
    return scale_phase_names[s->phase];
}

bool scale_parse(const void *state, const char *text, struct move *move)
{
    struct move read = {0};
    if (!move_read(state, &text, &read) || *text)
        return false;
    *move = read;
    return true;
}

void scale_format(const void *state, const struct move *move, struct buffer *text)
{
    (void)state;
    switch (move->kind) {
    case SCALE_MOVE_OFFER:
        buffer_add_format(text, "offer %d", move->a);
        break;
    case SCALE_MOVE_WITHDRAW:
        buffer_add(text, "withdraw");
        break;
    case SCALE_MOVE_CHANGE:
        buffer_add(text, "change");
        break;
    case SCALE_MOVE_SWAP:
        buffer_add_format(text, "swap %s", scale_colour_names[move->a]);
        break;
    case SCALE_MOVE_ANSWER:
        buffer_add_format(text, "answer %s", scale_answer_names[move->a]);
        break;
    case SCALE_MOVE_PICK:
        buffer_add_format(text, "pick %s %s", scale_colour_names[move->a],
                          scale_colour_names[move->b]);
        break;
    default:
        CHECK(move->kind == SCALE_MOVE_VOTE);
        buffer_add_format(text, "vote %d", move->a);
    }
}

static void actions_save(const struct scale_state *s, struct doc *doc)
{
    doc_object(doc, "actions");
    for (int colour = 0; colour < SCALE_COLOURS; colour++)
        doc_string(doc, scale_colour_names[colour],
                   scale_action_name(colour, s->action_up[colour]).text);
    doc_end(doc);
    doc_object(doc, "action_piles");
    for (int colour = 0; colour < SCALE_COLOURS; colour++) {
        doc_list(doc, scale_colour_names[colour]);
        for (int i = s->action_count[colour]; i-- > 0;)
            doc_string(doc, NULL, scale_action_name(colour, s->action_pile[colour][i]).text);
        doc_end(doc);
    }
    doc_end(doc);
    doc_object(doc, "action_discards");
    for (int colour = 0; colour < SCALE_COLOURS; colour++) {
        doc_list(doc, scale_colour_names[colour]);
        for (uint64_t rest = s->action_discards[colour]; rest;)
            doc_string(doc, NULL, scale_action_name(colour, (uint8_t)bits_pop(&rest)).text);
        doc_end(doc);
    }
    doc_end(doc);
}

static void numbers_save(const struct scale_state *s, struct doc *doc)
{
    doc_list(doc, "number_pile");
    for (int i = s->number_count; i-- > 0;)
        doc_string(doc, NULL, scale_card_name(s->number_pile[i]).text);
    doc_end(doc);
    doc_list(doc, "number_discards");
    for (uint8_t card = SCALE_CARD_NONE; card < SCALE_CARD_CODES; card++) {
        struct scale_name name = card == SCALE_CARD_NONE ? hidden : scale_card_name(card);
        for (int i = 0; i < s->number_discards[card]; i++)
            doc_string(doc, NULL, name.text);
    }
    doc_end(doc);
}

/* A seat stored as its number + 1; 0: none. */
static void seat_save(struct doc *doc, const char *key, uint8_t seat_code)
{
    if (seat_code)
        doc_integer(doc, key, seat_code - 1);
    else
        doc_null(doc, key);
}

static void player_save(const struct scale_state *s, int seat, struct doc *doc)
{
    doc_object(doc, NULL);
    if (s->card[seat] == SCALE_CARD_NONE)
        doc_null(doc, "card");
    else
        doc_string(doc, "card", scale_card_name(s->card[seat]).text);
    doc_integer(doc, "good", s->good_of[seat]);
    doc_integer(doc, "bad", s->bad_of[seat]);
    seat_save(doc, "offer", s->offer[seat]);
    if (s->answer[seat] == SCALE_ANSWER_NONE)
        doc_null(doc, "answer");
    else
        doc_string(doc, "answer", scale_answer_names[s->answer[seat]]);
    doc_bool(doc, "swapping", bits_have(s->swapping, seat));
    doc_end(doc);
}

static void judging_save(const struct scale_state *s, struct doc *doc)
{
    doc_bits(doc, "tied", s->tied);
    doc_list(doc, "picked");
    for (int i = 0; i < 2; i++)
        if (s->picked[i])
            doc_string(doc, NULL, scale_colour_names[s->picked[i] - 1]);
    doc_end(doc);
    doc_list(doc, "votes");
    for (int seat = 0; seat < s->seats; seat++)
        seat_save(doc, NULL, s->vote[seat]);
    doc_end(doc);
}

void scale_save(const struct game *game, const void *state, struct doc *doc, const char *key)
{
    const struct scale_state *s = state;
    doc_object(doc, key);
    game_head_save(game, s->seats, s->options, doc);
    doc_string(doc, "phase", scale_phase(s));
    actions_save(s, doc);
    numbers_save(s, doc);
    doc_integer(doc, "good", s->good);
    doc_integer(doc, "bad", s->bad);
    doc_integer(doc, "lid", s->lid);
    doc_list(doc, "players");
    for (int seat = 0; seat < s->seats; seat++)
        player_save(s, seat, doc);
    doc_end(doc);
    judging_save(s, doc);
    if (s->stream_hidden)
        doc_string(doc, "rng", "?");
    else
        game_deal_save(&s->deal, doc);
    doc_end(doc);
}

/* ---- Events ---- */

void scale_event_number(struct story *story, const char *type, int seat, const char *key,
                        int number)
{
    story_event(story, type, seat);
    doc_integer(story->doc, key, number);
    story_event_end(story);
}

void scale_event_card(struct story *story, const char *type, int seat, uint8_t card, int left)
{
    story_event(story, type, seat);
    doc_string(story->doc, "card",
               scale_card_name(story_tells(story, seat) ? card : SCALE_CARD_HIDDEN).text);
    if (left >= 0)
        doc_integer(story->doc, "left", left);
    story_event_end(story);
}

void scale_event_reshuffle_actions(struct story *story, int colour, int count)
{
    story_event(story, "reshuffle_actions", -1);
    doc_string(story->doc, "colour", scale_colour_names[colour]);
    doc_integer(story->doc, "count", count);
    story_event_end(story);
}

void scale_event_swap(struct story *story, int seat, uint8_t swap, int colour, uint8_t old,
                      uint8_t new)
{
    story_event(story, "swap", seat);
    doc_string(story->doc, "card", scale_card_name(swap).text);
    doc_string(story->doc, "colour", scale_colour_names[colour]);
    doc_string(story->doc, "old", scale_action_name(colour, old).text);
    doc_string(story->doc, "new", scale_action_name(colour, new).text);
    story_event_end(story);
}

void scale_event_offer(struct story *story, int seat, int from, int to)
{
    story_event(story, from < 0 ? "offer" : "redirect", seat);
    if (from >= 0)
        doc_integer(story->doc, "from", from);
    doc_integer(story->doc, "to", to);
    story_event_end(story);
}

void scale_event_reveal(struct story *story, int low, int high, const uint8_t cards[2],
                        enum scale_match match)
{
    static const char *const names[] = {
        [SCALE_MATCH_EQUAL] = "equal", [SCALE_MATCH_CLOSE] = "close", [SCALE_MATCH_NONE] = "none"};
    story_event(story, "reveal", -1);
    doc_bits(story->doc, "seats", bit(low) | bit(high));
    doc_list(story->doc, "cards");
    for (int i = 0; i < 2; i++)
        doc_string(story->doc, NULL, scale_card_name(cards[i]).text);
    doc_end(story->doc);
    doc_string(story->doc, "match", names[match]);
    story_event_end(story);
}

void scale_event_tokens(struct story *story, int low, int high, bool good, int each, int lacking)
{
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

void scale_event_answer(struct story *story, int seat, uint8_t answer)
{
    story_event(story, "answer", seat);
    doc_string(story->doc, "answer", scale_answer_names[answer]);
    story_event_end(story);
}

void scale_event_right(struct story *story, uint8_t answer, int count, int lid)
{
    story_event(story, "right", -1);
    doc_string(story->doc, "answer", scale_answer_names[answer]);
    doc_integer(story->doc, "count", count);
    doc_integer(story->doc, "lid", lid);
    story_event_end(story);
}

void scale_event_wrong(struct story *story, uint8_t answer)
{
    story_event(story, "wrong", -1);
    doc_string(story->doc, "answer", scale_answer_names[answer]);
    story_event_end(story);
}

void scale_event_tie(struct story *story, uint32_t seats)
{
    story_event(story, "tie", -1);
    doc_bits(story->doc, "seats", seats);
    story_event_end(story);
}

void scale_event_pick(struct story *story, const struct scale_state *s, int seat)
{
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

void scale_event_end(struct story *story, const struct scale_state *s)
{
    struct game_result result;
    scale_result(s, &result);
    if (scale_for_two(s)) {
        scale_event_number(story, result.winners ? "won" : "lost", -1, "lid", s->lid);
        return;
    }
    game_event_end(story, "end", &result, s->seats);
}
