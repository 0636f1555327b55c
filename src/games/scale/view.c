/* What a seat may know, and random states that fit it. Then: aids; views as bytes. */
#include "games/scale/scale_internal.h"

#include "base/base.h"
#include "game/reading.h"

#include <string.h>

static void piles_view(const struct scale_state *s, struct scale_state *v)
{
    for (int colour = 0; colour < SCALE_COLOURS; colour++) {
        v->action_up[colour] = s->action_up[colour];
        v->action_discards[colour] = s->action_discards[colour];
        v->action_count[colour] = s->action_count[colour];
        memset(v->action_pile[colour], SCALE_CARD_HIDDEN, s->action_count[colour]);
    }
    v->number_count = s->number_count;
    memset(v->number_pile, SCALE_CARD_HIDDEN, s->number_count);
    int discards = 0;
    for (int card = SCALE_CARD_NONE; card < SCALE_CARD_CODES; card++)
        discards += s->number_discards[card];
    v->number_discards[SCALE_CARD_NONE] = (uint8_t)discards;
}

void scale_view(const void *state, int viewer, void *view)
{
    const struct scale_state *s = state;
    struct scale_state *v = view;
    *v = (struct scale_state){.components = s->components,
                              .seats = s->seats,
                              .phase = s->phase,
                              .good = s->good,
                              .bad = s->bad,
                              .lid = s->lid,
                              .stream_hidden = s->stream_hidden || !game_deal_is_zero(&s->deal),
                              .swapping = s->swapping,
                              .tied = s->tied,
                              .picked = {s->picked[0], s->picked[1]}};
    memcpy(v->options, s->options, sizeof v->options);
    piles_view(s, v);
    memcpy(v->good_of, s->good_of, sizeof v->good_of);
    memcpy(v->bad_of, s->bad_of, sizeof v->bad_of);
    memcpy(v->offer, s->offer, sizeof v->offer);
    memcpy(v->answer, s->answer, sizeof v->answer);
    memcpy(v->vote, s->vote, sizeof v->vote);
    for (int seat = 0; seat < s->seats; seat++)
        v->card[seat] =
            seat == viewer || s->card[seat] == SCALE_CARD_NONE ? s->card[seat] : SCALE_CARD_HIDDEN;
}

/* The number cards to fill the hidden places with. */
struct unseen {
    uint8_t cards[SCALE_NUMBER_CARDS];
    uint8_t count;
};

static uint8_t unseen_take(struct unseen *unseen)
{
    CHECK(unseen->count > 0);
    return unseen->cards[--unseen->count];
}

static void unseen_add(struct unseen *unseen, uint8_t card, int count)
{
    memset(unseen->cards + unseen->count, card, (size_t)count);
    unseen->count = (uint8_t)(unseen->count + count);
}

/* The cards that the seat cannot see, by kind: all cards except those face up and the discards that
 * are already filled in. False if there are not that many. */
static bool kinds_unseen(const struct scale_state *s, uint8_t left[SCALE_CARD_CODES])
{
    for (int card = SCALE_CARD_NONE; card < SCALE_CARD_CODES; card++) {
        if (s->number_discards[card] > s->components.cards[card])
            return false;
        left[card] = (uint8_t)(s->components.cards[card] - s->number_discards[card]);
    }
    for (int seat = 0; seat < s->seats; seat++)
        if (s->card[seat] != SCALE_CARD_NONE && s->card[seat] != SCALE_CARD_HIDDEN &&
            left[s->card[seat]]-- == 0)
            return false;
    return true;
}

/* Number cards that are still to be filled in. */
struct blanks {
    int discards;                   /* that may be any card */
    int changed;                    /* and those that must have a value */
    int hands;                      /* of the others; they have a value too */
    uint8_t left[SCALE_CARD_CODES]; /* the cards for all these places and the pile, by kind */
};

/* Fills in the discards that the seat remembers, and cards that follow from the phase. False if view and
 * memory contradict each other. */
