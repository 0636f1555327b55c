/* The encoding of Trakks: placings, which have numbers of their own, then views and all moves. */
#include "games/trakks/encoding/encoding.h"

#include "base/base.h"
#include "games/trakks/trakks.h"

/* ---- Placings ---- */

/* Numbered placings: the simple ones, which move no tile. They are a line from the rack as a new
 * group, across, and one tile added to a group at the first place where it fits, from top to bottom
 * and left to right. Numbers count from 0: runs, then sets, then additions. */

enum {
    /* By colour, lowest value and length: 12 of 1, 11 of 2, and so on. */
    ENCODED_RUNS = TRAKKS_TILE_COLOURS * 78,
    /* By value and missing colour; the last has all four. */
    ENCODED_SETS = TRAKKS_TILE_VALUE_MAX * (TRAKKS_TILE_COLOURS + 1),
    /* By group and tile. */
    ENCODED_ADDITIONS = TRAKKS_GROUPS_MAX * TRAKKS_TILE_COLOURS * TRAKKS_TILE_VALUE_MAX,
};

/* Number tiles counted from 0: yellow 1 to 14, then red, blue and green. */
static int encoded_tile(uint8_t tile)
{
    int unused = TRAKKS_TILE_COLOUR - TRAKKS_TILE_VALUE_MAX; /* values of each colour */
    return tile - 1 - tile / TRAKKS_TILE_COLOUR * unused;
}

static uint8_t decoded_tile(int number)
{
    return (uint8_t)(number / TRAKKS_TILE_VALUE_MAX * TRAKKS_TILE_COLOUR +
                     number % TRAKKS_TILE_VALUE_MAX + 1);
}

enum {
    LINE_MIN = 3,
    SETS_FIRST = ENCODED_RUNS,
    ADDITIONS_FIRST = SETS_FIRST + ENCODED_SETS,
    COLOUR_RUNS = ENCODED_RUNS / TRAKKS_TILE_COLOURS,
    TILES = TRAKKS_TILE_COLOURS * TRAKKS_TILE_VALUE_MAX,
};

static int run_number(int colour, int lowest, int length)
{
    int before = 0; /* runs of the colour with a lower start */
    for (int value = 1; value < lowest; value++)
        before += TRAKKS_TILE_VALUE_MAX + 2 - LINE_MIN - value;
    return colour * COLOUR_RUNS + before + length - LINE_MIN;
}

static int run_tiles(int number, uint8_t *tiles)
{
    int colour = number / COLOUR_RUNS, rest = number % COLOUR_RUNS, lowest = 1;
    while (rest >= TRAKKS_TILE_VALUE_MAX + 2 - LINE_MIN - lowest)
        rest -= TRAKKS_TILE_VALUE_MAX + 2 - LINE_MIN - lowest++;
    int length = rest + LINE_MIN;
    for (int i = 0; i < length; i++)
        tiles[i] = (uint8_t)(colour * TRAKKS_TILE_COLOUR + lowest + i);
    return length;
}

static int set_tiles(int number, uint8_t *tiles)
{
    int value = number / (TRAKKS_TILE_COLOURS + 1) + 1, length = 0;
    int missing = number % (TRAKKS_TILE_COLOURS + 1);
    for (int colour = 0; colour < TRAKKS_TILE_COLOURS; colour++)
        if (colour != missing)
            tiles[length++] = (uint8_t)(colour * TRAKKS_TILE_COLOUR + value);
    return length;
}

static bool line_decode(int number, struct trakks_table *table)
{
    uint8_t tiles[TRAKKS_TILE_VALUE_MAX];
    int length =
        number < SETS_FIRST ? run_tiles(number, tiles) : set_tiles(number - SETS_FIRST, tiles);
    if (table->group_count == TRAKKS_GROUPS_MAX ||
        table->tile_count + length > TRAKKS_GRID_TILES_MAX)
        return false;
    int group = table->group_count++;
    for (int i = 0; i < length; i++)
        trakks_table_add(table, group, tiles[i], (struct trakks_square){.x = (int16_t)i});
    return true;
}

/* The only tiles that may complete the line through an empty cell; whether they do is not checked. A line
 * has at least three tiles, so those beside the cell say whether it is a run or a set. */
static uint64_t line_candidates(const uint8_t *cell, int step)
{
    uint8_t near = cell[-step], far = near ? cell[-2 * step] : cell[step];
    if (!near && !far)
        return ~UINT64_C(0);
    if (!near) {
        near = far;
        far = cell[2 * step];
    } else if (!far) {
        /* The cell is between both. */
        far = cell[step];
        if (far && !((near ^ far) & TRAKKS_TILE_VALUE))
            return trakks_tile_other_colours(near) & ~bit(far);
        return far && (near - far == 2 || far - near == 2) ? bit((near + far) / 2) : 0;
    }
    if (!far)
        return 0;
    if (!((near ^ far) & TRAKKS_TILE_VALUE))
        return trakks_tile_other_colours(near) & ~bit(far);
    return bit(2 * near - far);
}

