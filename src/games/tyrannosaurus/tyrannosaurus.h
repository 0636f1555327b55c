/* Tyrannosaurus Rex: the state, and what the files of this game share. The rules carry the numbers
 * Y1 to Y21 of data/rules/tyrannosaurus.en.md.
 *
 * rules.c    the contract: dealing, who may choose what, the result
 * resolve.c  what happens once all choices are made
 * tell.c     the events that are told of it
 * text.c     moves and positions as texts
 * load.c     positions from texts
 * possible.c whether a state can be
 * components.c   the components of the box
 * view.c     what a seat may know, and what may be behind it
 * mind.h     what computer players know of it
 *
 * The board lies in a grid 8 squares wide with a margin all around: a1 is 9, e5 is 45, one step in
 * a direction is one addition, a set of squares is a word, and 0 is no square at all. */
#ifndef GAMES_TYRANNOSAURUS_H
#define GAMES_TYRANNOSAURUS_H

#include "base/bits.h"
#include "game/game.h"

#include <assert.h>

enum {
    TYRANNOSAURUS_SEATS_MAX = 4,
    NOWHERE = 0,             /* the square of a dinosaur that is out, or of the Ty-Rex when away */
    DEN = 27,                /* c3 */
    HIDDEN = 255,            /* in a view: something is there, and you may not know what */
    CARDS_OF_A_DINOSAUR = 9, /* Y4 */
    TREES_IN_BOX = 32,       /* Y4 */
    TREES_ON_BOARD = 20,     /* Y9, with four players */
};

#define BOARD UINT64_C(0x00003E3E3E3E3E00)

enum dinosaur { TRICERATOPS, PTERANODON, DIPLODOCUS, STEGOSAURUS, DINOSAURS };
enum card { CARD_MOVE, CARD_REST, CARD_PANIC, CARDS, CARD_NONE = CARDS };
enum direction { NORTH, NORTH_EAST, EAST, SOUTH_EAST, SOUTH, SOUTH_WEST, WEST, NORTH_WEST };
enum { DIRECTIONS = 8 };

enum phase { PHASE_LAKE, PHASE_VOLCANO, PHASE_ACT, PHASE_PANIC, PHASE_TYREX, PHASE_OVER, PHASES };

/* What a seat chooses: move.kind is one of these, move.a the direction (0 for a rest). */
enum choice {
    CHOICE_MOVE = CARD_MOVE,
    CHOICE_REST = CARD_REST,
    CHOICE_PANIC = CARD_PANIC,
    CHOICE_STEER,
    CHOICES
};

enum tyrannosaurus_option { OPTION_DINOS, OPTION_PAIR, TYRANNOSAURUS_OPTIONS };
enum pair { PAIR_LAND, PAIR_REFUGE };
enum { DINOS_RANDOM = 0 };

/* The assumed facts of the box (Y3, Y4). */
struct tyrannosaurus_components {
    uint8_t corner[DINOSAURS]; /* Pteranodon's is the Volcano's, Diplodocus's the Lake's */
    uint8_t cards[DINOSAURS][CARDS];
    uint8_t trees[DINOSAURS];
};

struct tyrannosaurus_player {
    uint8_t dino;
    uint8_t at;    /* NOWHERE: out */
    uint8_t trees; /* 0: out */
    /* The card that this player does without: CARD_NONE with three players. The cards in hand are
     * what is left of the dinosaur's nine without it and without the discards. */
    uint8_t removed;
    uint8_t chosen; /* a choice, packed as below; 0: none */
    uint8_t discards[CARDS];
};

struct tyrannosaurus_state {
    uint64_t trees; /* the squares with a tree */
    struct tyrannosaurus_player players[TYRANNOSAURUS_SEATS_MAX];
    struct tyrannosaurus_components components;
    uint8_t options[TYRANNOSAURUS_OPTIONS];
    uint8_t seats;
    uint8_t phase;
    uint8_t turn;
    uint8_t bone;
    uint8_t lake, volcano, tyrex; /* squares */
    uint8_t playing;              /* a bit per seat that is not out */
    uint8_t waiting;              /* a bit per seat that has still to choose */
    uint8_t panicking;            /* a bit per seat that has still to flee, in order of play */
    uint8_t winners;              /* when over */
    uint8_t zero[7];              /* padding, told so that it stays zero */
};
static_assert(sizeof(struct tyrannosaurus_state) == 80, "a state stays small and has no holes");

static inline uint8_t square_next(uint8_t square, int direction)
{
    static const int8_t steps[DIRECTIONS] = {
        [NORTH] = 8,  [NORTH_EAST] = 9,  [EAST] = 1,  [SOUTH_EAST] = -7,
        [SOUTH] = -8, [SOUTH_WEST] = -9, [WEST] = -1, [NORTH_WEST] = 7,
    };
    return (uint8_t)(square + steps[direction]);
}

static inline bool square_on_board(uint8_t square)
{
    return bits_have(BOARD, square);
}

/* A bit per direction that stays on the board. */
static inline uint32_t directions_on_board(uint8_t square)
{
    uint32_t directions = 0;
    for (int direction = 0; direction < DIRECTIONS; direction++)
        directions |= (uint32_t)square_on_board(square_next(square, direction)) << direction;
    return directions;
}

