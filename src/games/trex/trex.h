/* T-Rex: twelve rounds in which everybody lays dinosaurs on a pile of their own, for two eggs a
 * round. The rules T1 to T22 are in data/rules/trex.en.md; refusals cite the same numbers.
 *
 * Files:
 *
 *  trex.h, trex_internal.h  the data of a match; what the mind may use, and what only these files share
 *  text.c      names, moves, events, positions and views as texts
 *  rules.c     dealing, what a move does, who may make which move, comparing cards, points
 *  view.c      what a seat may know, the states that fit it, the aids, the same as bytes
 *  load.c      reads positions, and validates them
 *  mind/       computer players; mind/mind.h lists its files
 *  trex.c      the options, the components, and the game as the rest of the program sees it */
#ifndef GAMES_TREX_TREX_H
#define GAMES_TREX_TREX_H

#include "base/base.h"
#include "game/game.h"

#include <assert.h>

extern const struct game game_trex;

/* ---- The data of a match of T-Rex, and small functions on it ---- */

enum trex_colour { TREX_YELLOW, TREX_BLUE, TREX_BROWN, TREX_GREEN, TREX_RED, TREX_COLOURS };

/* Cards are 0 to 16: the number n is card n - 1, so that its colour is the card modulo five (T1).
 */
enum {
    TREX_NUMBERS = 15,
    TREX_CHAMAELOSAURUS = TREX_NUMBERS,
    TREX_SHOWER,
    TREX_CARDS,
    TREX_CARDS_ALL = (1 << TREX_CARDS) - 1,
};

enum {
    TREX_SEATS_MAX = 5,
    TREX_METEORS = 6, /* numbered cards with a meteor */
    TREX_DRAW_MAX = 3,
    TREX_EGGS = 30,
    TREX_EGG_PILE = TREX_EGGS / 2,
    TREX_HAND_SIZE = 7,
    TREX_ROUNDS = 12,
    TREX_PLAYS_MAX = TREX_SEATS_MAX * TREX_CARDS,
    TREX_NOBODY = 255,
    TREX_HIDDEN = 255, /* in a view: a card or an egg that the viewer may not know */
};

enum trex_phase {
    TREX_PHASE_PLAY,
    TREX_PHASE_EGG,
    TREX_PHASE_REMOVE,
    TREX_PHASE_TRUMP,
    TREX_PHASE_OVER,
    TREX_PHASES
};

enum trex_move {
    TREX_PLAY, /* move.a is the card */
    TREX_FLIP,
    TREX_EGG, /* move.a is 0 for the first egg, 1 for the second */
    TREX_REMOVE_TOP,
    TREX_REMOVE_DECK,
    TREX_REMOVE_SHOWER,
    TREX_TRUMP_KEEP,
    TREX_TRUMP_STRONG, /* move.a is the colour */
    TREX_TRUMP_WEAK,   /* move.a is the colour */
};

enum trex_option { TREX_METEOR_COMPARE, TREX_OWNER_METEOR, TREX_OPTIONS };
enum trex_meteor_compare { TREX_COMPARE_NUMBER, TREX_COMPARE_RANK };
enum trex_owner_meteor { TREX_OWNER_ENDS, TREX_OWNER_EXTENDS };

enum { TREX_SYMBOL_METEOR = 0 }; /* any other symbol is the number of cards to draw */

struct trex_components {
    uint8_t symbols[TREX_NUMBERS]; /* T2 */
    uint8_t eggs[TREX_COLOURS];    /* T3 */
};

struct trex_play {
    uint8_t seat;
    uint8_t card;
};

struct trex_player {
    uint32_t hand;            /* sets of cards have a bit per card */
    uint32_t out;             /* removed from the game */
    uint32_t seen;            /* played at least once, and public knowledge from then on (T18) */
    uint8_t deck[TREX_CARDS]; /* in drawing order, next first */
    uint8_t deck_count;
    uint8_t eggs[TREX_COLOURS]; /* how many of each colour */
    uint8_t hidden_hand;        /* only in views: number of further cards in the hand, … */
    uint8_t hidden_out;         /* … and among the removed ones */
    uint8_t zero[3];            /* explicit padding, always zero */
};

