/* The data of a match of Trakks, what a seat remembers, and small functions on both. */
#ifndef GAMES_TRAKKS_STATE_H
#define GAMES_TRAKKS_STATE_H

#include "game/game.h"
#include "games/trakks/grid.h"
#include "games/trakks/tiles.h"

#include <assert.h>
#include <string.h>

enum {
    TRAKKS_SEATS_MAX = 4,
    TRAKKS_TILES = 116,       /* K1 */
    TRAKKS_GROUPS_MAX = 4,    /* K12 */
    TRAKKS_RACK_START = 15,   /* K2 */
    TRAKKS_POOL = 6,          /* K2 */
    TRAKKS_PLUS_DRAW = 3,     /* K6 */
    TRAKKS_GIVE = 2,          /* K7 */
    TRAKKS_ARROWS = 2,        /* K1 */
    TRAKKS_ACTION_VALUE = 20, /* K17 */
    TRAKKS_BAG_MAX = TRAKKS_TILES - TRAKKS_POOL,
    TRAKKS_COORDINATE_MAX = 9999,
};

enum trakks_phase { TRAKKS_PHASE_TURN, TRAKKS_PHASE_ARROW, TRAKKS_PHASE_OVER, TRAKKS_PHASES };
enum trakks_option { TRAKKS_OPTION_ROUNDS, TRAKKS_OPTION_PENALTY, TRAKKS_OPTIONS };
enum trakks_penalty { TRAKKS_PENALTY_FACE, TRAKKS_PENALTY_COUNT };
enum trakks_action { TRAKKS_ACTION_PLUS, TRAKKS_ACTION_ARROW, TRAKKS_ACTIONS };

enum trakks_move {
    TRAKKS_TAKE, /* a: the tile */
    TRAKKS_DRAW,
    TRAKKS_PLUS, /* a: the seat that draws */
    TRAKKS_ARROW,
    TRAKKS_PLACE, /* a struct trakks_place */
    TRAKKS_PASS,
    TRAKKS_GIVE_TILES, /* a, b: the tiles; b is TRAKKS_TILE_NONE when there is only one */
};

/* The tiles on the table as the player who placed them wrote them: everyone is shown the same order
 * and squares. The groups follow one another; each has its own origin. */
struct trakks_table {
    struct trakks_square at[TRAKKS_GRID_TILES_MAX];
    uint8_t tile[TRAKKS_GRID_TILES_MAX];
    uint8_t size[TRAKKS_GROUPS_MAX];
    uint8_t group_count, tile_count;
    uint8_t zero[2]; /* explicit padding, always zero */
};

/* A placing holds the whole table afterwards (K8). A text may name more tiles and groups than
 * exist: then `too_many` is set, or group_count exceeds TRAKKS_GROUPS_MAX, and the rest is left
 * out. Such a move is never legal. */
struct trakks_place {
    struct move head;
    struct trakks_table table;
    uint8_t too_many;
    uint8_t zero[3];
};
static_assert(sizeof(struct trakks_place) <= GAME_MOVE_BYTES_MAX, "a placing fits into a move");

struct trakks_state {
    struct trakks_tiles rack[TRAKKS_SEATS_MAX];
    struct trakks_tiles pool;
    struct deal deal; /* for the rounds still to be dealt; zero in the last one */
    struct trakks_table table;
    uint16_t penalty[TRAKKS_SEATS_MAX]; /* of the rounds so far */
    uint8_t giving[TRAKKS_SEATS_MAX]
                  [TRAKKS_GIVE]; /* ascending; if the first is TRAKKS_TILE_NONE, nothing is given */
    uint8_t hidden[TRAKKS_SEATS_MAX]; /* only in views: number of further tiles in that rack */
    uint8_t gone[TRAKKS_ACTIONS];     /* action tiles that have left the game (K5) */
    uint8_t options[TRAKKS_OPTIONS];
    uint8_t seats;
    uint8_t round; /* from 1 */
    uint8_t phase;
    uint8_t turn;
    uint8_t opened;      /* a bit per seat (K13) */
    uint8_t passes;      /* in a row (K16) */
    uint8_t deal_hidden; /* only in views: the state has a random stream */
    uint8_t bag_count;
    uint8_t bag[TRAKKS_BAG_MAX]; /* the next tile is the last */
    uint8_t zero[2];
};
static_assert(sizeof(struct trakks_state) == 832, "a state stays small and has no holes");

