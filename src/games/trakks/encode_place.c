/* Numbered placings. */
#include "games/trakks/encode_place.h"

#include "base/check.h"

enum {
    LINE_MIN = 3,
    SEQUENCES_FIRST = TRAKKS_ENCODED_ROWS,
    ADDITIONS_FIRST = SEQUENCES_FIRST + TRAKKS_ENCODED_SEQUENCES,
    COLOUR_ROWS = TRAKKS_ENCODED_ROWS / TRAKKS_TILE_COLOURS,
    TILES = TRAKKS_TILE_COLOURS * TRAKKS_TILE_VALUE_MAX,
};

static int row_number(int colour, int lowest, int length)
{
    int before = 0; /* rows of the colour with a lower start */
    for (int value = 1; value < lowest; value++)
        before += TRAKKS_TILE_VALUE_MAX + 2 - LINE_MIN - value;
    return colour * COLOUR_ROWS + before + length - LINE_MIN;
}

static int row_tiles(int number, uint8_t *tiles)
{
    int colour = number / COLOUR_ROWS, rest = number % COLOUR_ROWS, lowest = 1;
    while (rest >= TRAKKS_TILE_VALUE_MAX + 2 - LINE_MIN - lowest)
        rest -= TRAKKS_TILE_VALUE_MAX + 2 - LINE_MIN - lowest++;
    int length = rest + LINE_MIN;
    for (int i = 0; i < length; i++)
        tiles[i] = (uint8_t)(colour * TRAKKS_TILE_COLOUR + lowest + i);
    return length;
}

static int sequence_tiles(int number, uint8_t *tiles)
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
    int length = number < SEQUENCES_FIRST ? row_tiles(number, tiles)
                                          : sequence_tiles(number - SEQUENCES_FIRST, tiles);
    if (table->group_count == TRAKKS_GROUPS_MAX ||
        table->tile_count + length > TRAKKS_GRID_TILES_MAX)
        return false;
    int group = table->group_count++;
    for (int i = 0; i < length; i++)
        trakks_table_add(table, group, tiles[i], (struct trakks_square){.x = (int16_t)i});
    return true;
}

/* The tiles that may be next to this one in some line. */
static uint64_t tiles_beside(uint8_t tile)
{
    return (bit(tile) << 1 | bit(tile) >> 1 | trakks_tile_other_colours(tile)) &
           TRAKKS_TILES_NUMBERS;
}

/* The tiles that fit into an empty cell, of those `wanted`. */
static uint64_t cell_fitting(struct trakks_grid *grid, int cell, uint64_t wanted)
{
    const int steps[] = {-1, 1, -grid->stride, grid->stride};
    uint64_t fitting = 0;
    bool alone = true;
    for (int i = 0; i < 4; i++) {
        uint8_t neighbour = grid->cell[cell + steps[i]];
        if (neighbour)
            wanted &= tiles_beside(neighbour), alone = false;
    }
    if (alone)
        return 0;
    while (wanted) {
        uint8_t tile = (uint8_t)bits_pop(&wanted);
        grid->cell[cell] = tile;
        if (trakks_grid_line_fits(grid, cell, 1) && trakks_grid_line_fits(grid, cell, grid->stride))
            fitting |= bit(tile);
    }
    grid->cell[cell] = TRAKKS_TILE_NONE;
    return fitting;
}

static bool coordinate_exists(int coordinate)
{
    return coordinate >= -TRAKKS_COORDINATE_MAX && coordinate <= TRAKKS_COORDINATE_MAX;
}

/* The tiles of `wanted` that can be added to a group. `at`, unless NULL, is where the last of them
 * first fits. */
