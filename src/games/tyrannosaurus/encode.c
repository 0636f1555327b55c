/* Views of Tyrannosaurus Rex as bytes and moves as numbers. The components are left out: they are
 * the same in every match. */
#include "games/tyrannosaurus/encode.h"

#include "games/tyrannosaurus/state.h"

enum {
    SIDE = 5,
    SQUARES = SIDE * SIDE,
    ACTION_MOVE = 0,
    ACTION_REST = ACTION_MOVE + TYREX_DIRECTIONS,
    ACTION_PANIC,
    ACTION_STEER = ACTION_PANIC + TYREX_DIRECTIONS,
    ACTIONS = ACTION_STEER + TYREX_DIRECTIONS,
};

static const struct encoding_part observation[] = {
    {.name = "pair is refuge", .size = 1},
    {.name = "turn", .size = 1},
    {.name = "phase", .size = TYREX_PHASES},
    {.name = "trees on the board", .size = SQUARES}, /* a1 to e1, a2 to e2, and so on */
    {.name = "lake", .size = SQUARES},
    {.name = "volcano", .size = SQUARES},
    {.name = "tyrex", .size = SQUARES},
    {.name = "own choice", .size = ACTIONS}, /* while others still choose */
    {.name = "is there", .size = 1, .each_seat = true},
    {.name = "is playing", .size = 1, .each_seat = true},
    {.name = "has to choose", .size = 1, .each_seat = true},
    {.name = "has chosen", .size = 1, .each_seat = true},
    {.name = "has to flee", .size = 1, .each_seat = true},
    {.name = "has the bone", .size = 1, .each_seat = true},
    {.name = "dinosaur", .size = TYREX_DINOSAURS, .each_seat = true},
    {.name = "square", .size = SQUARES, .each_seat = true},
    {.name = "trees", .size = 1, .each_seat = true},
    {.name = "discards: move, rest, panic", .size = TYREX_CARDS, .each_seat = true},
    {.name = "hand: move, rest, panic", .size = TYREX_CARDS, .each_seat = true}, /* the viewer's */
    {.name = NULL},
};
enum { SEAT_BYTES = 7 + TYREX_DINOSAURS + SQUARES + 2 * TYREX_CARDS };

static const struct encoding_part actions[] = {
    {.name = "move", .size = TYREX_DIRECTIONS}, /* N, NE, and so on clockwise */
    {.name = "rest", .size = 1},
    {.name = "panic", .size = TYREX_DIRECTIONS},
    {.name = "steer", .size = TYREX_DIRECTIONS},
    {.name = NULL},
};

static const uint8_t first_action[TYREX_CHOICES] = {[TYREX_CHOICE_MOVE] = ACTION_MOVE,
                                                    [TYREX_CHOICE_REST] = ACTION_REST,
                                                    [TYREX_CHOICE_PANIC] = ACTION_PANIC,
                                                    [TYREX_CHOICE_STEER] = ACTION_STEER};

static int number(const void *state, int seat, const struct move *move)
{
    (void)state, (void)seat;
    return first_action[move->kind] + move->a;
}

static bool decode(const void *state, int seat, int number, struct move *move)
{
    (void)state, (void)seat;
    uint8_t kind = TYREX_CHOICE_STEER;
    while (first_action[kind] > number)
        kind--;
    *move = (struct move){.kind = kind, .a = (uint8_t)(number - first_action[kind])};
    return true;
}

/* The index of a square on the board; -1 for TYREX_NOWHERE. */
static int square_index(uint8_t square)
{
    return square == TYREX_NOWHERE ? -1 : (square / 8 - 1) * SIDE + square % 8 - 1;
}

static int own_choice(const struct tyrannosaurus_state *v, int viewer)
{
    if (viewer < 0 || !v->players[viewer].chosen)
        return -1;
    struct move move = tyrannosaurus_choice_unpack(v->players[viewer].chosen);
    return number(v, viewer, &move);
}

static void seat_observe(const struct tyrannosaurus_state *v, int seat, struct encoder *to)
{
    const struct tyrannosaurus_player *player = &v->players[seat];
    encode_number(to, 1);
    encode_number(to, bits_have(v->playing, seat));
    encode_number(to, bits_have(v->waiting, seat));
    encode_number(to, player->chosen != 0);
    encode_number(to, bits_have(v->panicking, seat));
    encode_number(to, v->bone == seat);
    encode_choice(to, player->dino, TYREX_DINOSAURS);
    encode_choice(to, square_index(player->at), SQUARES);
    encode_number(to, player->trees);
    for (int card = 0; card < TYREX_CARDS; card++)
        encode_number(to, player->discards[card]);
    for (int card = 0; card < TYREX_CARDS; card++)
        encode_number(
            to, player->removed == TYREX_HIDDEN ? 0 : tyrannosaurus_cards_in_hand(v, seat, card));
}

static void observe(const void *view, int viewer, struct encoder *to)
{
    const struct tyrannosaurus_state *v = view;
    encode_number(to, v->options[TYREX_OPTION_PAIR] == TYREX_PAIR_REFUGE);
    encode_number(to, v->turn);
    encode_choice(to, v->phase, TYREX_PHASES);
    for (uint64_t trees = v->trees; trees;)
        to->at[square_index((uint8_t)bits_pop(&trees))] = 1;
    encode_nothing(to, SQUARES);
    encode_choice(to, square_index(v->lake), SQUARES);
    encode_choice(to, square_index(v->volcano), SQUARES);
    encode_choice(to, square_index(v->tyrex), SQUARES);
    encode_choice(to, own_choice(v, viewer), ACTIONS);
    for (int distance = 0; distance < v->seats; distance++)
        seat_observe(v, encoding_seat(distance, viewer, v->seats), to);
    encode_nothing(to, (TYREX_SEATS_MAX - v->seats) * SEAT_BYTES);
}

const struct game_encoding tyrannosaurus_encoding = {.observation = observation,
                                                     .actions = actions,
                                                     .observe = observe,
                                                     .number = number,
                                                     .decode = decode};