/* What a seat remembers about the racks of the others; memory.c explains it. */
enum {
    /* From one arrow to the next: all tiles placed or played, and some given to the seat. */
    TRAKKS_LOSSES_MAX = TRAKKS_TILES + TRAKKS_GIVE,
};
struct trakks_handing {
    uint8_t of;    /* number of tiles to choose from */
    uint8_t moved; /* number of them passed to the left neighbour unseen */
};
struct trakks_loss {
    uint8_t seat;
    uint8_t tile;
    uint8_t most; /* upper limit of the tiles from before the arrow that are left in the rack */
};
struct trakks_memory {
    struct trakks_tiles known[TRAKKS_ARROWS + 1]
                             [TRAKKS_SEATS_MAX]; /* by the number of arrows resolved before */
    struct trakks_handing handing[TRAKKS_ARROWS][TRAKKS_SEATS_MAX];
    struct trakks_loss losses[TRAKKS_ARROWS][TRAKKS_LOSSES_MAX]; /* after each arrow */
    uint8_t loss_count[TRAKKS_ARROWS];
    uint8_t arrows; /* resolved in this round */
    uint8_t zero[1];
};
static_assert(sizeof(struct trakks_memory) == 920, "a memory has no holes");

static inline int trakks_rounds(const struct trakks_state *s)
{
    return s->options[TRAKKS_OPTION_ROUNDS] + 1;
}

static inline int trakks_starter(const struct trakks_state *s)
{
    return (s->round - 1) % s->seats; /* K2 */
}

static inline int trakks_groups_limit(int seats)
{
    return seats == 4 ? 4 : 3; /* K12 */
}

/* Works on views too. */
static inline int trakks_rack_size(const struct trakks_state *s, int seat)
{
    return trakks_tiles_count(s->rack[seat]) + s->hidden[seat];
}

static inline bool trakks_given(const struct trakks_state *s, int seat)
{
    return s->giving[seat][0] != TRAKKS_TILE_NONE;
}

/* The number of tiles in `giving`. */
static inline int trakks_given_count(const struct trakks_state *s, int seat)
{
    return (s->giving[seat][0] != TRAKKS_TILE_NONE) + (s->giving[seat][1] != TRAKKS_TILE_NONE);
}

static inline struct trakks_group trakks_table_group(const struct trakks_table *table, int index)
{
    int first = 0;
    for (int i = 0; i < index; i++)
        first += table->size[i];
    return (struct trakks_group){&table->tile[first], &table->at[first], table->size[index]};
}

/* Appends a tile to a group; there must be capacity for it. */
static inline void trakks_table_add(struct trakks_table *table, int group, uint8_t tile,
                                    struct trakks_square at)
{
    size_t end = 0;
    for (int i = 0; i <= group; i++)
        end += table->size[i];
    size_t behind = table->tile_count - end;
    memmove(&table->tile[end + 1], &table->tile[end], behind);
    memmove(&table->at[end + 1], &table->at[end], behind * sizeof table->at[0]);
    table->tile[end] = tile;
    table->at[end] = at;
    table->size[group]++;
    table->tile_count++;
}

/* K14: whether this number of groups leaves one for everyone who has not opened yet. */
static inline bool trakks_groups_leave_one_each(int seats, uint8_t opened, int groups)
{
    return groups + seats - bits_count(opened) <= trakks_groups_limit(seats);
}

/* The tiles of a valid table, which has no third copy of any. */
static inline struct trakks_tiles trakks_table_tiles(const struct trakks_table *table)
{
    struct trakks_tiles tiles = {0};
    for (int i = 0; i < table->tile_count; i++)
        trakks_tiles_add(&tiles, table->tile[i]);
    return tiles;
}

#endif