/* The tiles that fit into an empty cell, of those `wanted`. */
static uint64_t cell_fitting(struct trakks_grid *grid, int cell, uint64_t wanted)
{
    uint8_t *at = &grid->cell[cell];
    if (!(at[-1] | at[1] | at[-grid->stride] | at[grid->stride]))
        return 0;
    uint64_t fitting = 0;
    wanted &= line_candidates(at, 1) & line_candidates(at, grid->stride);
    while (wanted) {
        *at = (uint8_t)bits_pop(&wanted);
        if (trakks_grid_line_fits(grid, cell, 1) && trakks_grid_line_fits(grid, cell, grid->stride))
            fitting |= bit(*at);
    }
    *at = TRAKKS_TILE_NONE;
    return fitting;
}

static bool coordinate_exists(int coordinate)
{
    return coordinate >= -TRAKKS_COORDINATE_MAX && coordinate <= TRAKKS_COORDINATE_MAX;
}

static void group_lay(struct trakks_grid *grid, const struct trakks_group *group)
{
    enum trakks_grid_flaw flaw = trakks_grid_lay(grid, group);
    CHECK(flaw == TRAKKS_GRID_SOUND);
}

/* The tiles of `wanted` that can be added to a group. A tile completes a line: it goes to one of its ends, or
 * between two tiles. */
static uint64_t group_fitting(const struct trakks_group *group, uint64_t wanted)
{
    struct trakks_grid grid;
    group_lay(&grid, group);
    const int steps[] = {-1, 1, -grid.stride, grid.stride};
    uint64_t found = 0;
    for (int i = 0; i < group->count && wanted != found; i++) {
        int tile = trakks_grid_cell(&grid, group->at[i]);
        for (int k = 0; k < 4; k++) {
            const uint8_t *at = &grid.cell[tile + steps[k]];
            if (*at || !(at[-2 * steps[k]] || at[steps[k]]))
                continue;
            uint64_t possible = wanted & ~found & line_candidates(at, steps[k]);
            int x = group->at[i].x + (k < 2 ? steps[k] : 0);
            int y = group->at[i].y + (k < 2 ? 0 : 2 * k - 5);
            if (possible && coordinate_exists(x) && coordinate_exists(y))
                found |= cell_fitting(&grid, tile + steps[k], possible);
        }
    }
    return found;
}

/* Where a tile first fits into a group, row by row. */
static bool group_place(const struct trakks_group *group, uint8_t tile, struct trakks_square *at)
{
    struct trakks_grid grid;
    group_lay(&grid, group);
    int bottom = grid.top;
    for (int i = 0; i < group->count; i++)
        bottom = group->at[i].y > bottom ? group->at[i].y : bottom;
    for (int y = grid.top + TRAKKS_GRID_MARGIN - 1; y <= bottom + 1; y++)
        for (int column = TRAKKS_GRID_MARGIN - 1; column <= grid.stride - TRAKKS_GRID_MARGIN;
             column++) {
            int x = grid.left + column, cell = (y - grid.top) * grid.stride + column;
            if (grid.cell[cell] || !coordinate_exists(x) || !coordinate_exists(y) ||
                !cell_fitting(&grid, cell, bit(tile)))
                continue;
            *at = (struct trakks_square){.x = (int16_t)x, .y = (int16_t)y};
            return true;
        }
    return false;
}

static bool addition_decode(int group_index, uint8_t tile, struct trakks_table *table)
{
    struct trakks_square at;
    if (group_index >= table->group_count || table->tile_count == TRAKKS_GRID_TILES_MAX)
        return false;
    struct trakks_group group = trakks_table_group(table, group_index);
    if (!group_place(&group, tile, &at))
        return false;
    trakks_table_add(table, group_index, tile, at);
    return true;
}

/* The placing with this number, which may be illegal. False: there is none now. */
static bool place_decode(const struct trakks_state *s, int number, struct trakks_place *place)
{
    *place = (struct trakks_place){.head.kind = TRAKKS_PLACE, .table = s->table};
    if (number < ADDITIONS_FIRST)
        return line_decode(number, &place->table);
    int addition = number - ADDITIONS_FIRST;
    return addition_decode(addition / TILES, decoded_tile(addition % TILES), &place->table);
}