static bool blanks_find(struct scale_state *s, const struct scale_memory *memory,
                        struct blanks *blanks)
{
    *blanks = (struct blanks){.discards = s->number_discards[SCALE_CARD_NONE]};
    s->number_discards[SCALE_CARD_NONE] = 0;
    for (int card = SCALE_CARD_NONE; memory && card < SCALE_CARD_CODES; card++)
        blanks->discards -= memory->discarded[card];
    for (int card = SCALE_CARD_VALUE; memory && card < SCALE_CARD_CODES; card++)
        s->number_discards[card] = memory->discarded[card];
    blanks->changed = memory ? memory->discarded[SCALE_CARD_NONE] : 0;
    for (uint64_t swapping = s->swapping; swapping;)
        s->card[bits_pop(&swapping)] = SCALE_CARD_MULTICOLOUR; /* everybody sees that they choose */
    if (blanks->discards < 0 || !kinds_unseen(s, blanks->left))
        return false;
    int values = 0;
    for (int card = SCALE_CARD_VALUE; card < SCALE_CARD_SWAP; card++)
        values += blanks->left[card];
    for (int seat = 0; seat < s->seats; seat++)
        blanks->hands += s->card[seat] == SCALE_CARD_HIDDEN;
    return values >= blanks->hands + blanks->changed;
}

bool scale_memory_fits(const void *view, int viewer, const void *memory)
{
    (void)viewer;
    struct scale_state s = *(const struct scale_state *)view;
    struct blanks blanks;
    return blanks_find(&s, memory, &blanks);
}

/* Cards with a value go first to the places that require one; the remaining cards fill the rest. */
static void numbers_imagine(struct scale_state *s, const struct scale_memory *memory,
                            struct rng *rng)
{
    struct blanks blanks;
    CHECK(blanks_find(s, memory, &blanks));
    struct unseen unseen = {.count = 0};
    for (uint8_t card = SCALE_CARD_VALUE; card < SCALE_CARD_SWAP; card++)
        unseen_add(&unseen, card, blanks.left[card]);
    rng_shuffle(rng, unseen.cards, unseen.count);
    for (int seat = 0; seat < s->seats; seat++)
        if (s->card[seat] == SCALE_CARD_HIDDEN)
            s->card[seat] = unseen_take(&unseen);
    while (blanks.changed-- > 0)
        s->number_discards[unseen_take(&unseen)]++;
    for (uint8_t card = SCALE_CARD_SWAP; card < SCALE_CARD_CODES; card++)
        unseen_add(&unseen, card, blanks.left[card]);
    rng_shuffle(rng, unseen.cards, unseen.count);
    while (blanks.discards-- > 0)
        s->number_discards[unseen_take(&unseen)]++;
    CHECK(unseen.count == s->number_count);
    memcpy(s->number_pile, unseen.cards, unseen.count);
}

/* An action pile holds the cards that are nowhere else, in any order. */
static void actions_imagine(struct scale_state *s, int colour, struct rng *rng)
{
    uint64_t seen = s->action_discards[colour] | bit(s->action_up[colour]);
    int count = 0;
    for (uint8_t action = 1; action <= SCALE_ACTION_CARDS; action++)
        if (!bits_have(seen, action))
            s->action_pile[colour][count++] = action;
    CHECK(count == s->action_count[colour]);
    rng_shuffle(rng, s->action_pile[colour], (size_t)count);
}

void scale_determinize(const void *view, int viewer, const void *memory, struct rng *rng,
                       void *state)
{
    (void)viewer; /* the view itself shows it */
    struct scale_state *s = state;
    *s = *(const struct scale_state *)view;
    numbers_imagine(s, memory, rng);
    for (int colour = 0; colour < SCALE_COLOURS; colour++)
        actions_imagine(s, colour, rng);
    if (s->stream_hidden)
        game_deal_fresh(&s->deal, rng);
    s->stream_hidden = 0;
}

/* ---- Aids ---- */

static uint32_t offers_to(const struct scale_state *s, int seat)
{
    uint32_t offers = 0;
    for (int other = 0; other < s->seats; other++)
        if (s->offer[other] == seat + 1)
            offers |= bit32(other);
    return offers;
}

