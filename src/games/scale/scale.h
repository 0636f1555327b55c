/* On a Scale of One to T-Rex: the data of a match, and what the files of this folder share.
 *
 *     scale.c   the game's entry: options, components
 *     rules.c   who may do what: to_act, check, legal, sample, result
 *     play.c    dealing, and what a move does, with the events it tells
 *     text.c    names of cards, texts of moves, positions out
 *     load.c    positions in, and what makes one contradictory
 *     view.c    what a seat may know, remember and imagine
 *     speech.c  what a performer may not say (S5)
 *     stage.c   how a computer player performs (S15)
 *     reader.c  what a performance says of a level (S15)
 *     weigh.c   what a computer player expects of a match, and what makes its level
 *     mind.c    what it does, and when
 *
 * The rules know nothing of performances (S5, S15): those are the faces' affair. */
#ifndef GAMES_SCALE_H
#define GAMES_SCALE_H

#include "game/game.h"
#include "games/scale/mind/reader.h"

#include <assert.h>

enum scale_colour { ORANGE, BLUE, YELLOW, SCALE_COLOURS };

enum {
    SCALE_SEATS_MAX = 8,
    VALUE_MAX = 10,    /* number cards have the values 1 to 10 */
    NUMBER_CARDS = 79, /* S2 */
    ACTION_CARDS = 20, /* of each colour, S1 */
    GOOD_OF_TWO = 15,  /* what two players have to get into the lid, S13 */
    TOKENS_EQUAL = 2,  /* to each, S7; into the lid, S14 */
    TOKENS_CLOSE = 1,
};

/* A number card's code. Kinds, not single cards: equal cards cannot be told apart. */
enum {
    CARD_NONE = 0,
    CARD_VALUE = 1,                                     /* CARD_VALUE + 10 * colour + value - 1 */
    CARD_SWAP = CARD_VALUE + VALUE_MAX * SCALE_COLOURS, /* CARD_SWAP + colour */
    CARD_MULTICOLOUR = CARD_SWAP + SCALE_COLOURS,
    CARD_CODES,
    CARD_HIDDEN = 255, /* in a view: a number or action card is here, you may not know which */
};

enum scale_phase { PHASE_PLAY, PHASE_PICK, PHASE_VOTE, PHASE_OVER, SCALE_PHASES };
enum scale_answer { ANSWER_NONE, ANSWER_MATCH, ANSWER_NO_MATCH, SCALE_ANSWERS };
enum scale_option { OPTION_FIRST_GAME, OPTION_MODE, SCALE_OPTIONS };
enum scale_mode { MODE_ROOM, MODE_STAGE, SCALE_MODES }; /* S15 */

enum scale_move {
    MOVE_OFFER, /* a: to which seat */
    MOVE_WITHDRAW,
    MOVE_CHANGE,
    MOVE_SWAP,   /* a: colour */
    MOVE_ANSWER, /* a: enum scale_answer */
    MOVE_PICK,   /* a, b: colours */
    MOVE_VOTE,   /* a: for which seat */
    SCALE_MOVES,
};

struct scale_components {
    uint8_t cards[CARD_CODES]; /* how many there are of each kind; [0] is not used */
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
    uint8_t swapping;  /* a bit per seat that holds a multicolour swap and has to choose */
    uint8_t tied;      /* a bit per seat; only when several share the first place at the end */
    uint8_t picked[2]; /* colour + 1, in the order named; 0 = not yet */

    uint8_t action_up[SCALE_COLOURS]; /* the card laid out, 1 to 20 */
    uint8_t action_count[SCALE_COLOURS];
    uint8_t action_pile[SCALE_COLOURS][ACTION_CARDS]; /* the next card is the last */
    uint8_t number_count;
    uint8_t number_pile[NUMBER_CARDS];   /* the next card is the last */
    uint8_t number_discards[CARD_CODES]; /* how many of each kind; [0], only in views: in all */
};
static_assert(sizeof(struct scale_state) == 328, "a state stays small and has no holes");

struct scale_memory {
    /* What a seat has seen go to the discarded number cards since they were last shuffled. Of
     * [CARD_NONE] it knows only that they have a value: others' changed cards. */
    uint8_t discarded[CARD_CODES];
    uint8_t unused;
    /* What it has seen on the stage; all zero where there is none. */
    uint32_t rested; /* gestures of its own since an event last named it */
    struct scale_reader readers[SCALE_SEATS_MAX];
};
static_assert(sizeof(struct scale_memory) == 40 + SCALE_SEATS_MAX * sizeof(struct scale_reader),
              "a memory has no holes");

static inline bool card_has_value(uint8_t card)
{
    return card >= CARD_VALUE && card < CARD_SWAP;
}

static inline int card_value(uint8_t card)
{
    return (card - CARD_VALUE) % VALUE_MAX + 1;
}

static inline uint32_t scale_all_seats(const struct scale_state *s)
{
    return (1u << s->seats) - 1;
}

static inline bool scale_for_two(const struct scale_state *s)
{
    return s->seats == 2;
}

/* rules.c */
struct scale_tokens {
    uint8_t good, bad;
};
struct scale_tokens scale_tokens_at_start(int seats); /* S3 */
uint32_t scale_leaders(const struct scale_state *s);  /* those with the highest total, S11 */
uint32_t scale_to_act(const void *state);
uint32_t scale_awaited(const void *state);
const char *scale_phase(const void *state);
bool scale_may_say(const void *state, int seat, const char *text, struct fault *fault);
bool scale_check(const void *state, int seat, const struct move *move, struct fault *fault);
int scale_legal(const void *state, int seat, struct move *moves);
void scale_sample(const void *state, int seat, struct rng *rng, struct move *move);
void scale_result(const void *state, struct game_result *result);
void scale_result_details(const void *state, struct doc *doc);

/* play.c */
bool scale_start(void *state, const struct game_setup *setup, struct fault *fault);
void scale_apply(void *state, int seat, const struct move *move, struct story *story);

/* text.c */
enum { SCALE_NAME_MAX = 4 };
struct scale_name { /* of a card: "o6", "bs", "xs", "y01", "?" */
    char text[SCALE_NAME_MAX];
};
extern const char *const scale_colour_names[SCALE_COLOURS];
extern const char *const scale_phase_names[SCALE_PHASES];
extern const char *const scale_answer_names[SCALE_ANSWERS];
struct scale_name scale_card_name(uint8_t card);
struct scale_name scale_action_name(int colour, uint8_t action);
/* The card or colour with this name; CARD_NONE, 0 and -1 for what is none (or NULL). */
uint8_t scale_card_find(const char *name);
uint8_t scale_action_find(int colour, const char *name);
bool scale_parse(const void *state, const char *text, struct move *move);
void scale_format(const void *state, const struct move *move, struct buffer *text);
void scale_save(const struct game *game, const void *state, struct doc *doc, const char *key);

/* load.c */
bool scale_load(const struct game *game, const struct doc *doc, const struct doc_node *position,
                const void *components, void *state, struct fault *fault);
bool scale_invariants(const void *state, struct fault *fault);

/* view.c */
void scale_view(const void *state, int viewer, void *view);
void scale_determinize(const void *view, int viewer, const void *memory, struct rng *rng,
                       void *state);
void scale_observe(void *memory, int viewer, const struct doc *doc, const struct doc_node *event);

void scale_witness(void *memory, int viewer, int seat, const struct stage_gesture *gesture);

/* aids.c */
void scale_aids(const void *view, int viewer, struct doc *doc);

/* mind.c */
extern const struct game_mind scale_mind;
extern const struct game_stage scale_stage;

extern const struct game game_scale;

#endif
