/* Tyrannosaurus Rex. The rules Y1 to Y21 are in data/rules/tyrannosaurus.en.md.
 *
 * Files:
 *
 *  tyrannosaurus.h, tyrannosaurus_internal.h  the data of a match; what the mind may use, and what only these files share
 *  text.c           names, moves, events, positions and views as texts
 *  rules.c          dealing, who plays which dinosaur, who may choose what, making a choice, the result
 *  resolve.c        what happens once all choices are made
 *  view.c           what a seat may know, the states that fit it, the aids, the same as bytes
 *  load.c           reads positions, and validates them
 *  mind/            computer players; mind/mind.h lists its files
 *  tyrannosaurus.c  the options, the components, and the game as the rest of the program sees it
 *
 * Constants begin with TYREX_. */
#ifndef GAMES_TYRANNOSAURUS_TYRANNOSAURUS_H
#define GAMES_TYRANNOSAURUS_TYRANNOSAURUS_H

#include "base/base.h"
#include "game/game.h"

#include <assert.h>

extern const struct game game_tyrannosaurus;

/* ---- State ---- */

/* The data of a match of Tyrannosaurus Rex, and small functions on it.
 *
 * The board is part of a grid 8 squares wide, with a margin all around: a1 is 9, e5 is 45. A step
 * in a direction is one addition, a set of squares is a 64-bit word, and 0 is no square. */

enum {
    TYREX_SEATS_MAX = 4,
    TYREX_NOWHERE = 0,  /* the square of a dinosaur that is out, or of the Ty-Rex when away */
    TYREX_DEN = 27,     /* c3 */
    TYREX_HIDDEN = 255, /* in a view: something that the viewer may not know */
    TYREX_CARDS_OF_A_DINOSAUR = 9, /* Y4 */
    TYREX_TREES_IN_BOX = 32,       /* Y4 */
    TYREX_TREES_ON_BOARD = 20,     /* Y9, with four players */
    TYREX_ROUNDS_MAX = 4,
};

#define TYREX_BOARD UINT64_C(0x00003E3E3E3E3E00)

enum tyrannosaurus_dinosaur {
    TYREX_TRICERATOPS,
    TYREX_PTERANODON,
    TYREX_DIPLODOCUS,
    TYREX_STEGOSAURUS,
    TYREX_DINOSAURS
};
enum tyrannosaurus_card {
    TYREX_CARD_MOVE,
    TYREX_CARD_REST,
    TYREX_CARD_PANIC,
    TYREX_CARDS,
    TYREX_CARD_NONE = TYREX_CARDS
};
enum tyrannosaurus_direction {
    TYREX_NORTH,
    TYREX_NORTH_EAST,
    TYREX_EAST,
    TYREX_SOUTH_EAST,
    TYREX_SOUTH,
    TYREX_SOUTH_WEST,
    TYREX_WEST,
    TYREX_NORTH_WEST
};
enum { TYREX_DIRECTIONS = 8 };

enum tyrannosaurus_phase {
    TYREX_PHASE_LAKE,
    TYREX_PHASE_VOLCANO,
    TYREX_PHASE_ACT,
    TYREX_PHASE_PANIC,
    TYREX_PHASE_TYREX,
    TYREX_PHASE_OVER,
    TYREX_PHASES
};

/* The choices of a seat: move.kind is one of these, move.a the direction (0 for a rest). */
enum tyrannosaurus_choice {
    TYREX_CHOICE_MOVE = TYREX_CARD_MOVE,
    TYREX_CHOICE_REST = TYREX_CARD_REST,
    TYREX_CHOICE_PANIC = TYREX_CARD_PANIC,
    TYREX_CHOICE_STEER,
    TYREX_CHOICES
};

enum tyrannosaurus_option {
    TYREX_OPTION_DINOS,
    TYREX_OPTION_PAIR,
    TYREX_OPTION_EDGE,
    TYREX_OPTION_CARDS,
    TYREX_OPTION_ROUNDS, /* one less than their number */
    TYREX_OPTIONS
};
enum tyrannosaurus_pair { TYREX_PAIR_LAND, TYREX_PAIR_REFUGE };
enum tyrannosaurus_edge { TYREX_EDGE_REFUSED, TYREX_EDGE_IGNORED };
enum tyrannosaurus_cards { TYREX_CARDS_FAIR, TYREX_CARDS_FIRST };
enum { TYREX_DINOS_RANDOM = 0 };