static uint64_t group_fitting(const struct trakks_group *group, uint64_t wanted,
                              struct trakks_square *at)
{
    struct trakks_grid grid;
    enum trakks_grid_flaw flaw = trakks_grid_lay(&grid, group);
    CHECK(flaw == TRAKKS_GRID_SOUND);
    int bottom = grid.top;
    for (int i = 0; i < group->count; i++)
        bottom = group->at[i].y > bottom ? group->at[i].y : bottom;
    uint64_t found = 0;
    for (int y = grid.top + TRAKKS_GRID_MARGIN - 1; y <= bottom + 1 && wanted != found; y++)
        for (int column = TRAKKS_GRID_MARGIN - 1; column <= grid.stride - TRAKKS_GRID_MARGIN;
             column++) {
            int x = grid.left + column, cell = (y - grid.top) * grid.stride + column;
            if (grid.cell[cell] || !coordinate_exists(x) || !coordinate_exists(y))
                continue;
            uint64_t fitting = cell_fitting(&grid, cell, wanted & ~found);
            if (fitting && at)
                *at = (struct trakks_square){.x = (int16_t)x, .y = (int16_t)y};
            found |= fitting;
        }
    return found;
}

static bool addition_decode(int group_index, uint8_t tile, struct trakks_table *table)
{
    struct trakks_square at;
    if (group_index >= table->group_count || table->tile_count == TRAKKS_GRID_TILES_MAX)
        return false;
    struct trakks_group group = trakks_table_group(table, group_index);
    if (!group_fitting(&group, bit(tile), &at))
        return false;
    trakks_table_add(table, group_index, tile, at);
    return true;
}

bool trakks_place_decode(const struct trakks_state *s, int seat, int number,
                         struct trakks_place *place)
{
    (void)seat;
    *place = (struct trakks_place){.head.kind = TRAKKS_PLACE, .table = s->table};
    if (number < ADDITIONS_FIRST)
        return line_decode(number, &place->table);
    int addition = number - ADDITIONS_FIRST;
    return addition_decode(addition / TILES, trakks_decoded_tile(addition % TILES), &place->table);
}

static void rows_mask(uint64_t rack, uint8_t *mask)
{
    for (uint64_t lowest = rack & rack >> 1 & rack >> 2; lowest;) {
        int tile = bits_pop(&lowest), length = LINE_MIN;
        uint8_t *row =
            mask + row_number(tile / TRAKKS_TILE_COLOUR, tile & TRAKKS_TILE_VALUE, length);
        do
            *row++ = 1;
        while (bits_have(rack, tile + length++));
    }
}

static void sequences_mask(uint64_t rack, uint8_t *mask)
{
    for (int value = 1; value <= TRAKKS_TILE_VALUE_MAX; value++) {
        uint64_t all = trakks_tile_other_colours(value) | bit(value);
        uint8_t *sequence = mask + (value - 1) * (TRAKKS_TILE_COLOURS + 1);
        if (bits_count(all & rack) < LINE_MIN)
            continue;
        for (int missing = 0; missing < TRAKKS_TILE_COLOURS; missing++)
            sequence[missing] = (all & ~rack & ~bit(missing * TRAKKS_TILE_COLOUR + value)) == 0;
        sequence[TRAKKS_TILE_COLOURS] = (all & ~rack) == 0;
    }
}

void trakks_place_mask(const struct trakks_state *s, int seat, uint8_t *mask)
{
    if (s->phase != TRAKKS_PHASE_TURN || s->turn != seat)
        return;
    uint64_t rack = s->rack[seat].one & TRAKKS_TILES_NUMBERS;
    int groups = s->table.group_count + 1;
    if (groups <= trakks_groups_limit(s->seats) && /* K12, K14 */
        trakks_groups_leave_one_each(s->seats, (uint8_t)(s->opened | bit(seat)), groups)) {
        rows_mask(rack, mask);
        sequences_mask(rack, mask + SEQUENCES_FIRST);
    }
    if (!bits_have(s->opened, seat)) /* K13 */
        return;
    for (int i = 0; i < s->table.group_count; i++) {
        struct trakks_group group = trakks_table_group(&s->table, i);
        for (uint64_t fitting = group_fitting(&group, rack, NULL); fitting;)
            mask[ADDITIONS_FIRST + i * TILES + trakks_encoded_tile((uint8_t)bits_pop(&fitting))] =
                1;
    }
}
