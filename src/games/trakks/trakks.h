/* Trakks: the data of the game and what its files have in common. The rules K1 to K17 are in
 * data/rules/trakks.en.md; nothing about the components is assumed, so there are none to replace.
 *
 *   grid.c    what may lie on the table
 *   rules.c   dealing, whose turn it is, what is legal, what a move does
 *   place.c   the one large move: what a placing must be
 *   tell.c    the events
 *   sample.c  random moves, placings too
 *   text.c    moves and positions as texts; load.c: positions back from texts
 *   view.c    what a seat may know, and worlds that could be behind it
 *   memory.c  what a seat remembers of the racks of others, and worlds that agree with it
 *   solve.c   the most that can be placed, on a table that changes quickly (board.c)
 *   bound.c   what nobody can place, so that the most is known to be the most
 *   mind.c    computer players; hint.c: why a move is good */
#ifndef GAMES_TRAKKS_H
#define GAMES_TRAKKS_H

#include "game/game.h"
#include "games/trakks/grid.h"
#include "games/trakks/tiles.h"

#include <assert.h>

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

enum trakks_phase { PHASE_TURN, PHASE_ARROW, PHASE_OVER };
enum trakks_option { OPTION_ROUNDS, OPTION_PENALTY, TRAKKS_OPTIONS };
enum trakks_penalty { PENALTY_FACE, PENALTY_COUNT };
enum trakks_action { ACTION_PLUS, ACTION_ARROW, TRAKKS_ACTIONS };

enum trakks_move {
    TRAKKS_TAKE, /* a: the tile */
    TRAKKS_DRAW,
    TRAKKS_PLUS, /* a: the seat that draws */
    TRAKKS_ARROW,
    TRAKKS_PLACE, /* a struct trakks_place */
    TRAKKS_PASS,
    TRAKKS_GIVE_TILES, /* a, b: the tiles; b is TILE_NONE when there is only one */
};

/* The tiles on the table as the player who placed them wrote them: their order and squares are
 * shown again to everyone. Group after group; each has an origin of its own. */
struct trakks_table {
    struct trakks_square at[GRID_TILES_MAX];
    uint8_t tile[GRID_TILES_MAX];
    uint8_t size[TRAKKS_GROUPS_MAX];
    uint8_t group_count, tile_count;
    uint8_t zero[2]; /* padding, told so that it stays zero */
};

/* A placing holds the whole table afterwards (K8). A text may tell more tiles and groups than
 * there can be: then `too_many` is set, or group_count is above TRAKKS_GROUPS_MAX, and what does
 * not fit is left out. Such a move is never legal. */
struct trakks_place {
    struct move head;
    struct trakks_table table;
    uint8_t too_many;
    uint8_t zero[3];
};
static_assert(sizeof(struct trakks_place) <= GAME_MOVE_BYTES_MAX, "a placing fits into a move");

struct trakks_state {
    struct tiles rack[TRAKKS_SEATS_MAX];
    struct tiles pool;
    struct deal deal; /* for the rounds still to be dealt; zero in the last one */
    struct trakks_table table;
    uint16_t penalty[TRAKKS_SEATS_MAX];            /* of the rounds so far */
    uint8_t giving[TRAKKS_SEATS_MAX][TRAKKS_GIVE]; /* rising; TILE_NONE first: nothing given */
    uint8_t hidden[TRAKKS_SEATS_MAX]; /* only in views: how many more tiles are in that rack */
    uint8_t gone[TRAKKS_ACTIONS];     /* action tiles that have left the game (K5) */
    uint8_t options[TRAKKS_OPTIONS];
    uint8_t seats;
    uint8_t round; /* from 1 */
    uint8_t phase;
    uint8_t turn;
    uint8_t opened;      /* a bit per seat (K13) */
    uint8_t passes;      /* in a row (K16) */
    uint8_t deal_hidden; /* only in views: there is a stream of chance */
    uint8_t bag_count;
    uint8_t bag[TRAKKS_BAG_MAX]; /* the next to be drawn last */
    uint8_t zero[2];
};
static_assert(sizeof(struct trakks_state) == 832, "a state stays small and has no holes");

/* What a seat remembers of the others' racks; memory.c says what it means. */
enum {
    /* From one arrow to the next: all tiles laid or played, and some handed to the seat. */
    TRAKKS_LOSSES_MAX = TRAKKS_TILES + TRAKKS_GIVE,
};
struct trakks_handing {
    uint8_t of;    /* so many tiles the giver could choose from */
    uint8_t moved; /* so many of them went to the left neighbour unseen */
};
struct trakks_loss {
    uint8_t seat;
    uint8_t tile;
    uint8_t room; /* so many tiles from before the arrow can be left in the rack at most */
};
struct trakks_memory {
    struct tiles known[TRAKKS_ARROWS + 1][TRAKKS_SEATS_MAX]; /* by the arrows resolved before */
    struct trakks_handing handing[TRAKKS_ARROWS][TRAKKS_SEATS_MAX];
    struct trakks_loss losses[TRAKKS_ARROWS][TRAKKS_LOSSES_MAX]; /* after each arrow */
    uint8_t loss_count[TRAKKS_ARROWS];
    uint8_t arrows; /* resolved in this round */
    uint8_t zero[1];
};
static_assert(sizeof(struct trakks_memory) == 920, "a memory has no holes");