static void runs_mask(uint64_t rack, uint8_t *mask)
{
    for (uint64_t lowest = rack & rack >> 1 & rack >> 2; lowest;) {
        int tile = bits_pop(&lowest), length = LINE_MIN;
        uint8_t *run =
            mask + run_number(tile / TRAKKS_TILE_COLOUR, tile & TRAKKS_TILE_VALUE, length);
        do
            *run++ = 1;
        while (bits_have(rack, tile + length++));
    }
}

static void sets_mask(uint64_t rack, uint8_t *mask)
{
    for (int value = 1; value <= TRAKKS_TILE_VALUE_MAX; value++) {
        uint64_t all = trakks_tile_other_colours(value) | bit(value);
        uint8_t *set = mask + (value - 1) * (TRAKKS_TILE_COLOURS + 1);
        if (bits_count(all & rack) < LINE_MIN)
            continue;
        for (int missing = 0; missing < TRAKKS_TILE_COLOURS; missing++)
            set[missing] = (all & ~rack & ~bit(missing * TRAKKS_TILE_COLOUR + value)) == 0;
        set[TRAKKS_TILE_COLOURS] = (all & ~rack) == 0;
    }
}

/* Sets the byte of every legal one to 1. */
static void place_mask(const struct trakks_state *s, int seat, uint8_t *mask)
{
    if (s->phase != TRAKKS_PHASE_TURN || s->turn != seat)
        return;
    uint64_t rack = s->rack[seat].one & TRAKKS_TILES_NUMBERS;
    int groups = s->table.group_count + 1;
    if (groups <= trakks_groups_limit(s->seats) && /* K12, K14 */
        trakks_groups_leave_one_each(s->seats, (uint8_t)(s->opened | bit(seat)), groups)) {
        runs_mask(rack, mask);
        sets_mask(rack, mask + SETS_FIRST);
    }
    if (!bits_have(s->opened, seat)) /* K13 */
        return;
    for (int i = 0; i < s->table.group_count; i++) {
        struct trakks_group group = trakks_table_group(&s->table, i);
        for (uint64_t fitting = group_fitting(&group, rack); fitting;)
            mask[ADDITIONS_FIRST + i * TILES + encoded_tile((uint8_t)bits_pop(&fitting))] = 1;
    }
}

/* ---- Views and moves ---- */

enum {
    NUMBERS = TRAKKS_TILE_COLOURS * TRAKKS_TILE_VALUE_MAX,
    KINDS = NUMBERS + 2, /* the last two are +3 and arrow */
    PAIRS = KINDS * (KINDS + 1) / 2,
    PENALTY_PART = 64, /* a penalty is three digits in this base */
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
    {.name = "only a placing wins", .size = 1},
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
    {.name = "penalty: 64 times sixty-fours, sixty-fours, rest", .size = 3, .each_seat = true},
    {.name = NULL},
};
enum { SEAT_BYTES = 8 };

static const struct encoding_part actions[] = {
    {.name = "take", .size = KINDS},
    {.name = "draw", .size = 1},
    {.name = "plus", .size = TRAKKS_SEATS_MAX - 1},
    {.name = "arrow", .size = 1},
    {.name = "pass", .size = 1},
    {.name = "give one", .size = KINDS},
    {.name = "give two", .size = PAIRS},
    {.name = "place a run as a new group", .size = ENCODED_RUNS},
    {.name = "place a set as a new group", .size = ENCODED_SETS},
    {.name = "add a tile to a group", .size = ENCODED_ADDITIONS},
    {.name = NULL},
};

/* The kinds in order: yellow 1 to 14, red, blue, green, +3, arrow. */
static int kind_of(uint8_t tile)
{
    if (tile == TRAKKS_TILE_PLUS || tile == TRAKKS_TILE_ARROW)
        return NUMBERS + (tile == TRAKKS_TILE_ARROW);
    return encoded_tile(tile);
}

static uint8_t tile_of(int kind)
{
    if (kind >= NUMBERS)
        return kind == NUMBERS ? TRAKKS_TILE_PLUS : TRAKKS_TILE_ARROW;
    return decoded_tile(kind);
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
                to->at[encoded_tile(group.tile[k])]++;
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
    int penalty = (int)v->penalty[seat];
    encode_number(to, penalty / PENALTY_PART / PENALTY_PART);
    encode_number(to, penalty / PENALTY_PART % PENALTY_PART);
    encode_number(to, penalty % PENALTY_PART);
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
    encode_number(to, v->options[TRAKKS_OPTION_FINISH] == TRAKKS_FINISH_PLACING);
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
        return place_decode(s, number - ACTION_PLACE, whole);
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
    place_mask(state, seat, mask + ACTION_PLACE);
}

const struct game_encoding trakks_encoding = {.observation = observation,
                                              .actions = actions,
                                              .observe = observe,
                                              .number = number,
                                              .decode = decode,
                                              .open_mask = open_mask};
