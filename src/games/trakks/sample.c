/* Random moves. All but placings are few and simply listed. Placings are built: a new group from
 * the rack, or tiles added to a random group at random places. A tile is added only where all lines
 * through it fit, and the rest of the table stays as it is, so the result is legal without checking
 * the whole table. Random moves never rearrange. */
#include "games/trakks/trakks.h"

#include "base/base.h"

enum {
    LEGAL_MAX = TRAKKS_POOL + TRAKKS_SEATS_MAX + 2, /* take, plus, and draw, arrow or pass */
    TRIES = 16,                                     /* random places tried on the table */
    ADDITIONS = 3, /* of at most two tiles each, within the margin of the grid */
    CROSSING = 3,  /* tiles in a new line through one on the table */
};

/* A placing under construction. */
struct placing {
    struct trakks_table *table; /* as it will be */
    struct trakks_tiles rack;   /* what is left to lay */
    int group;                  /* where tiles are added */
    struct trakks_grid grid;    /* that group */
};

/* Lays one tile of the rack, as the last of its group. */
static void tile_lay(struct placing *placing, uint8_t tile, struct trakks_square at)
{
    trakks_table_add(placing->table, placing->group, tile, at);
    trakks_tiles_remove(&placing->rack, tile);
}

static struct trakks_square square_of(const struct trakks_grid *grid, int cell)
{
    return (struct trakks_square){(int16_t)(grid->left + cell % grid->stride),
                                  (int16_t)(grid->top + cell / grid->stride)};
}

static bool square_exists(const struct trakks_grid *grid, int cell)
{
    int x = grid->left + cell % grid->stride, y = grid->top + cell / grid->stride;
    return x >= -TRAKKS_COORDINATE_MAX && x <= TRAKKS_COORDINATE_MAX &&
           y >= -TRAKKS_COORDINATE_MAX && y <= TRAKKS_COORDINATE_MAX;
}

/* Lays up to two tiles into empty cells of the group, if all lines through them fit. */
static bool cells_fill(struct placing *placing, const int *cells, const uint8_t *tiles, int count)
{
    struct trakks_grid *grid = &placing->grid;
    bool fits = true;
    for (int i = 0; i < count; i++)
        grid->cell[cells[i]] = tiles[i];
    for (int i = 0; i < count && fits; i++)
        fits = square_exists(grid, cells[i]) && trakks_grid_line_fits(grid, cells[i], 1) &&
               trakks_grid_line_fits(grid, cells[i], grid->stride);
    for (int i = 0; i < count; i++)
        if (fits)
            tile_lay(placing, tiles[i], square_of(grid, cells[i]));
        else
            grid->cell[cells[i]] = TRAKKS_TILE_NONE;
    return fits;
}

/* Extends the line that ends in this cell by one tile. */
static bool line_extend(struct placing *placing, int end, int step)
{
    const uint8_t *cell = placing->grid.cell;
    int difference = cell[end] - cell[end - step];
    uint64_t wanted;
    if (difference == 1 || difference == -1) {
        wanted = bit(cell[end] + difference);
    } else {
        wanted = trakks_tile_other_colours(cell[end]);
        for (int at = end - step; cell[at]; at -= step)
            wanted &= ~bit(cell[at]);
    }
    wanted &= placing->rack.one & TRAKKS_TILES_NUMBERS;
    if (!wanted)
        return false;
    uint8_t tile = (uint8_t)bits_first(wanted);
    return cells_fill(placing, &(int){end + step}, &tile, 1);
}

/* Lays two tiles that make a line of three with the one in this cell. */
static bool line_cross(struct placing *placing, int cell, int step, struct rng *rng)
{
    uint8_t through = placing->grid.cell[cell], tiles[CROSSING - 1];
    uint64_t rack = placing->rack.one & TRAKKS_TILES_NUMBERS,
             beside = rack & trakks_tile_other_colours(through);
    int place = (int)rng_below(rng, CROSSING), cells[CROSSING - 1], count = 0;
    bool set = bits_count(beside) > 1 && rng_below(rng, 2);
    for (int i = 0; i < CROSSING; i++) {
        if (i == place)
            continue;
        /* Below 1 and above 14 there is no such number tile. */
        uint8_t tile = (uint8_t)(set ? bits_pop(&beside) : through + i - place);
        cells[count] = cell + (i - place) * step;
        if (!trakks_tile_is_number(tile) || !bits_have(rack, tile) ||
            placing->grid.cell[cells[count]])
            return false;
        tiles[count++] = tile;
    }
    return cells_fill(placing, cells, tiles, count);
}

