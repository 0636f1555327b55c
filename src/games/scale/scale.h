/* On a Scale of One to T-Rex. The rules S1 to S15 are in data/rules/scale.en.md. This folder knows
 * nothing about performances (S5, S15), except for computer players: showing them is up to the
 * front ends.
 *
 * Files:
 *
 *  scale.h, scale_internal.h  the data of a match; what the mind may use, and what only these files share
 *  text.c      names, moves, events, positions and views as texts
 *  speech.c    what a performer may not say (S5)
 *  rules.c     dealing, what a move does, who may make which move or say what, who wins
 *  view.c      what a seat may know, the states that fit it, the aids, the same as bytes
 *  memory.c    what a seat remembers, and what performances reveal (S15)
 *  load.c      reads positions, and validates them
 *  mind/       computer players; mind/mind.h lists its files
 *  scale.c     the options, the components, and the game as the rest of the program sees it */
#ifndef GAMES_SCALE_SCALE_H
#define GAMES_SCALE_SCALE_H

#include "game/game.h"
#include "game/realtime.h"

#include <assert.h>

extern const struct game game_scale;

/* ---- What performances reveal ---- */

/* Reading performances (S15): what a stream of gestures reveals about the level of a player.
 *
 * Nothing is assumed about how gestures are made: people use a pad, a mouse or a shaken phone. From
 * the gestures since a card was drawn the reader computes three means, power, pace and reach. Each
 * is assumed to grow with the level along a line that is different for each player. The reader
 * starts with a prior for performers in general, and every card that is turned over adds a point to
 * the line (Bayesian linear regression). The probability of a level follows from the lines by
 * Student's distribution, whose long tails forgive an odd performance. */

enum { SCALE_LEVELS = 10 };
enum scale_feature { SCALE_FEATURE_POWER, SCALE_FEATURE_PACE, SCALE_FEATURE_REACH, SCALE_FEATURES };

/* The gestures of a player since the card was drawn. */
struct scale_look {
    uint32_t count; /* of gestures */
    uint32_t sums[SCALE_FEATURES];
    uint8_t x, y;    /* the latest */
    uint8_t zero[2]; /* explicit padding, always zero */
};

/* Weighted sums over the cards that were turned over: all that the line of a feature needs. */
struct scale_line {
    float weight, level, level_squared, seen, seen_times_level;
};

struct scale_reader {
    struct scale_look look;
    struct scale_line lines[SCALE_FEATURES];
};

/* How well a player reads. */
struct scale_reading {
    int features;    /* the first ones of enum scale_feature */
    bool calibrates; /* learns from earlier performances */
};

void scale_reader_witness(struct scale_reader *reader, const struct realtime_gesture *gesture);

/* The performed card is turned over and is this one. */
void scale_reader_learn(struct scale_reader *reader, int value);

/* A new performance begins. */
void scale_reader_forget_look(struct scale_reader *reader);

/* On entry chances[value - 1] is the probability of each level without the performance, up to a
 * factor; on return it includes the performance, and the chances add up to 1. */
void scale_reader_estimate(const struct scale_reader *reader, const struct scale_reading *reading,
                           float chances[SCALE_LEVELS]);

/* ---- The data of a match of Scale, and small functions on it ---- */

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
    uint32_t rested; /* its own gestures since an event last named it, … */
    uint32_t waited; /* … and since cards were last turned over */
    struct scale_reader readers[SCALE_SEATS_MAX];
};
static_assert(sizeof(struct scale_memory) == 44 + SCALE_SEATS_MAX * sizeof(struct scale_reader),
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

/* ---- What is performed ---- */

struct scale_part {
    int value;  /* 1 to 10; 0: nothing */
    int colour; /* of the card, or in a tie-break the first of the two that were picked */
    int action; /* the face-up action card of this colour, 1 to 20 */
};

/* What a seat has to perform: the action of its card's colour at the value of the card (S5), or in
 * a tie-break, if it is tied, the actions that were picked at level 10 (S12). */
struct scale_part scale_part_of(const struct scale_state *s, int seat);

/* ---- Legal ---- */

/* Who may make which move, or say what. None of it depends on a card: it works on views. */

uint32_t scale_to_act(const void *state);
uint32_t scale_awaited(const void *state);
bool scale_may_say(const void *state, int seat, const char *text, struct fault *fault);
bool scale_check(const void *state, int seat, const struct move *move, struct fault *fault);
int scale_legal(const void *state, int seat, struct move *moves);
void scale_sample(const void *state, int seat, struct rng *rng, struct move *move);

/* ---- What a seat remembers: discarded number cards, and the performances of the others ---- */

bool scale_observe(void *memory, int viewer, const struct doc *doc, const struct doc_node *event);
void scale_witness(void *memory, int viewer, int seat, const struct realtime_gesture *gesture);

/* ---- Scale in texts: names, moves, positions and views ---- */

enum { SCALE_NAME_MAX = 4 };
struct scale_name { /* of a card: "o6", "bs", "xs", "y01", "?" */
    char text[SCALE_NAME_MAX];
};
extern const char *const scale_colour_names[SCALE_COLOURS];
extern const char *const scale_phase_names[SCALE_PHASES];
extern const char *const scale_answer_names[SCALE_ANSWERS];
struct scale_name scale_card_name(uint8_t card);
struct scale_name scale_action_name(int colour, uint8_t action);
/* The card or colour with this name; SCALE_CARD_NONE or 0 if there is none or `text` is NULL. */
uint8_t scale_card_find(const char *name);
uint8_t scale_action_find(int colour, const char *name);

const char *scale_phase(const void *state);
bool scale_parse(const void *state, const char *text, struct move *move);
void scale_format(const void *state, const struct move *move, struct buffer *text);
void scale_save(const struct game *game, const void *state, struct doc *doc, const char *key);

#endif
