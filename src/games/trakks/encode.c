/* Views of Trakks as bytes and moves as numbers. The places of tiles within a group, and what a
 * seat remembers of the other racks, are left out. encode_place.c numbers placings. */
#include "games/trakks/encode.h"

#include "games/trakks/encode_place.h"
#include "games/trakks/state.h"

enum {
    NUMBERS = TRAKKS_TILE_COLOURS * TRAKKS_TILE_VALUE_MAX,
    KINDS = NUMBERS + 2, /* the last two are +3 and arrow */
    PAIRS = KINDS * (KINDS + 1) / 2,
    PENALTY_PART = 64, /* a penalty is two bytes: sixty-fours and the rest */
};

enum {
    ACTION_TAKE = 0,
    ACTION_DRAW = ACTION_TAKE + KINDS,
    ACTION_PLUS, /* a seat at distance 1 is the first */
    ACTION_ARROW = ACTION_PLUS + TRAKKS_SEATS_MAX - 1,
    ACTION_PASS,
    ACTION_GIVE_ONE,
    ACTION_GIVE_TWO = ACTION_GIVE_ONE + KINDS,
    ACTION_PLACE = ACTION_GIVE_TWO + PAIRS,
};

static const struct encoding_part observation[] = {
    {.name = "penalty is count", .size = 1},
    {.name = "round", .size = 1},
    {.name = "rounds left", .size = 1},
    {.name = "phase", .size = TRAKKS_PHASES},
    {.name = "passes", .size = 1},
    {.name = "tiles in the bag", .size = 1},
    {.name = "+3 and arrows gone", .size = TRAKKS_ACTIONS},
    {.name = "pool", .size = KINDS},     /* how many of each kind */
    {.name = "own rack", .size = KINDS}, /* likewise */
    {.name = "own gift", .size = KINDS}, /* what the viewer gives, until everybody has chosen */
    {.name = "first group", .size = NUMBERS},
    {.name = "second group", .size = NUMBERS},
    {.name = "third group", .size = NUMBERS},
    {.name = "fourth group", .size = NUMBERS},
    {.name = "is there", .size = 1, .each_seat = true},
    {.name = "has the turn", .size = 1, .each_seat = true},
    {.name = "has opened", .size = 1, .each_seat = true},
    {.name = "tiles in the rack", .size = 1, .each_seat = true},
    {.name = "tiles being given", .size = 1, .each_seat = true},
    {.name = "penalty: sixty-fours, rest", .size = 2, .each_seat = true},
    {.name = NULL},
};
enum { SEAT_BYTES = 7 };

static const struct encoding_part actions[] = {
    {.name = "take", .size = KINDS},
    {.name = "draw", .size = 1},
    {.name = "plus", .size = TRAKKS_SEATS_MAX - 1},
    {.name = "arrow", .size = 1},
    {.name = "pass", .size = 1},
    {.name = "give one", .size = KINDS},
    {.name = "give two", .size = PAIRS},
    {.name = "place a row as a new group", .size = TRAKKS_ENCODED_ROWS},
    {.name = "place a sequence as a new group", .size = TRAKKS_ENCODED_SEQUENCES},
    {.name = "add a tile to a group", .size = TRAKKS_ENCODED_ADDITIONS},
    {.name = NULL},
};

/* The kinds in order: yellow 1 to 14, red, blue, green, +3, arrow. */
static int kind_of(uint8_t tile)
{
    if (tile == TRAKKS_TILE_PLUS || tile == TRAKKS_TILE_ARROW)
        return NUMBERS + (tile == TRAKKS_TILE_ARROW);
    return trakks_encoded_tile(tile);
}

static uint8_t tile_of(int kind)
{
    if (kind >= NUMBERS)
        return kind == NUMBERS ? TRAKKS_TILE_PLUS : TRAKKS_TILE_ARROW;
    return trakks_decoded_tile(kind);
}

static void tiles_observe(struct trakks_tiles tiles, struct encoder *to)
{
    while (tiles.one)
        to->at[kind_of(trakks_tiles_pop(&tiles))]++;
    encode_nothing(to, KINDS);
}

static void table_observe(const struct trakks_table *table, struct encoder *to)
{
    for (int i = 0; i < TRAKKS_GROUPS_MAX; i++) {
        if (i < table->group_count) {
            struct trakks_group group = trakks_table_group(table, i);
            for (int k = 0; k < group.count; k++)
                to->at[trakks_encoded_tile(group.tile[k])]++;
        }
        encode_nothing(to, NUMBERS);
    }
}

