/* Trakks. The rules K1 to K17 are in data/rules/trakks.en.md. Nothing about the components is
 * assumed, so there are none to replace.
 *
 * Files:
 *
 *  trakks.h, trakks_internal.h  the data of a match; what the mind may use, and what only these files share
 *  text.c      names, moves, events, positions and views as texts
 *  place.c     what may lie on the table; checks placings
 *  rules.c     dealing, what a move does, who may make which move, penalties
 *  sample.c    random moves, including placings
 *  memory.c    what a seat remembers about the other racks, and worlds that agree with it
 *  view.c      what a seat may know, the states that fit it, the aids, the same as bytes
 *  load.c      reads positions, and validates them; checks placings while a person composes them
 *  mind/       computer players; mind/mind.h lists its files
 *  trakks.c    the options, and the game as the rest of the program sees it */
#ifndef GAMES_TRAKKS_TRAKKS_H
#define GAMES_TRAKKS_TRAKKS_H

#include "base/base.h"
#include "game/game.h"

#include <assert.h>
#include <stdbool.h>
#include <stdint.h>
#include <string.h>

extern const struct game game_trakks;

/* ---- Tiles ---- */

/* Tiles and collections of them.
 *
 * A number tile is colour * 16 + value, with the colours yellow, red, blue, green and the values 1
 * to 14. Two tiles differ by exactly 1 if and only if they have the same colour and consecutive
 * values; tiles of equal value have the same low four bits. The value 15 is used by the two kinds
 * of action tile.
 *
 * There are two tiles of every kind (K1), so a collection is two bit masks over the kinds: those
 * with at least one tile, and those with two. Adding, removing and comparing whole racks take a few
 * instructions, and equal collections have equal bytes. */

enum {
    TRAKKS_TILE_NONE = 0,
    TRAKKS_TILE_PLUS = 0x0f,
    TRAKKS_TILE_ARROW = 0x1f,
    TRAKKS_TILE_HIDDEN = 255, /* in a view: a tile that the viewer may not know */

    TRAKKS_TILE_VALUE = 0x0f,  /* mask of the value */
    TRAKKS_TILE_COLOUR = 0x10, /* the distance between colours */
    TRAKKS_TILE_COLOURS = 4,
    TRAKKS_TILE_VALUE_MAX = 14,
};

#define TRAKKS_TILES_NUMBERS UINT64_C(0x7ffe7ffe7ffe7ffe)
#define TRAKKS_TILES_ALL (TRAKKS_TILES_NUMBERS | bit(TRAKKS_TILE_PLUS) | bit(TRAKKS_TILE_ARROW))

struct trakks_tiles {
    uint64_t one, two; /* `two` is a subset of `one` */
};

static inline bool trakks_tile_is_number(int tile)
{
    return tile < 64 && bits_have(TRAKKS_TILES_NUMBERS, tile);
}

/* The kinds of the same value in other colours. */
static inline uint64_t trakks_tile_other_colours(int tile)
{
    uint64_t column = bit(0) | bit(TRAKKS_TILE_COLOUR) | bit(2 * TRAKKS_TILE_COLOUR) |
                      bit(3 * TRAKKS_TILE_COLOUR);
    return column << (tile & TRAKKS_TILE_VALUE) & ~bit(tile);
}

/* K10: whether a line can have these number tiles side by side. */
static inline bool trakks_tiles_may_touch(int a, int b)
{
    return a - b == 1 || b - a == 1 || bits_have(trakks_tile_other_colours(a), b);
}

static inline int trakks_tiles_count(struct trakks_tiles tiles)
{
    return bits_count(tiles.one) + bits_count(tiles.two);
}

static inline bool trakks_tiles_have(struct trakks_tiles tiles, int tile)
{
    return bits_have(tiles.one, tile);
}

/* There must be at most one of it. */
static inline void trakks_tiles_add(struct trakks_tiles *tiles, int tile)
{
    tiles->two |= tiles->one & bit(tile);
    tiles->one |= bit(tile);
}

/* There must be at least one of it. */
static inline void trakks_tiles_remove(struct trakks_tiles *tiles, int tile)
{
    tiles->one &= ~bit(tile) | tiles->two;
    tiles->two &= ~bit(tile);
}

/* Those that are no action tiles. */
static inline struct trakks_tiles trakks_tiles_numbers(struct trakks_tiles tiles)
{
    return (struct trakks_tiles){tiles.one & TRAKKS_TILES_NUMBERS,
                                 tiles.two & TRAKKS_TILES_NUMBERS};
}

/* Of each kind as many as in both together, but at most two. */
static inline struct trakks_tiles trakks_tiles_sum(struct trakks_tiles a, struct trakks_tiles b)
{
    return (struct trakks_tiles){a.one | b.one, a.two | b.two | (a.one & b.one)};
}

/* Whether both together have more than two of some kind. */
static inline bool trakks_tiles_exceed(struct trakks_tiles a, struct trakks_tiles b)
{
    return (a.two & b.one) | (a.one & b.two);
}

