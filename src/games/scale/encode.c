/* Views of Scale as bytes and moves as numbers. Performances on the stage, and what a seat
 * remembers of the discarded number cards, are left out. */
#include "games/scale/encode.h"

#include "games/scale/state.h"

enum {
    PICKS = SCALE_COLOURS * (SCALE_COLOURS - 1),
    ACTION_OFFER = 0, /* a seat at distance 1 is the first */
    ACTION_WITHDRAW = ACTION_OFFER + SCALE_SEATS_MAX - 1,
    ACTION_CHANGE,
    ACTION_SWAP,
    ACTION_ANSWER = ACTION_SWAP + SCALE_COLOURS,
    ACTION_PICK = ACTION_ANSWER + SCALE_ANSWERS - 1,
    ACTION_VOTE = ACTION_PICK + PICKS, /* a seat at distance 1 is the first */
};

static const struct encoding_part observation[] = {
    {.name = "first game", .size = 1},
    {.name = "mode is stage", .size = 1},
    {.name = "phase", .size = SCALE_PHASES},
    {.name = "good tokens on the table", .size = 1},
    {.name = "bad tokens on the table", .size = 1},
    {.name = "tokens in the lid", .size = 1},
    {.name = "own card", .size = SCALE_CARD_CODES - 1},
    {.name = "actions laid out", .size = SCALE_COLOURS * SCALE_ACTION_CARDS},
    {.name = "actions discarded", .size = SCALE_COLOURS * SCALE_ACTION_CARDS},
    {.name = "actions in the piles", .size = SCALE_COLOURS},
    {.name = "number cards in the pile", .size = 1},
    {.name = "number cards discarded", .size = 1},
    {.name = "colours picked", .size = 2 * SCALE_COLOURS},
    {.name = "is there", .size = 1, .each_seat = true},
    {.name = "has a card", .size = 1, .each_seat = true},
    {.name = "good tokens", .size = 1, .each_seat = true},
    {.name = "bad tokens", .size = 1, .each_seat = true},
    {.name = "offers to", .size = SCALE_SEATS_MAX, .each_seat = true},
    {.name = "answers match, no match", .size = SCALE_ANSWERS - 1, .each_seat = true},
    {.name = "votes for", .size = SCALE_SEATS_MAX, .each_seat = true},
    {.name = "has to swap", .size = 1, .each_seat = true},
    {.name = "is tied", .size = 1, .each_seat = true},
    {.name = NULL},
};
enum { SEAT_BYTES = 6 + 2 * SCALE_SEATS_MAX + SCALE_ANSWERS - 1 };

static const struct encoding_part actions[] = {
    {.name = "offer", .size = SCALE_SEATS_MAX - 1},
    {.name = "withdraw", .size = 1},
    {.name = "change", .size = 1},
    {.name = "swap", .size = SCALE_COLOURS},
    {.name = "answer match, no match", .size = SCALE_ANSWERS - 1},
    {.name = "pick", .size = PICKS},
    {.name = "vote", .size = SCALE_SEATS_MAX - 1},
    {.name = NULL},
};

/* The distance from the viewer to a seat written as seat + 1; -1: none. */
static int distance_of(uint8_t written, int viewer, int seats)
{
    return written ? encoding_distance(written - 1, viewer, seats) : -1;
}

static void seat_observe(const struct scale_state *v, int seat, int viewer, struct encoder *to)
{
    encode_number(to, 1);
    encode_number(to, v->card[seat] != SCALE_CARD_NONE);
    encode_number(to, v->good_of[seat]);
    encode_number(to, v->bad_of[seat]);
    encode_choice(to, distance_of(v->offer[seat], viewer, v->seats), SCALE_SEATS_MAX);
    encode_choice(to, v->answer[seat] - SCALE_ANSWER_MATCH, SCALE_ANSWERS - 1);
    encode_choice(to, distance_of(v->vote[seat], viewer, v->seats), SCALE_SEATS_MAX);
    encode_number(to, bits_have(v->swapping, seat));
    encode_number(to, bits_have(v->tied, seat));
}