static inline uint8_t choice_pack(const struct move *move)
{
    return (uint8_t)(1 + move->kind * DIRECTIONS + move->a);
}

static inline struct move choice_unpack(uint8_t packed)
{
    return (struct move){.kind = (uint8_t)((packed - 1) / DIRECTIONS),
                         .a = (uint8_t)((packed - 1) % DIRECTIONS)};
}

static inline int seat_left_of(const struct tyrannosaurus_state *s, int seat)
{
    return seat + 1 == s->seats ? 0 : seat + 1;
}

/* Y6: for (every seat, beginning with the bone's) */
#define EACH_IN_ORDER(s, seat) \
    for (int seat = (s)->bone, left_ = (s)->seats; left_; left_--, seat = seat_left_of(s, seat))

static inline uint8_t seats_all(const struct tyrannosaurus_state *s)
{
    return (uint8_t)(bit(s->seats) - 1);
}

/* Y5: one card a turn, and with 2 or 4 players one is removed. */
static inline int turns_in_all(const struct tyrannosaurus_state *s)
{
    return s->seats == 3 ? CARDS_OF_A_DINOSAUR : CARDS_OF_A_DINOSAUR - 1;
}

/* How many cards of a kind a player still has in hand; not to be asked of a hidden hand. */
static inline int cards_in_hand(const struct tyrannosaurus_state *s, int seat, int card)
{
    const struct tyrannosaurus_player *player = &s->players[seat];
    return s->components.cards[player->dino][card] - player->discards[card] -
           (player->removed == card);
}

/* rules.c */
extern const struct game game_tyrannosaurus;
/* The seats that the phase asks for a choice, whether they have made it or not. */
uint8_t tyrannosaurus_choosers(const struct tyrannosaurus_state *s);
/* A bit per direction that may go with a kind of choice now; a rest has one, which is void. */
uint32_t tyrannosaurus_directions(const struct tyrannosaurus_state *s, int seat, int kind);
/* Where a player's dinosaur waits for the first turn, as Lake and Volcano lie now (Y3). */
uint8_t tyrannosaurus_start_square(const struct tyrannosaurus_state *s, int seat);
/* Y9: where the trees are set, as Lake and Volcano lie now. Nowhere else can one ever be. */
uint64_t tyrannosaurus_tree_squares(const struct tyrannosaurus_state *s);
/* The first in order of play who has still to flee; somebody must. */
int tyrannosaurus_fleeing(const struct tyrannosaurus_state *s);
/* Y21: the players with most trees. */
uint8_t tyrannosaurus_richest(const struct tyrannosaurus_state *s);
/* Whether the option `dinos`, unless random, and `pair` are the dinosaurs of the players (Y2). */
bool tyrannosaurus_dinos_fit(const struct tyrannosaurus_state *s);
bool tyrannosaurus_check(const void *state, int seat, const struct move *move, struct fault *fault);
void tyrannosaurus_sample(const void *state, int seat, struct rng *rng, struct move *move);

/* resolve.c: goes on as far as nobody has to choose; `waiting` must be empty. */
void tyrannosaurus_resolve(struct tyrannosaurus_state *s, struct story *story);
void tyrannosaurus_ask(struct tyrannosaurus_state *s, enum phase phase);

/* text.c */
extern const char *const tyrannosaurus_phase_names[PHASES];
extern const char *const tyrannosaurus_dino_names[DINOSAURS];
extern const char *const tyrannosaurus_card_names[CARDS];
extern const char *const tyrannosaurus_direction_names[DIRECTIONS];
/* The index of `text` in `names`, or -1; `text` may be NULL. */
int tyrannosaurus_name_find(const char *text, const char *const *names, int count);
void tyrannosaurus_square_save(struct doc *doc, const char *key, uint8_t square);
/* A square of the board, or NOWHERE for anything else; `text` may be NULL. */
uint8_t tyrannosaurus_square_parse(const char *text);
bool tyrannosaurus_parse(const void *state, const char *text, struct move *move);
void tyrannosaurus_format(const void *state, const struct move *move, struct buffer *text);
void tyrannosaurus_choice_save(struct doc *doc, const char *key, uint8_t choice);
void tyrannosaurus_save(const struct game *game, const void *state, struct doc *doc,
                        const char *key);

/* load.c */
bool tyrannosaurus_load(const struct game *game, const struct doc *doc,
                        const struct doc_node *position, const void *components, void *state,
                        struct fault *fault);

/* possible.c */
bool tyrannosaurus_invariants(const void *state, struct fault *fault);

/* components.c */
bool tyrannosaurus_components_load(const struct doc *doc, void *components, struct fault *fault);

/* view.c */
void tyrannosaurus_view(const void *state, int viewer, void *view);
void tyrannosaurus_determinize(const void *view, int viewer, const void *memory, struct rng *rng,
                               void *state);

/* aids.c */
void tyrannosaurus_aids(const void *view, int viewer, struct doc *doc);

/* mind.c */
extern const struct game_mind tyrannosaurus_mind;

#endif