/* The tiles of `a` without those of `b`; tiles that are not in `a` are ignored. */
static inline struct trakks_tiles trakks_tiles_difference(struct trakks_tiles a,
                                                          struct trakks_tiles b)
{
    return (struct trakks_tiles){(a.one & ~b.one) | (a.two & ~b.two), a.two & ~b.one};
}

/* The tile with this index, from 0 to count - 1. */
static inline uint8_t trakks_tiles_nth(struct trakks_tiles tiles, int rank)
{
    int kinds = bits_count(tiles.one);
    return (uint8_t)(rank < kinds ? bits_nth(tiles.one, rank) : bits_nth(tiles.two, rank - kinds));
}

/* The number of tiles of one kind. */
static inline int trakks_tiles_copies(struct trakks_tiles tiles, int tile)
{
    return bits_have(tiles.one, tile) + bits_have(tiles.two, tile);
}

/* Removes a tile and returns it; there must be one. `while (tiles.one)
 * use(trakks_tiles_pop(&tiles));` visits them in ascending order, equal ones together. */
static inline uint8_t trakks_tiles_pop(struct trakks_tiles *tiles)
{
    uint8_t tile = (uint8_t)bits_first(tiles->one);
    trakks_tiles_remove(tiles, tile);
    return tile;
}

/* ---- Legal ---- */

/* Who may make which move. Reads only what the seat itself may know, so it works on views. */

uint32_t trakks_to_act(const void *state);
bool trakks_check(const void *state, int seat, const struct move *move, struct fault *fault);
int trakks_legal(const void *state, int seat, struct move *moves);
const char *trakks_open_kind(const void *state, int seat);

/* ---- Dealing, and what a move does ---- */

bool trakks_start(void *state, const struct game_setup *setup, struct fault *fault);
void trakks_apply(void *state, int seat, const struct move *move, struct story *story);

/* ---- Random moves, including placings ---- */

void trakks_sample(const void *state, int seat, struct rng *rng, struct move *move);

/* ---- What a seat may know of a match, and random states that fit it ---- */

void trakks_view(const void *state, int viewer, void *view);
bool trakks_memory_fits(const void *view, int viewer, const void *memory);
void trakks_determinize(const void *view, int viewer, const void *memory, struct rng *rng,
                        void *state);

/* ---- Grid ---- */

/* What may lie on the table: lines, groups, and whether two groups are the same (K10, K11, K13). A
 * run is tiles of one colour with consecutive values, a set is tiles of one value in different
 * colours (K10), as in the rulebook. The printed sheet says row (rangée) and sequence (séquence).
 *
 * A group is a list of tiles with squares, in any order, anywhere on a grid without borders. To
 * find neighbours it is laid out in a small array of cells. This works for any squares, because
 * connected tiles cannot be far apart: n of them fit into a box whose width and height add up to n
 * + 1. A group in a larger box is not connected.
 *
 * Nothing here knows about seats, racks or turns. The solver uses the same functions as the rules.
 */

enum {
    TRAKKS_GRID_TILES_MAX = 112,     /* K1 */
    TRAKKS_GRID_MARGIN = 8,          /* empty cells on each side, so that a group can grow by 7 */
    TRAKKS_GRID_CELLS_MAX = 72 * 73, /* the largest box, 56 by 57, with its margins */
    TRAKKS_GRID_LINE_MAX = 14,       /* K10 */
};

struct trakks_square {
    int16_t x, y; /* y downwards */
};

struct trakks_group {
    const uint8_t *tile; /* number tiles */
    const struct trakks_square *at;
    int count; /* 1 to TRAKKS_GRID_TILES_MAX */
};

/* The smallest box around a group. */
struct trakks_box {
    int left, top, width, height;
};

struct trakks_box trakks_group_box(const struct trakks_group *group);

enum trakks_grid_flaw {
    TRAKKS_GRID_SOUND,
    TRAKKS_GRID_SHARED,      /* two tiles on one square */
    TRAKKS_GRID_APART,       /* the tiles are not connected */
    TRAKKS_GRID_ALONE,       /* a single tile */
    TRAKKS_GRID_LINE_OF_TWO, /* K11: the beginning of a run or of a set */
    TRAKKS_GRID_LINE_WRONG,  /* neither a run nor a set, nor the beginning of one */
};

struct trakks_grid_line {
    int length; /* may exceed the number of tiles stored here */
    uint8_t tile[TRAKKS_GRID_LINE_MAX];
};

/* The cells around a group. Cells are identified by their index; a step of 1 goes right, of
 * `stride` down. */
struct trakks_grid {
    int left, top; /* the square of cell 0 */
    int stride;
    uint8_t cell[TRAKKS_GRID_CELLS_MAX]; /* a tile, or TRAKKS_TILE_NONE */
};

