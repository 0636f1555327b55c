/* The data of a match of Scale, and small functions on it. */
#ifndef GAMES_SCALE_STATE_H
#define GAMES_SCALE_STATE_H

#include "game/game.h"
#include "games/scale/mind/reader.h"

#include <assert.h>

enum scale_colour { SCALE_ORANGE, SCALE_BLUE, SCALE_YELLOW, SCALE_COLOURS };

enum {
    SCALE_SEATS_MAX = 8,
    SCALE_VALUE_MAX = 10,    /* number cards have the values 1 to 10 */
    SCALE_NUMBER_CARDS = 79, /* S2 */
    SCALE_ACTION_CARDS = 20, /* of each colour, S1 */
    SCALE_GOOD_OF_TWO = 15,  /* tokens that two players must get into the lid, S13 */
    SCALE_TOKENS_EQUAL = 2,  /* to each, S7; into the lid, S14 */
    SCALE_TOKENS_CLOSE = 1,
};

/* The code of a number card. It stands for a kind of card, since equal cards are indistinguishable.
 */
enum {
    SCALE_CARD_NONE = 0,
    SCALE_CARD_VALUE = 1, /* SCALE_CARD_VALUE + 10 * colour + value - 1 */
    SCALE_CARD_SWAP =
        SCALE_CARD_VALUE + SCALE_VALUE_MAX * SCALE_COLOURS, /* SCALE_CARD_SWAP + colour */
    SCALE_CARD_MULTICOLOUR = SCALE_CARD_SWAP + SCALE_COLOURS,
    SCALE_CARD_CODES,
    SCALE_CARD_HIDDEN = 255, /* in a view: a number or action card that the viewer may not know */
};

enum scale_phase {
    SCALE_PHASE_PLAY,
    SCALE_PHASE_PICK,
    SCALE_PHASE_VOTE,
    SCALE_PHASE_OVER,
    SCALE_PHASES
};
enum scale_match { SCALE_MATCH_EQUAL, SCALE_MATCH_CLOSE, SCALE_MATCH_NONE }; /* S7 */
enum scale_answer { SCALE_ANSWER_NONE, SCALE_ANSWER_MATCH, SCALE_ANSWER_NO_MATCH, SCALE_ANSWERS };
enum scale_option { SCALE_OPTION_FIRST_GAME, SCALE_OPTION_MODE, SCALE_OPTIONS };
enum scale_mode { SCALE_MODE_ROOM, SCALE_MODE_STAGE, SCALE_MODES }; /* S15 */

enum scale_move {
    SCALE_MOVE_OFFER, /* a: to which seat */
    SCALE_MOVE_WITHDRAW,
    SCALE_MOVE_CHANGE,
    SCALE_MOVE_SWAP,   /* a: colour */
    SCALE_MOVE_ANSWER, /* a: enum scale_answer */
    SCALE_MOVE_PICK,   /* a, b: colours */
    SCALE_MOVE_VOTE,   /* a: for which seat */
    SCALE_MOVES,
};

struct scale_components {
    uint8_t cards[SCALE_CARD_CODES]; /* the number of cards of each kind; [0] is not used */
};

struct scale_state {
    struct deal deal;                        /* S10 shuffles during play */
    uint32_t action_discards[SCALE_COLOURS]; /* a bit per number of the card, 1 to 20 */
    struct scale_components components;
    uint8_t options[SCALE_OPTIONS];
    uint8_t seats;
    uint8_t phase;
    uint8_t good, bad;     /* tokens on the table */
    uint8_t lid;           /* tokens in the lid, with two players */
    uint8_t stream_hidden; /* only in views: the state has a stream other than zeroes */

    uint8_t card[SCALE_SEATS_MAX];
    uint8_t good_of[SCALE_SEATS_MAX];
    uint8_t bad_of[SCALE_SEATS_MAX];
    uint8_t offer[SCALE_SEATS_MAX]; /* seat + 1, 0 = none */
    uint8_t answer[SCALE_SEATS_MAX];
    uint8_t vote[SCALE_SEATS_MAX]; /* seat + 1, 0 = none */
    uint8_t swapping;  /* a bit per seat that holds a multicolour swap and must choose */
    uint8_t tied;      /* a bit per seat; only if several share the first place at the end */
    uint8_t picked[2]; /* colour + 1, in the order named; 0 = not yet */

    uint8_t action_up[SCALE_COLOURS]; /* the face-up card, 1 to 20 */
    uint8_t action_count[SCALE_COLOURS];
    uint8_t action_pile[SCALE_COLOURS][SCALE_ACTION_CARDS]; /* the next card is the last */
    uint8_t number_count;
    uint8_t number_pile[SCALE_NUMBER_CARDS];   /* the next card is the last */
    uint8_t number_discards[SCALE_CARD_CODES]; /* by kind; views have only the total, in [0] */
};
static_assert(sizeof(struct scale_state) == 328, "a state stays small and has no holes");

/* What a seat remembers; memory.c updates it. */
struct scale_memory {
    /* The discarded number cards since the last shuffle, as far as the seat has seen them.
     * [SCALE_CARD_NONE] counts cards of others about which it only knows that they have a value. */
    uint8_t discarded[SCALE_CARD_CODES];
    uint8_t zero; /* explicit padding, always zero */
    /* What it has seen on the stage; all zero without one. */
    uint32_t rested; /* its own gestures since an event last named it */
    struct scale_reader readers[SCALE_SEATS_MAX];
};
static_assert(sizeof(struct scale_memory) == 40 + SCALE_SEATS_MAX * sizeof(struct scale_reader),
              "a memory has no holes");

static inline bool scale_card_has_value(uint8_t card)
{
    return card >= SCALE_CARD_VALUE && card < SCALE_CARD_SWAP;
}

static inline int scale_card_value(uint8_t card)
{
    return (card - SCALE_CARD_VALUE) % SCALE_VALUE_MAX + 1;
}

static inline uint32_t scale_all_seats(const struct scale_state *s)
{
    return (1u << s->seats) - 1;
}

static inline bool scale_for_two(const struct scale_state *s)
{
    return s->seats == 2;
}

static_assert((int)SCALE_LEVELS == (int)SCALE_VALUE_MAX, "a chance for every value");

#endif