static void seat_observe(const struct trakks_state *v, int seat, struct encoder *to)
{
    encode_number(to, 1);
    encode_number(to, v->phase == TRAKKS_PHASE_TURN && v->turn == seat);
    encode_number(to, bits_have(v->opened, seat));
    encode_number(to, trakks_rack_size(v, seat));
    encode_number(to, trakks_given_count(v, seat));
    encode_number(to, v->penalty[seat] / PENALTY_PART);
    encode_number(to, v->penalty[seat] % PENALTY_PART);
}

static void observe(const void *view, int viewer, struct encoder *to)
{
    const struct trakks_state *v = view;
    struct trakks_tiles rack = {0}, gift = {0};
    if (viewer >= 0) {
        rack = v->rack[viewer];
        for (int i = 0; i < trakks_given_count(v, viewer); i++)
            trakks_tiles_add(&gift, v->giving[viewer][i]);
    }
    encode_number(to, v->options[TRAKKS_OPTION_PENALTY] == TRAKKS_PENALTY_COUNT);
    encode_number(to, v->round);
    encode_number(to, trakks_rounds(v) - v->round);
    encode_choice(to, v->phase, TRAKKS_PHASES);
    encode_number(to, v->passes);
    encode_number(to, v->bag_count);
    for (int action = 0; action < TRAKKS_ACTIONS; action++)
        encode_number(to, v->gone[action]);
    tiles_observe(v->pool, to);
    tiles_observe(rack, to);
    tiles_observe(gift, to);
    table_observe(&v->table, to);
    for (int distance = 0; distance < v->seats; distance++)
        seat_observe(v, encoding_seat(distance, viewer, v->seats), to);
    encode_nothing(to, (TRAKKS_SEATS_MAX - v->seats) * SEAT_BYTES);
}

/* Unordered pairs of kinds, equal ones included: (0,0), (0,1), (1,1), (0,2), and so on. */
static int pair_number(int a, int b)
{
    int low = a < b ? a : b, high = a < b ? b : a;
    return high * (high + 1) / 2 + low;
}

static int number(const void *state, int seat, const struct move *move)
{
    const struct trakks_state *s = state;
    switch ((enum trakks_move)move->kind) {
    case TRAKKS_TAKE:
        return ACTION_TAKE + kind_of(move->a);
    case TRAKKS_DRAW:
        return ACTION_DRAW;
    case TRAKKS_PLUS:
        return move->a == seat ? -1 : ACTION_PLUS + encoding_distance(move->a, seat, s->seats) - 1;
    case TRAKKS_ARROW:
        return ACTION_ARROW;
    case TRAKKS_PLACE:
        return -1; /* numbers stand for placings, but most placings have none */
    case TRAKKS_PASS:
        return ACTION_PASS;
    case TRAKKS_GIVE_TILES:
        if (move->b == TRAKKS_TILE_NONE)
            return ACTION_GIVE_ONE + kind_of(move->a);
        return ACTION_GIVE_TWO + pair_number(kind_of(move->a), kind_of(move->b));
    }
    return -1;
}

static struct move decode_give(int number)
{
    if (number < ACTION_GIVE_TWO)
        return (struct move){.kind = TRAKKS_GIVE_TILES, .a = tile_of(number - ACTION_GIVE_ONE)};
    int pair = number - ACTION_GIVE_TWO, high = 0;
    while (pair > high)
        pair -= ++high;
    return (struct move){.kind = TRAKKS_GIVE_TILES, .a = tile_of(pair), .b = tile_of(high)};
}

static bool decode(const void *state, int seat, int number, struct move *move)
{
    const struct trakks_state *s = state;
    struct trakks_place *whole = (struct trakks_place *)move;
    *whole = (struct trakks_place){0};
    if (number >= ACTION_PLACE)
        return trakks_place_decode(s, seat, number - ACTION_PLACE, whole);
    if (number >= ACTION_GIVE_ONE) {
        *move = decode_give(number);
    } else if (number == ACTION_DRAW || number == ACTION_ARROW || number == ACTION_PASS) {
        move->kind = number == ACTION_DRAW    ? TRAKKS_DRAW
                     : number == ACTION_ARROW ? TRAKKS_ARROW
                                              : TRAKKS_PASS;
    } else if (number >= ACTION_PLUS) {
        int distance = number - ACTION_PLUS + 1;
        *move = (struct move){.kind = TRAKKS_PLUS,
                              .a = (uint8_t)encoding_seat(distance, seat, s->seats)};
        return distance < s->seats;
    } else {
        *move = (struct move){.kind = TRAKKS_TAKE, .a = tile_of(number - ACTION_TAKE)};
    }
    return true;
}

static void open_mask(const void *state, int seat, uint8_t *mask)
{
    trakks_place_mask(state, seat, mask + ACTION_PLACE);
}

const struct game_encoding trakks_encoding = {.observation = observation,
                                              .actions = actions,
                                              .observe = observe,
                                              .number = number,
                                              .decode = decode,
                                              .open_mask = open_mask};
