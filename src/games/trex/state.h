/* The data of a match of T-Rex, and small functions on it. */
#ifndef GAMES_TREX_STATE_H
#define GAMES_TREX_STATE_H

#include "base/bits.h"
#include "game/game.h"

#include <assert.h>

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

enum trex_option { TREX_METEOR_COMPARE, TREX_OPTIONS };
enum trex_meteor_compare { TREX_COMPARE_NUMBER, TREX_COMPARE_RANK };

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
    uint8_t zero;                           /* explicit padding, always zero */
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

#endif
