#include "every_table.h"

#include "base/base.h"
#include "games/trakks/trakks_internal.h"

enum {
    SIDE = 128,
    SEEN_BITS = 19,
    SEEN_MAX = 40000, /* tables of one problem; with more the search stops */
};

/* The tables are built line by line. */
struct trial {
    struct trakks_tiles all, required, hand;
    int least; /* tiles left, of those tables that have all required ones */
    int groups, groups_max;
    int count;
    int at[EVERY_TABLE_TILES];
    uint8_t tile[SIDE * SIDE];
    int seen_count;
    uint64_t seen[1 << SEEN_BITS];
};

static void search(struct trial *trial);

static uint64_t mix(uint64_t x)
{
    x = (x ^ x >> 31) * UINT64_C(0x9e3779b97f4a7c15);
    x = (x ^ x >> 29) * UINT64_C(0xbf58476d1ce4e5b9);
    return x ^ x >> 32;
}

/* Whether this table has been seen before; marks it as seen. */
static bool table_seen(struct trial *trial)
{
    uint64_t sum = 1;
    for (int i = 0; i < trial->count; i++)
        sum += mix((uint64_t)trial->at[i] << 8 | trial->tile[trial->at[i]]);
    size_t slot = mix(sum) >> (64 - SEEN_BITS);
    while (trial->seen[slot] && trial->seen[slot] != sum)
        slot = (slot + 1) % (1 << SEEN_BITS);
    if (trial->seen[slot] || trial->seen_count >= SEEN_MAX)
        return true;
    trial->seen[slot] = sum;
    trial->seen_count++;
    return false;
}

static bool has_neighbours(const struct trial *trial, int cell, int step)
{
    return trial->tile[cell - step] || trial->tile[cell + step];
}

static bool table_is_sound(const struct trial *trial)
{
    for (int i = 0; i < trial->count; i++) {
        int cell = trial->at[i];
        if (!trakks_grid_tile_fits(&trial->tile[cell], 1) ||
            !trakks_grid_tile_fits(&trial->tile[cell], SIDE) ||
            (!has_neighbours(trial, cell, 1) && !has_neighbours(trial, cell, SIDE)))
            return false;
    }
    return true;
}

static void lay(struct trial *trial, int cell, int tile)
{
    trakks_tiles_remove(&trial->hand, tile);
    trial->tile[cell] = (uint8_t)tile;
    trial->at[trial->count++] = cell;
}

static void take_back(struct trial *trial, int count)
{
    while (trial->count > count) {
        int cell = trial->at[--trial->count];
        trakks_tiles_add(&trial->hand, trial->tile[cell]);
        trial->tile[cell] = TRAKKS_TILE_NONE;
    }
}

/* Tiles are only added, so a line of three or more that is wrong stays wrong. */
static bool line_is_hopeless(const struct trial *trial, int cell, int step)
{
    int length = 1;
    for (int i = cell - step; trial->tile[i]; i -= step)
        length++;
    for (int i = cell + step; trial->tile[i]; i += step)
        length++;
    return length > 2 && !trakks_grid_tile_fits(&trial->tile[cell], step);
}

static void line_laid(struct trial *trial, int before)
{
    for (int i = before; i < trial->count; i++)
        if (line_is_hopeless(trial, trial->at[i], 1) || line_is_hopeless(trial, trial->at[i], SIDE))
            return;
    if (trial->count > before)
        search(trial);
}

/* A run through a tile, extended by this many to each side. */
static void run_try(struct trial *trial, int cell, int step, int below, int above)
{
    int before = trial->count, middle = trial->tile[cell];
    for (int i = -below; i <= above; i++) {
        int at = cell + i * step, tile = middle + i;
        if (trial->tile[at] == tile)
            continue;
        if (trial->tile[at] || !trakks_tile_is_number(tile) ||
            !trakks_tiles_have(trial->hand, tile)) {
            take_back(trial, before);
            return;
        }
        lay(trial, at, tile);
    }
    line_laid(trial, before);
    take_back(trial, before);
}

/* Makes the cells from `cell` on a set of this many tiles; `used` colours are already in it.
 */