extern const struct game game_trakks;
extern const struct game_mind trakks_mind; /* mind.c */

static inline int trakks_rounds(const struct trakks_state *s)
{
    return s->options[OPTION_ROUNDS] + 1;
}

static inline int trakks_starter(const struct trakks_state *s)
{
    return (s->round - 1) % s->seats; /* K2 */
}

static inline int trakks_groups_limit(int seats)
{
    return seats == 4 ? 4 : 3; /* K12 */
}

/* Also in views. */
static inline int trakks_rack_size(const struct trakks_state *s, int seat)
{
    return tiles_count(s->rack[seat]) + s->hidden[seat];
}

static inline bool trakks_given(const struct trakks_state *s, int seat)
{
    return s->giving[seat][0] != TILE_NONE;
}

/* How many of the two places in `giving` are filled. */
static inline int trakks_given_count(const struct trakks_state *s, int seat)
{
    return (s->giving[seat][0] != TILE_NONE) + (s->giving[seat][1] != TILE_NONE);
}

static inline struct trakks_group trakks_table_group(const struct trakks_table *table, int index)
{
    int first = 0;
    for (int i = 0; i < index; i++)
        first += table->size[i];
    return (struct trakks_group){&table->tile[first], &table->at[first], table->size[index]};
}

/* K14: whether this many groups leave everyone who has not opened yet a group to open with. */
static inline bool trakks_groups_leave_room(int seats, uint8_t opened, int groups)
{
    return groups + seats - bits_count(opened) <= trakks_groups_limit(seats);
}

/* rules.c */
bool trakks_start(void *state, const struct game_setup *setup, struct fault *fault);
uint32_t trakks_to_act(const void *state);
const char *trakks_phase(const void *state);
bool trakks_check(const void *state, int seat, const struct move *move, struct fault *fault);
void trakks_apply(void *state, int seat, const struct move *move, struct story *story);
int trakks_legal(const void *state, int seat, struct move *moves);
const char *trakks_open_kind(const void *state, int seat);
void trakks_result(const void *state, struct game_result *result);
/* Tells in `fault` that a move is illegal, on account of this tile or of TILE_NONE; false. */
bool trakks_illegal(struct fault *fault, const char *rule, const char *text, uint8_t tile);
/* K17: the values of the tiles in a rack. */
int trakks_rack_penalty(const struct trakks_state *s, int seat);
/* K17: what the racks of a finished round cost each seat. */
void trakks_round_penalties(const struct trakks_state *s, int penalties[TRAKKS_SEATS_MAX]);

/* place.c */
bool trakks_place_check(const struct trakks_state *s, int seat, const struct trakks_place *place,
                        struct fault *fault);
/* The tiles of a table that can be: no third copy of any. */
struct tiles trakks_table_tiles(const struct trakks_table *table);

/* aids.c */
void trakks_aids(const void *view, int viewer, struct doc *doc);

/* sample.c */
void trakks_sample(const void *state, int seat, struct rng *rng, struct move *move);

/* text.c */
enum { TILE_TEXT_MAX = 6 };                                    /* with its end */
void trakks_tile_text(uint8_t tile, char text[TILE_TEXT_MAX]); /* "?" for TILE_HIDDEN */
/* Reads at *text and moves on behind what was read. */
bool trakks_tile_read(const char **text, uint8_t *tile);
bool trakks_placed_read(const char **text, uint8_t *tile, struct trakks_square *at);
bool trakks_parse(const void *state, const char *text, struct move *move);
void trakks_format(const void *state, const struct move *move, struct buffer *text);
void trakks_save(const struct game *game, const void *state, struct doc *doc, const char *key);

/* load.c */
bool trakks_load(const struct game *game, const struct doc *doc, const struct doc_node *position,
                 const void *components, void *state, struct fault *fault);
bool trakks_invariants(const void *state, struct fault *fault);

/* view.c */
void trakks_view(const void *state, int viewer, void *view);
void trakks_determinize(const void *view, int viewer, const void *memory, struct rng *rng,
                        void *state);

/* memory.c */
void trakks_observe(void *memory, int viewer, const struct doc *doc, const struct doc_node *event);
/* Which tiles known from before are in the racks of the others, in one of the worlds that agree
 * with what `viewer` remembers; `unseen` are all the tiles out of its sight now. */
void trakks_memory_world(const struct trakks_memory *memory, int seats, int viewer,
                         struct tiles unseen, struct rng *rng, struct tiles held[TRAKKS_SEATS_MAX]);

#endif