/* Adds tiles to one group at a few random places. */
static bool group_build(struct placing *placing, struct rng *rng)
{
    placing->group = (int)rng_below(rng, placing->table->group_count);
    struct trakks_group group = trakks_table_group(placing->table, placing->group);
    enum trakks_grid_flaw flaw = trakks_grid_lay(&placing->grid, &group);
    CHECK(flaw == TRAKKS_GRID_SOUND);
    int added = 0;
    for (int try = 0; try < TRIES && added < ADDITIONS; try++) {
        uint32_t chance = rng_below(rng, 4 * (uint32_t)group.count);
        int step = chance & 1 ? placing->grid.stride : 1;
        if (chance & 2)
            step = -step;
        int cell = trakks_grid_cell(&placing->grid, group.at[chance / 4]);
        const uint8_t *cells = placing->grid.cell;
        bool done;
        if (!cells[cell + step] && !cells[cell - step]) {
            done = line_cross(placing, cell, step, rng);
        } else {
            while (cells[cell + step])
                cell += step;
            done = line_extend(placing, cell, step);
        }
        added += done;
        if (done && rng_below(rng, 2))
            break;
    }
    return added > 0;
}

/* Starts a group: the tiles of a line one after the other, across or down. */
static void group_lay(struct placing *placing, const uint8_t *tiles, int count, struct rng *rng)
{
    bool down = rng_below(rng, 2), backwards = rng_below(rng, 2);
    placing->group = placing->table->group_count++;
    for (int i = 0; i < count; i++) {
        int16_t along = (int16_t)(backwards ? count - 1 - i : i);
        tile_lay(placing, tiles[i],
                 (struct trakks_square){.x = down ? 0 : along, .y = down ? along : 0});
    }
}

/* A new group of one line from the rack, if there is one. */
static bool group_open(struct placing *placing, struct rng *rng)
{
    uint64_t rack = placing->rack.one & TRAKKS_TILES_NUMBERS;
    uint64_t runs = rack & rack >> 1 & rack >> 2; /* by their lowest tile */
    uint64_t y = rack & 0xffff, r = rack >> 16 & 0xffff, b = rack >> 32 & 0xffff, g = rack >> 48;
    uint64_t sets = (y & r & (b | g)) | (b & g & (y | r)); /* by their value */
    int run_count = bits_count(runs), count = run_count + bits_count(sets);
    if (!count)
        return false;
    int chosen = (int)rng_below(rng, (uint32_t)count);
    uint8_t line[TRAKKS_TILE_VALUE_MAX];
    int length = 0;
    if (chosen < run_count) {
        int tile = bits_nth(runs, chosen);
        do
            line[length++] = (uint8_t)tile++;
        while (bits_have(rack, tile) && (length < 3 || rng_below(rng, 4)));
    } else {
        int value = bits_nth(sets, chosen - run_count);
        uint64_t tiles = rack & (trakks_tile_other_colours((uint8_t)value) | bit(value));
        while (tiles)
            line[length++] = (uint8_t)bits_pop(&tiles);
        rng_shuffle(rng, line, (size_t)length);
        if (length > 3 && rng_below(rng, 2))
            length = 3;
    }
    group_lay(placing, line, length, rng);
    return true;
}

/* False if nothing was found; `place` is then incomplete. */
static bool place_sample(const struct trakks_state *s, int seat, struct rng *rng,
                         struct trakks_place *place)
{
    bool opened = bits_have(s->opened, seat);
    uint8_t opened_then = (uint8_t)(s->opened | bit(seat));
    bool may_open = trakks_groups_leave_one_each(s->seats, opened_then, s->table.group_count + 1);
    bool open = !opened || (may_open && rng_below(rng, 2));
    struct placing placing;
    *place = (struct trakks_place){.head.kind = TRAKKS_PLACE, .table = s->table};
    placing.table = &place->table;
    placing.rack = s->rack[seat];
    return (open && group_open(&placing, rng)) || (opened && group_build(&placing, rng));
}

static void give_sample(struct trakks_tiles rack, struct rng *rng, struct move *move)
{
    int count = trakks_tiles_count(rack);
    *move = (struct move){.kind = TRAKKS_GIVE_TILES};
    move->a = trakks_tiles_nth(rack, (int)rng_below(rng, (uint32_t)count));
    trakks_tiles_remove(&rack, move->a);
    if (count > 1)
        move->b = trakks_tiles_nth(rack, (int)rng_below(rng, (uint32_t)count - 1));
}

void trakks_sample(const void *state, int seat, struct rng *rng, struct move *move)
{
    const struct trakks_state *s = state;
    if (s->phase == TRAKKS_PHASE_ARROW) {
        give_sample(s->rack[seat], rng, move);
        return;
    }
    /* A player who can place does so three times in four: racks shrink, and random games stay
     * short. */
    if (rng_below(rng, 4) && place_sample(s, seat, rng, (struct trakks_place *)move))
        return;
    struct move moves[LEGAL_MAX];
    int count = trakks_legal(s, seat, moves);
    CHECK(count > 0 && count <= LEGAL_MAX);
    /* Clears all of it, so that nothing remains of an incomplete placing. */
    *(struct trakks_place *)move =
        (struct trakks_place){.head = moves[rng_below(rng, (uint32_t)count)]};
}