static void set_try(struct trial *trial, int cell, int step, int left, int value, unsigned used,
                    int before)
{
    if (left == 0) {
        line_laid(trial, before);
        return;
    }
    int there = trial->tile[cell];
    for (int colour = 0; colour < TRAKKS_TILE_COLOURS; colour++) {
        int tile = colour * TRAKKS_TILE_COLOUR + value, count = trial->count;
        if (bits_have(used, colour) ||
            (there ? there != tile : !trakks_tiles_have(trial->hand, tile)))
            continue;
        if (!there)
            lay(trial, cell, tile);
        set_try(trial, cell + step, step, left - 1, value, used | 1U << colour, before);
        take_back(trial, count);
    }
}

static void lines_try(struct trial *trial, int cell, int step)
{
    int tile = trial->tile[cell], value = tile & TRAKKS_TILE_VALUE;
    for (int below = 0; below < value && below < EVERY_TABLE_TILES; below++)
        for (int above = 0;
             value + above <= TRAKKS_TILE_VALUE_MAX && below + above < EVERY_TABLE_TILES; above++)
            if (below + above >= 2) {
                run_try(trial, cell, step, below, above);
                run_try(trial, cell, -step, below, above);
            }
    for (int length = 3; length <= 4; length++)
        for (int first = 0; first < length; first++)
            set_try(trial, cell - first * step, step, length, value, 0, trial->count);
}

static void group_try(struct trial *trial)
{
    int cell = SIDE / 2 * SIDE + (1 + trial->groups) * SIDE / (EVERY_TABLE_GROUPS + 1),
        count = trial->count;
    trial->groups++;
    for (uint64_t kinds = trial->hand.one; kinds;) {
        lay(trial, cell, bits_pop(&kinds));
        lines_try(trial, cell, 1);
        take_back(trial, count);
    }
    trial->groups--;
}

static void search(struct trial *trial)
{
    if (table_seen(trial))
        return;
    int left = trakks_tiles_count(trial->hand);
    if (table_is_sound(trial)) {
        struct trakks_tiles laid = trakks_tiles_difference(trial->all, trial->hand);
        if (left < trial->least && !trakks_tiles_difference(trial->required, laid).one)
            trial->least = left;
        if (trial->groups < trial->groups_max && left >= 3)
            group_try(trial);
    }
    for (int i = 0; i < trial->count; i++) {
        lines_try(trial, trial->at[i], 1);
        lines_try(trial, trial->at[i], SIDE);
    }
}

int every_table_least(struct trakks_tiles all, struct trakks_tiles required, int groups_max,
                      bool *complete)
{
    static struct trial trial;
    CHECK(trakks_tiles_count(all) <= EVERY_TABLE_TILES && groups_max <= EVERY_TABLE_GROUPS);
    trial = (struct trial){.all = all,
                           .required = required,
                           .hand = all,
                           .least = EVERY_TABLE_NONE,
                           .groups_max = groups_max};
    search(&trial);
    *complete = trial.seen_count < SEEN_MAX;
    return trial.least;
}

struct trakks_tiles every_table_tiles(struct rng *rng, int most)
{
    int colours = 1 + (int)rng_below(rng, TRAKKS_TILE_COLOURS);
    int values = colours > 2 && rng_below(rng, 2) ? 2 : 4 + (int)rng_below(rng, 8);
    int low = 1 + (int)rng_below(rng, (uint32_t)(TRAKKS_TILE_VALUE_MAX - values + 1));
    int count = 3 + (int)rng_below(rng, (uint32_t)most - 2);
    struct trakks_tiles tiles = {0};
    for (int tries = 0; tries < 4 * count && trakks_tiles_count(tiles) < count; tries++) {
        int tile = (int)rng_below(rng, (uint32_t)colours) * TRAKKS_TILE_COLOUR + low +
                   (int)rng_below(rng, (uint32_t)values);
        if (!bits_have(tiles.two, tile))
            trakks_tiles_add(&tiles, tile);
    }
    return tiles;
}

struct trakks_tiles every_table_some(struct trakks_tiles tiles, struct rng *rng, uint32_t one_in)
{
    struct trakks_tiles some = {0};
    while (tiles.one) {
        int tile = trakks_tiles_pop(&tiles);
        if (rng_below(rng, one_in) == 0)
            trakks_tiles_add(&some, tile);
    }
    return some;
}