/* The assumed facts of the box (Y3, Y4): the fair ones of data/components/, or those of the first edition. */
struct tyrannosaurus_components {
    uint8_t corner[TYREX_DINOSAURS]; /* Pteranodon's is the Volcano's, Diplodocus's the Lake's */
    uint8_t cards[TYREX_DINOSAURS][TYREX_CARDS];
    uint8_t trees[TYREX_DINOSAURS];
};

struct tyrannosaurus_player {
    uint8_t dino;
    uint8_t at;    /* TYREX_NOWHERE: out */
    uint8_t trees; /* 0: out */
    /* The card that was removed (Y5); TYREX_CARD_NONE with three players. The hand is what is left
     * of the nine cards of the dinosaur without this one and the discards. */
    uint8_t removed;
    uint8_t chosen; /* a choice, packed as below; 0: none */
    uint8_t discards[TYREX_CARDS];
    uint8_t earlier[TYREX_ROUNDS_MAX - 1]; /* its trees at the end of each round before this one */
    /* The cards removed in the rounds to come, two bits each, the next round's lowest; 0 with three
     * players. Drawn at the start, so that no random stream is kept. In a view TYREX_HIDDEN, for its
     * owner too, unless there is none. */
    uint8_t later;
};

struct tyrannosaurus_state {
    uint64_t trees; /* the squares with a tree */
    struct tyrannosaurus_player players[TYREX_SEATS_MAX];
    struct tyrannosaurus_components components;
    uint8_t options[TYREX_OPTIONS];
    uint8_t seats;
    uint8_t phase;
    uint8_t turn;
    uint8_t bone;
    uint8_t lake, volcano, tyrex; /* squares */
    uint8_t playing;              /* a bit per seat that is not out */
    uint8_t waiting;              /* a bit per seat that has still to choose */
    uint8_t panicking;            /* a bit per seat that has still to flee, in order of play */
    uint8_t winners;              /* when over */
    uint8_t round;                /* from 1 */
    uint8_t zero[3];              /* explicit padding, always zero */
};
static_assert(sizeof(struct tyrannosaurus_state) == 96, "a state stays small and has no holes");

static inline uint8_t tyrannosaurus_square_next(uint8_t square, int direction)
{
    static const int8_t steps[TYREX_DIRECTIONS] = {
        [TYREX_NORTH] = 8,  [TYREX_NORTH_EAST] = 9,  [TYREX_EAST] = 1,  [TYREX_SOUTH_EAST] = -7,
        [TYREX_SOUTH] = -8, [TYREX_SOUTH_WEST] = -9, [TYREX_WEST] = -1, [TYREX_NORTH_WEST] = 7,
    };
    return (uint8_t)(square + steps[direction]);
}

static inline bool tyrannosaurus_square_on_board(uint8_t square)
{
    return bits_have(TYREX_BOARD, square);
}

/* A bit per direction that stays on the board: those that end on a file and on a rank of it. */
static inline uint32_t tyrannosaurus_directions_on_board(uint8_t square)
{
    enum {
        ALL = (1 << TYREX_DIRECTIONS) - 1,
        NORTHERN = 1 << TYREX_NORTH_WEST | 1 << TYREX_NORTH | 1 << TYREX_NORTH_EAST,
        EASTERN = 1 << TYREX_NORTH_EAST | 1 << TYREX_EAST | 1 << TYREX_SOUTH_EAST,
        SOUTHERN = 1 << TYREX_SOUTH_EAST | 1 << TYREX_SOUTH | 1 << TYREX_SOUTH_WEST,
        WESTERN = 1 << TYREX_SOUTH_WEST | 1 << TYREX_WEST | 1 << TYREX_NORTH_WEST,
    };
    static const uint8_t from_file[8] = {EASTERN, ALL & ~WESTERN, ALL,    ALL,
                                         ALL,     ALL & ~EASTERN, WESTERN};
    static const uint8_t from_rank[8] = {NORTHERN, ALL & ~SOUTHERN, ALL,     ALL,
                                         ALL,      ALL & ~NORTHERN, SOUTHERN};
    return from_file[square % 8] & from_rank[square / 8 % 8];
}