/* Lays out a group. If that is impossible, returns TRAKKS_GRID_SHARED or TRAKKS_GRID_APART and
 * leaves the grid incomplete. TRAKKS_GRID_SOUND says nothing about the lines yet. */
enum trakks_grid_flaw trakks_grid_lay(struct trakks_grid *grid, const struct trakks_group *group);

static inline int trakks_grid_cell(const struct trakks_grid *grid, struct trakks_square at)
{
    return (at.y - grid->top) * grid->stride + (at.x - grid->left);
}

/* Whether the unbroken line through this tile along `step` (1 or stride) is a run, a set, or a
 * single tile (K10, K11). */
bool trakks_grid_line_fits(const struct trakks_grid *grid, int cell, int step);
/* The same for any array of cells in which the tiles are surrounded by empty ones. */
bool trakks_grid_tile_fits(const uint8_t *tile, int step);

/* The lines of a group are numbered: line 2 * i goes right from tile i, line 2 * i + 1 goes down
 * from it. Returns the first wrong line of a group that is laid out, from number `from` on, or -1
 * if there is none (K10, K11). */
int trakks_grid_line_wrong(const struct trakks_grid *grid, const struct trakks_group *group,
                           int from);

/* K10, K11: checks a group. A wrong line is stored in `line`, unless that is NULL. */
enum trakks_grid_flaw trakks_grid_group_check(const struct trakks_group *group,
                                              struct trakks_grid_line *line);

/* Whether two sound groups have the same tiles in the same arrangement, wherever they lie (K12,
 * K13). */
bool trakks_grid_groups_equal(const struct trakks_group *a, const struct trakks_group *b);

/* ---- The data of a match of Trakks, what a seat remembers, and small functions on both ---- */

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
    TRAKKS_ROUNDS_MAX = 99,   /* K17 */
    TRAKKS_BAG_MAX = TRAKKS_TILES - TRAKKS_POOL,
    TRAKKS_COORDINATE_MAX = 9999,
};

enum trakks_phase { TRAKKS_PHASE_TURN, TRAKKS_PHASE_ARROW, TRAKKS_PHASE_OVER, TRAKKS_PHASES };
enum trakks_option {
    TRAKKS_OPTION_ROUNDS,
    TRAKKS_OPTION_PENALTY,
    TRAKKS_OPTION_FINISH,
    TRAKKS_OPTIONS
};
enum trakks_finish { TRAKKS_FINISH_ANY, TRAKKS_FINISH_PLACING };
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
    uint32_t penalty[TRAKKS_SEATS_MAX]; /* of the rounds so far */
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
    uint8_t zero[1];
};
static_assert(sizeof(struct trakks_state) == 840, "a state stays small and has no holes");

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

/* ---- Trakks in texts: names, moves, positions and views ---- */

extern const char *const trakks_phase_names[TRAKKS_PHASES];

enum { TRAKKS_TILE_TEXT_MAX = 6 }; /* with its end */
void trakks_tile_text(uint8_t tile,
                      char text[TRAKKS_TILE_TEXT_MAX]); /* "?" for TRAKKS_TILE_HIDDEN */
/* These read at *text and advance past what they have read. */
bool trakks_tile_read(const char **text, uint8_t *tile);
bool trakks_placed_read(const char **text, uint8_t *tile, struct trakks_square *at);

const char *trakks_phase(const void *state);
bool trakks_parse(const void *state, const char *text, struct move *move);
void trakks_format(const void *state, const struct move *move, struct buffer *text);
void trakks_save(const struct game *game, const void *state, struct doc *doc, const char *key);

/* ---- Penalties, and who wins (K17) ---- */

enum {
    /* The largest possible penalty of all racks together in a round. */
    TRAKKS_ROUND_PENALTY_FACE =
        2 * TRAKKS_TILE_COLOURS * (TRAKKS_TILE_VALUE_MAX * (TRAKKS_TILE_VALUE_MAX + 1) / 2) +
        (TRAKKS_TILES - TRAKKS_GRID_TILES_MAX) * TRAKKS_ACTION_VALUE,
    TRAKKS_ROUND_PENALTY_COUNT =
        TRAKKS_GRID_TILES_MAX + (TRAKKS_TILES - TRAKKS_GRID_TILES_MAX) * TRAKKS_ACTION_VALUE,
};

/* The values of the tiles in a rack. */
int trakks_rack_penalty(const struct trakks_state *s, int seat);
/* The penalty of each seat at the end of a round. */
void trakks_round_penalties(const struct trakks_state *s, int penalties[TRAKKS_SEATS_MAX]);
void trakks_result(const void *state, struct game_result *result);

/* ---- Checks placings (K8 to K14) ---- */

bool trakks_place_check(const struct trakks_state *s, int seat, const struct trakks_place *place,
                        struct fault *fault);
/* Sets `fault` to an illegal move because of this tile, which may be TRAKKS_TILE_NONE. Returns
 * false. */
bool trakks_illegal(struct fault *fault, const char *rule, const char *text, uint8_t tile);

#endif