static void observe(const void *view, int viewer, struct encoder *to)
{
    const struct scale_state *v = view;
    bool holds = viewer >= 0 && v->card[viewer] != SCALE_CARD_NONE;
    encode_number(to, v->options[SCALE_OPTION_FIRST_GAME] != 0);
    encode_number(to, v->options[SCALE_OPTION_MODE] == SCALE_MODE_STAGE);
    encode_choice(to, v->phase, SCALE_PHASES);
    encode_number(to, v->good);
    encode_number(to, v->bad);
    encode_number(to, v->lid);
    encode_choice(to, holds ? v->card[viewer] - SCALE_CARD_VALUE : -1, SCALE_CARD_CODES - 1);
    for (int colour = 0; colour < SCALE_COLOURS; colour++)
        encode_choice(to, v->action_up[colour] - 1, SCALE_ACTION_CARDS);
    for (int colour = 0; colour < SCALE_COLOURS; colour++)
        encode_set(to, v->action_discards[colour] >> 1, SCALE_ACTION_CARDS);
    for (int colour = 0; colour < SCALE_COLOURS; colour++)
        encode_number(to, v->action_count[colour]);
    encode_number(to, v->number_count);
    encode_number(to, v->number_discards[SCALE_CARD_NONE]); /* in a view: the total */
    for (int i = 0; i < 2; i++)
        encode_choice(to, v->picked[i] - 1, SCALE_COLOURS);
    for (int distance = 0; distance < v->seats; distance++)
        seat_observe(v, encoding_seat(distance, viewer, v->seats), viewer, to);
    encode_nothing(to, (SCALE_SEATS_MAX - v->seats) * SEAT_BYTES);
}

/* The number of a move that names another seat; -1: it names its own. */
static int seat_number(int first, const struct scale_state *s, int named, int seat)
{
    return named == seat ? -1 : first + encoding_distance(named, seat, s->seats) - 1;
}

static int pick_number(int a, int b)
{
    if (a == b)
        return -1;
    return ACTION_PICK + a * (SCALE_COLOURS - 1) + b - (b > a); /* one of the two others */
}

static int number(const void *state, int seat, const struct move *move)
{
    switch ((enum scale_move)move->kind) {
    case SCALE_MOVE_OFFER:
        return seat_number(ACTION_OFFER, state, move->a, seat);
    case SCALE_MOVE_WITHDRAW:
        return ACTION_WITHDRAW;
    case SCALE_MOVE_CHANGE:
        return ACTION_CHANGE;
    case SCALE_MOVE_SWAP:
        return ACTION_SWAP + move->a;
    case SCALE_MOVE_ANSWER:
        return ACTION_ANSWER + move->a - SCALE_ANSWER_MATCH;
    case SCALE_MOVE_PICK:
        return pick_number(move->a, move->b);
    case SCALE_MOVE_VOTE:
        return seat_number(ACTION_VOTE, state, move->a, seat);
    case SCALE_MOVES:
        break;
    }
    return -1;
}

static bool decode_pick(int pick, struct move *move)
{
    int first = pick / (SCALE_COLOURS - 1), second = pick % (SCALE_COLOURS - 1);
    *move = (struct move){
        .kind = SCALE_MOVE_PICK, .a = (uint8_t)first, .b = (uint8_t)(second + (second >= first))};
    return true;
}

static bool decode_seat(const struct scale_state *s, enum scale_move kind, int seat, int distance,
                        struct move *move)
{
    *move =
        (struct move){.kind = (uint8_t)kind, .a = (uint8_t)encoding_seat(distance, seat, s->seats)};
    return distance < s->seats;
}

static bool decode(const void *state, int seat, int number, struct move *move)
{
    if (number >= ACTION_VOTE)
        return decode_seat(state, SCALE_MOVE_VOTE, seat, number - ACTION_VOTE + 1, move);
    if (number >= ACTION_PICK)
        return decode_pick(number - ACTION_PICK, move);
    if (number < ACTION_WITHDRAW)
        return decode_seat(state, SCALE_MOVE_OFFER, seat, number - ACTION_OFFER + 1, move);
    if (number >= ACTION_ANSWER)
        *move = (struct move){.kind = SCALE_MOVE_ANSWER,
                              .a = (uint8_t)(number - ACTION_ANSWER + SCALE_ANSWER_MATCH)};
    else if (number >= ACTION_SWAP)
        *move = (struct move){.kind = SCALE_MOVE_SWAP, .a = (uint8_t)(number - ACTION_SWAP)};
    else
        *move = (struct move){.kind = number == ACTION_CHANGE ? SCALE_MOVE_CHANGE
                                                              : SCALE_MOVE_WITHDRAW};
    return true;
}

const struct game_encoding scale_encoding = {.observation = observation,
                                             .actions = actions,
                                             .observe = observe,
                                             .number = number,
                                             .decode = decode};