struct trex_state {
    uint8_t options[TREX_OPTIONS];
    struct trex_components components;
    uint8_t seats;
    uint8_t round; /* 1 to 12 */
    uint8_t phase;
    uint8_t turn; /* 0 when over */
    uint8_t strong, weak;
    uint8_t eggs[2];                         /* face up; 0 from the egg move until T20 */
    uint8_t egg_piles[2][TREX_EGG_PILE - 1]; /* 15 - round each, next first */
    struct trex_play meteor;                 /* the leading one; seat TREX_NOBODY, card 0: none */
    uint8_t ranking[TREX_SEATS_MAX];         /* strongest first; 0 in the phase play */
    uint8_t play_count;
    struct trex_play plays[TREX_PLAYS_MAX]; /* of this round, oldest first */
    struct trex_player players[TREX_SEATS_MAX];
};
static_assert(sizeof(struct trex_state) == 436, "a state stays small and has no holes");

static inline uint32_t trex_card_bit(int card)
{
    return UINT32_C(1) << card;
}

static inline int trex_hand_size(const struct trex_player *player)
{
    return bits_count(player->hand) + player->hidden_hand;
}

/* How many eggs are face down in each of the two piles. */
static inline int trex_egg_pile_count(const struct trex_state *s)
{
    return TREX_EGG_PILE - s->round;
}

static inline bool trex_eggs_face_up(const struct trex_state *s)
{
    return s->phase == TREX_PHASE_PLAY || s->phase == TREX_PHASE_EGG;
}

static inline bool trex_is_meteor(const struct trex_state *s, int card)
{
    return card == TREX_SHOWER ||
           (card < TREX_NUMBERS && s->components.symbols[card] == TREX_SYMBOL_METEOR);
}

/* A shower that was ever played is in the pile of this round, or was removed at the end of its
 * round (T17). */
static inline bool trex_shower_in_pile(const struct trex_player *player)
{
    return (player->seen & ~player->out) >> TREX_SHOWER & 1;
}

/* The rank of a card with these trumps; 0 for a card without a value (T15). */
static inline int trex_strength(const struct trex_state *s, int card)
{
    if (card >= TREX_NUMBERS)
        return 0;
    int colour = card % TREX_COLOURS, number = card + 1;
    int class = colour == s->strong ? 3 : colour == s->weak ? 1 : 2;
    return class * (TREX_NUMBERS + 1) + number;
}

/* ---- T-Rex in texts: names, moves, positions and views ---- */

extern const char *const trex_card_names[TREX_CARDS];
extern const char *const trex_colour_names[TREX_COLOURS];
extern const char *const trex_phase_names[TREX_PHASES];

const char *trex_phase(const void *state);
bool trex_parse(const void *state, const char *text, struct move *move);
void trex_format(const void *state, const struct move *move, struct buffer *text);
void trex_save(const struct game *game, const void *state, struct doc *doc, const char *key);

/* ---- Comparing cards, the points, and who wins ---- */

/* Whether this meteor takes the lead from `leader` (T11, T12). */
bool trex_meteor_leads(const struct trex_state *s, struct trex_play leader, int card);
/* Whether the round ends if `seat` plays this card while `leader` leads (T13). */
bool trex_card_ends(const struct trex_state *s, struct trex_play leader, int seat, int card);
/* What the top card of each pile counts as: a number card, or the shower for everything that counts
 * 0 (T14). */
void trex_counted_cards(const struct trex_state *s, uint8_t counted[TREX_SEATS_MAX]);
/* The seats from strongest to weakest (T15). */
void trex_rank(const struct trex_state *s, uint8_t ranking[TREX_SEATS_MAX]);

/* The points of each seat, and the seats with the most of them, a bit each (T21). */
uint32_t trex_score(const struct trex_state *s, int32_t scores[TREX_SEATS_MAX]);
/* The sum of the values in hand and deck (T22); -1 in a view that hides it. */
int trex_remaining(const struct trex_state *s, int seat);
void trex_result(const void *state, struct game_result *result);
void trex_result_details(const void *state, struct doc *doc);

/* ---- Legal ---- */

/* Who may make which move: the turn, why a move is refused, and the legal moves. Reads only what
 * the seat itself may know, so it works on views. */

uint32_t trex_to_act(const void *state);
bool trex_check(const void *state, int seat, const struct move *move, struct fault *fault);
int trex_legal(const void *state, int seat, struct move *moves);
void trex_sample(const void *state, int seat, struct rng *rng, struct move *move);

#endif