/* Y10: the directions that a movement or the first step of a panic may have from a square, a bit each. */
static inline uint32_t tyrannosaurus_step_directions(const struct tyrannosaurus_state *s,
                                                     uint8_t square)
{
    return s->options[TYREX_OPTION_EDGE] == TYREX_EDGE_IGNORED
               ? (1u << TYREX_DIRECTIONS) - 1
               : tyrannosaurus_directions_on_board(square);
}

static inline uint8_t tyrannosaurus_choice_pack(const struct move *move)
{
    return (uint8_t)(1 + move->kind * TYREX_DIRECTIONS + move->a);
}

static inline struct move tyrannosaurus_choice_unpack(uint8_t packed)
{
    return (struct move){.kind = (uint8_t)((packed - 1) / TYREX_DIRECTIONS),
                         .a = (uint8_t)((packed - 1) % TYREX_DIRECTIONS)};
}

static inline int tyrannosaurus_seat_left_of(const struct tyrannosaurus_state *s, int seat)
{
    return seat + 1 == s->seats ? 0 : seat + 1;
}

/* Y6: loops over all seats in order of play, from the bone holder on. */
#define TYREX_EACH_IN_ORDER(s, seat)                      \
    for (int seat = (s)->bone, left_ = (s)->seats; left_; \
         left_--, seat = tyrannosaurus_seat_left_of(s, seat))

static inline uint8_t tyrannosaurus_seats_all(const struct tyrannosaurus_state *s)
{
    return (uint8_t)(bit(s->seats) - 1);
}

/* Y5: one card a turn, and with 2 or 4 players one is removed. */
static inline int tyrannosaurus_turns_in_all(const struct tyrannosaurus_state *s)
{
    return s->seats == 3 ? TYREX_CARDS_OF_A_DINOSAUR : TYREX_CARDS_OF_A_DINOSAUR - 1;
}

static inline int tyrannosaurus_rounds(const struct tyrannosaurus_state *s)
{
    return s->options[TYREX_OPTION_ROUNDS] + 1;
}

/* The dinosaur of a seat `ahead` rounds later: in each round everyone plays that of their left
 * neighbour in the one before. */
static inline int tyrannosaurus_dino_ahead(const struct tyrannosaurus_state *s, int seat, int ahead)
{
    return s->players[(seat + ahead) % s->seats].dino;
}

/* The trees of a seat in all rounds so far. */
static inline int tyrannosaurus_total(const struct tyrannosaurus_state *s, int seat)
{
    int total = s->players[seat].trees;
    for (int round = 1; round < s->round; round++)
        total += s->players[seat].earlier[round - 1];
    return total;
}

/* The number of rounds to come for which a card is removed (Y5). */
static inline int tyrannosaurus_later(const struct tyrannosaurus_state *s)
{
    return s->seats == 3 ? 0 : tyrannosaurus_rounds(s) - s->round;
}

/* What decides at the end of this round: its trees, in the last round those of all. */
static inline int tyrannosaurus_score(const struct tyrannosaurus_state *s, int seat)
{
    return s->round == tyrannosaurus_rounds(s) ? tyrannosaurus_total(s, seat)
                                               : s->players[seat].trees;
}

/* The number of cards of a kind in the hand of a player, which must not be hidden. */
static inline int tyrannosaurus_cards_in_hand(const struct tyrannosaurus_state *s, int seat,
                                              int card)
{
    const struct tyrannosaurus_player *player = &s->players[seat];
    return s->components.cards[player->dino][card] - player->discards[card] -
           (player->removed == card);
}

/* The square where a dinosaur starts, with Lake and Volcano as they lie now (Y3). */
static inline uint8_t tyrannosaurus_start_square(const struct tyrannosaurus_state *s, int seat)
{
    int dino = s->players[seat].dino;
    return dino == TYREX_DIPLODOCUS   ? s->lake
           : dino == TYREX_PTERANODON ? s->volcano
                                      : s->components.corner[dino];
}

/* Y9: the squares where trees are set, with Lake and Volcano as they lie now. There is never a tree
 * anywhere else. */
static inline uint64_t tyrannosaurus_tree_squares(const struct tyrannosaurus_state *s)
{
    uint64_t squares = TYREX_BOARD & ~(bit(TYREX_DEN) | bit(s->lake) | bit(s->volcano));
    for (int seat = 0; seat < s->seats; seat++)
        squares &= ~bit(tyrannosaurus_start_square(s, seat));
    return squares;
}