/* What the others are waiting for this seat to do; NULL: nothing. While everybody performs, a seat
 * need not act unless another player has made it an offer. */
static const char *call(const struct scale_state *s, int seat)
{
    if (!bits_have(scale_to_act(s), seat))
        return NULL;
    if (s->phase == SCALE_PHASE_PICK || s->phase == SCALE_PHASE_VOTE)
        return scale_phase_names[s->phase];
    if (bits_have(s->swapping, seat))
        return "swap";
    if (offers_to(s, seat))
        return "offer";
    if (s->answer[seat] == SCALE_ANSWER_NONE)
        for (int other = 0; other < s->seats; other++)
            if (s->answer[other] != SCALE_ANSWER_NONE)
                return "answer";
    return NULL;
}

/* Why it ended (S11, S14). */
static const char *ending(const struct scale_state *s)
{
    if (s->phase != SCALE_PHASE_OVER)
        return NULL;
    if (scale_for_two(s))
        return s->lid == SCALE_GOOD_OF_TWO ? "won" : "lost";
    return s->good == 0 ? "good_gone" : "bad_gone";
}

/* How a tie for the first place was broken (S12). */
static const char *tie(const struct scale_state *s)
{
    struct game_result result;
    scale_result(s, &result);
    if (!result.over || !s->tied)
        return NULL;
    if (s->tied == scale_all_seats(s))
        return "all";
    return bits_count(result.winners) > 1 ? "vote_shared" : "vote";
}

struct scale_part scale_part_of(const struct scale_state *s, int seat)
{
    struct scale_part part = {0};
    if (s->phase == SCALE_PHASE_VOTE && bits_have(s->tied, seat)) { /* S12 */
        part.value = SCALE_VALUE_MAX;
        part.colour = s->picked[0] - 1;
    } else if (s->phase == SCALE_PHASE_PLAY && scale_card_has_value(s->card[seat])) { /* S5 */
        part.value = scale_card_value(s->card[seat]);
        part.colour = (s->card[seat] - SCALE_CARD_VALUE) / SCALE_VALUE_MAX;
    }
    part.action = s->action_up[part.colour];
    return part;
}

/* What the viewer has to perform: at which level, and the actions of which colours. */
static void part_save(const struct scale_state *s, int viewer, struct doc *doc)
{
    struct scale_part part = {0};
    if (viewer >= 0)
        part = scale_part_of(s, viewer);
    if (!part.value) {
        doc_null(doc, "part");
        return;
    }
    doc_object(doc, "part");
    doc_integer(doc, "level", part.value);
    doc_list(doc, "colours");
    doc_string(doc, NULL, scale_colour_names[part.colour]);
    if (s->phase == SCALE_PHASE_VOTE)
        doc_string(doc, NULL, scale_colour_names[s->picked[1] - 1]);
    doc_end(doc);
    doc_end(doc);
}

void scale_aids(const void *view, int viewer, struct doc *doc)
{
    const struct scale_state *s = view;
    doc_list(doc, "totals"); /* S11 */
    for (int seat = 0; seat < s->seats; seat++)
        doc_integer(doc, NULL, s->good_of[seat] - s->bad_of[seat]);
    doc_end(doc);
    doc_bits(doc, "leaders", scale_for_two(s) ? 0 : scale_leaders(s));
    doc_list(doc, "offers");
    for (int seat = 0; seat < s->seats; seat++)
        doc_bits(doc, NULL, offers_to(s, seat));
    doc_end(doc);
    doc_list(doc, "calls");
    for (int seat = 0; seat < s->seats; seat++)
        doc_string_or_null(doc, NULL, call(s, seat));
    doc_end(doc);
    doc_string_or_null(doc, "ending", ending(s));
    doc_string_or_null(doc, "tie", tie(s));
    part_save(s, viewer, doc);
}

/* ---- Views as bytes ---- */

/* Views of Scale as bytes and moves as numbers. Performances on the stage, and what a seat
 * remembers of the discarded number cards, are left out. */

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
