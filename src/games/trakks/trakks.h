/* Trakks. The rules K1 to K17 are in data/rules/trakks.en.md. Nothing about the components is
 * assumed, so there are none to replace.
 *
 * Files:
 *
 *  trakks.h, trakks_internal.h  the data of a match; what the mind may use, and what only these files share
 *  grid/       tiles, and what may lie on the table
 *  text.c      names, moves, events, positions and views as texts
 *  place.c     checks placings, also while a person composes them
 *  rules.c     dealing, what a move does, who may make which move, penalties
 *  sample.c    random moves, including placings
 *  memory.c    what a seat remembers about the other racks, and worlds that agree with it
 *  view.c      what a seat may know, the states that fit it, the aids
 *  load.c      reads positions, and validates them
 *  encoding/   views as bytes and moves as numbers, for programs that learn
 *  mind/       computer players; mind/mind.h lists its files
 *  trakks.c    the options, and the game as the rest of the program sees it */
#ifndef GAMES_TRAKKS_TRAKKS_H
#define GAMES_TRAKKS_TRAKKS_H

#include "base/base.h"
#include "game/game.h"
#include "games/trakks/grid/grid.h"

#include <assert.h>
#include <stdbool.h>
#include <stdint.h>
#include <string.h>

extern const struct game game_trakks;

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
enum game_reveals trakks_reveals(const void *state, int seat, const struct move *move);

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