/* The number of steps from one square to another. */
static inline int tyrannosaurus_distance(uint8_t a, uint8_t b)
{
    int files = a % 8 - b % 8, ranks = a / 8 - b / 8;
    files = files < 0 ? -files : files;
    ranks = ranks < 0 ? -ranks : ranks;
    return files > ranks ? files : ranks;
}

/* The number of seats before this one in order of play (Y6). */
static inline int tyrannosaurus_place(const struct tyrannosaurus_state *s, int seat)
{
    return seat >= s->bone ? seat - s->bone : seat + s->seats - s->bone;
}

/* Y13: whether the square is a refuge that this player's dinosaur may not enter. */
static inline bool tyrannosaurus_is_forbidden(const struct tyrannosaurus_state *s, int seat,
                                              uint8_t square)
{
    return (square == s->lake && s->players[seat].dino != TYREX_DIPLODOCUS) ||
           (square == s->volcano && s->players[seat].dino != TYREX_PTERANODON);
}

/* ---- Legal ---- */

/* Who may choose what. Reads only what the seat itself may know, so it works on views. */

/* The first player, in order of play, who has still to flee. There must be one. */
int tyrannosaurus_fleeing(const struct tyrannosaurus_state *s);
/* The seats that choose in this phase, whether they have chosen or not. */
uint8_t tyrannosaurus_choosers(const struct tyrannosaurus_state *s);
/* The directions that a kind of choice may have now, a bit each; a rest has a single, meaningless
 * one. */
uint32_t tyrannosaurus_directions(const struct tyrannosaurus_state *s, int seat, int kind);

uint32_t tyrannosaurus_to_act(const void *state);
bool tyrannosaurus_check(const void *state, int seat, const struct move *move, struct fault *fault);
int tyrannosaurus_legal(const void *state, int seat, struct move *moves);
void tyrannosaurus_sample(const void *state, int seat, struct rng *rng, struct move *move);

/* ---- Resolve ---- */

/* Carries out the secret choices once the last one of a phase is made, up to the next choice. */

/* Carries out the choices and continues until someone has to choose, or to the end of the round: the
 * phase is then TYREX_PHASE_OVER, with the winners of the round, in the last one those of the match.
 * `waiting` must be empty. */
void tyrannosaurus_resolve(struct tyrannosaurus_state *s, struct story *story);
/* Starts a phase: its seats have to choose. */
void tyrannosaurus_ask(struct tyrannosaurus_state *s, enum tyrannosaurus_phase phase);

/* ---- Text ---- */

/* Tyrannosaurus Rex in texts: names, moves, positions and views. Squares are `a1` to `e5`,
 * directions `N` to `NW`. */

extern const char *const tyrannosaurus_phase_names[TYREX_PHASES];
extern const char *const tyrannosaurus_dino_names[TYREX_DINOSAURS];
extern const char *const tyrannosaurus_card_names[TYREX_CARDS];
extern const char *const tyrannosaurus_direction_names[TYREX_DIRECTIONS];

void tyrannosaurus_square_save(struct doc *doc, const char *key, uint8_t square);
/* A square of the board, or TYREX_NOWHERE for anything else; `text` may be NULL. */
uint8_t tyrannosaurus_square_parse(const char *text);
/* A packed choice, TYREX_HIDDEN or 0. */
void tyrannosaurus_choice_save(struct doc *doc, const char *key, uint8_t choice);

const char *tyrannosaurus_phase(const void *state);
const char *tyrannosaurus_part(const void *state, int seat);
bool tyrannosaurus_parse(const void *state, const char *text, struct move *move);
void tyrannosaurus_format(const void *state, const struct move *move, struct buffer *text);
void tyrannosaurus_save(const struct game *game, const void *state, struct doc *doc,
                        const char *key);

/* ---- What a seat may know of a match, and random states that fit it ---- */

void tyrannosaurus_view(const void *state, int viewer, void *view);
void tyrannosaurus_determinize(const void *view, int viewer, const void *memory, struct rng *rng,
                               void *state);
enum game_reveals tyrannosaurus_reveals(const void *state, int seat, const struct move *move);

#endif
