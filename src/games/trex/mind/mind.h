/* Computer players of T-Rex.
 *
 *  mind.c    connects the others to the general search; the beginner's rules of thumb; good puzzles
 *  worth.c   the value of cards, eggs and whole worlds; likings: quick moves
 *  policy.c  which card a good player would play: a network; what was learned, for each number of players
 *  hint.c    explains why a move is good
 *
 * A liking says how much a good player wants to play a card: its odds double with every eight more.
 * The tables of likings were fitted to matches of the search against itself, with four seats and the
 * standard components. The likings of eggs, removals and trumps were set by hand. */
#ifndef GAMES_TREX_MIND_MIND_H
#define GAMES_TREX_MIND_MIND_H

#include "game/game.h"
#include "game/mind.h"
#include "games/trex/trex.h"

#include <stddef.h>

extern const struct game_mind trex_mind;

/* ---- What players of this game do more or less often ---- */

extern const struct game_habits trex_habits;

/* ---- Puzzles of T-Rex: which card to play ---- */

extern const struct game_puzzle trex_puzzle;

/* ---- Likings ---- */

/* How likely a good player makes each move. Reads only what the moving seat may know, so that
 * imagined players do not see hidden cards. The functions are those of struct game_mind. */

void trex_prior(const void *weights, const void *state, int seat, const struct move *moves,
                int count, float likely[]);
void trex_rollout(const void *state, int seat, struct rng *rng, struct move *move);

/* ---- The rules of thumb of a sensible beginner ---- */

void trex_beginner(const struct mind_question *question, struct move *move);

/* ---- Explains to a person why a move is good ---- */

extern const struct mind_teaching trex_teaching;

/* ---- How the piles look to a seat that is about to play a card ---- */

struct trex_outlook {
    int counted;     /* what its latest card counts as */
    int rival_count; /* others whose latest card will stay unless a higher meteor comes, … */
    int rivals[TREX_SEATS_MAX - 1]; /* … and its strength; 0 beyond them */
    int to_come; /* if a meteor leads: the number of plays between this card and the end */
};
/* The situation in which a card is played: no meteor leads; one leads and one, two, or more seats
 * play after this one; the meteor of this seat leads, so the card is the last. */
enum trex_moment {
    TREX_OPENING,
    TREX_BEFORE_ONE,
    TREX_BEFORE_TWO,
    TREX_BEFORE_MORE,
    TREX_LAST,
    TREX_MOMENTS
};
/* The effect of a card. */
enum trex_deed {
    TREX_LOW_METEOR,
    TREX_DRAW_1,
    TREX_DRAW_2,
    TREX_DRAW_3,
    TREX_LEADING_METEOR,
    TREX_SHOWERS,
    TREX_COPIES,
    TREX_DEEDS
};
/* Fills in the outlook of `seat`. */
void trex_outlook_see(struct trex_outlook *outlook, const struct trex_state *s, int seat);

/* The Chamaelosaurus counts as what it is laid on (T14). */
static inline int trex_outlook_counts_as(const struct trex_outlook *outlook, int card)
{
    return card == TREX_CHAMAELOSAURUS ? outlook->counted : card;
}

/* The number of rivals that stay ahead of the seat if it plays this card now. */
static inline int trex_outlook_beaten_by(const struct trex_outlook *outlook,
                                         const struct trex_state *s, int card)
{
    int strength = trex_strength(s, trex_outlook_counts_as(outlook, card)), count = 0;
    for (int i = 0; i < TREX_SEATS_MAX - 1; i++)
        count += outlook->rivals[i] > strength; /* of equal cards the later is stronger (T15) */
    return count;
}

static inline enum trex_moment trex_outlook_moment(const struct trex_outlook *outlook,
                                                   const struct trex_state *s, int seat)
{
    if (s->meteor.seat == TREX_NOBODY)
        return TREX_OPENING;
    if (s->meteor.seat == seat)
        return TREX_LAST;
    return outlook->to_come > 2    ? TREX_BEFORE_MORE
           : outlook->to_come == 2 ? TREX_BEFORE_TWO
                                   : TREX_BEFORE_ONE;
}

static inline enum trex_deed trex_deed_of(const struct trex_state *s, int card)
{
    if (card >= TREX_NUMBERS)
        return card == TREX_SHOWER ? TREX_SHOWERS : TREX_COPIES;
    if (s->components.symbols[card] != TREX_SYMBOL_METEOR)
        return (enum trex_deed)s->components.symbols[card];
    return trex_meteor_leads(s, s->meteor, card) ? TREX_LEADING_METEOR : TREX_LOW_METEOR;
}

/* The latest card of this seat. */
int trex_pile_top(const struct trex_state *s, int seat);

/* ---- Weights ---- */

/* What the mind of T-Rex has learned, for each number of players: which cards good players play
 * (policy.c), and how much everything counts before each round (worth.c).
 *
 * In data/minds/trex.bin, each number of players has
 *
 *     5 bytes   numbers of players, neurons, features, rounds, and weights of a round
 *               struct trex_learned, in order and little-endian */

/* ---- Which cards good players play ---- */

enum {
    TREX_FEATURES = 217, /* that there are */
    TREX_NEURONS = 16,
};
/* Weights of features are in 1/TREX_FEATURE_ONE, those of neurons in 1/TREX_NEURON_ONE of a liking. */
enum { TREX_FEATURE_ONE = 32, TREX_NEURON_ONE = 64, TREX_NEURON_MAX = 8191 };
struct trex_policy {
    int8_t features[TREX_FEATURES][TREX_NEURONS];
    int16_t neurons[TREX_NEURONS];
};

/* ---- How much everything counts ---- */

/* Nine levels of numbered cards (weak, middle and strong colour, three numbers each), and a lowest
 * one for everything that counts 0. */
enum { TREX_LEVELS = 10 };

/* Kinds of cards. */
enum {
    TREX_KIND_DRAW,                                    /* 1, 2 or 3 cards */
    TREX_KIND_METEOR = TREX_KIND_DRAW + TREX_DRAW_MAX, /* highest first */
    TREX_KIND_COPIES = TREX_KIND_METEOR + TREX_METEORS,
    TREX_KIND_SHOWERS,
    TREX_KINDS
};
/* The kind of each card: what it does, and which of the meteors it is. */
void trex_kinds_see(const struct trex_components *components, uint8_t kinds[TREX_CARDS]);

/* How much everything counts before a round, in 1/TREX_WORTH_ONE of the natural logarithm of the
 * winning chance. */
enum { TREX_WORTH_ONE = 4096, TREX_WORTH_SQUARES = 16, TREX_WORTH_HANDS = 8, TREX_WORTH_EGGS = 7 };
struct trex_worth {
    int16_t levels[TREX_LEVELS], kinds[TREX_KINDS]; /* of cards in hand */
    int16_t lost[TREX_KINDS];                       /* removed from the game, … */
    int16_t lost_square;             /* … for each TREX_WORTH_SQUARES in (number - 1) squared */
    int16_t hands[TREX_WORTH_HANDS]; /* by number of cards, the last one for more */
    int16_t eggs[TREX_WORTH_EGGS];   /* by number of each colour, likewise */
    int16_t points;                  /* each: squares of eggs */
    int16_t fit;                     /* each pair of an egg and one of its colour that nobody has */
    int16_t places[TREX_SEATS_MAX];  /* by the number of seats that play before this one */
};

/* ---- All of it ---- */

struct trex_learned {
    struct trex_policy policy;
    struct trex_worth worths[TREX_ROUNDS];
};

struct trex_weights {
    uint64_t policies, worths; /* bits: numbers of players that have them */
    struct trex_learned by_seats[TREX_SEATS_MAX + 1];
};

/* The size of what one number of players has in the file. */
enum {
    TREX_WEIGHTS_HEAD = 5,
    TREX_WORTH_WEIGHTS = sizeof(struct trex_worth) / sizeof(int16_t),
    TREX_WEIGHTS_SIZE = TREX_WEIGHTS_HEAD + TREX_FEATURES * TREX_NEURONS + 2 * TREX_NEURONS +
                        2 * TREX_ROUNDS * TREX_WORTH_WEIGHTS,
};
/* Each, for all rounds. */
enum { TREX_WORTH_MAX = 4 * TREX_WORTH_ONE };

/* Reads weights into zeroed memory, as game/mind.h says. */
bool trex_weights_read(const unsigned char *bytes, size_t size, void *weights);
/* For this many players, or NULL. `weights` is a struct trex_weights or NULL. */
const struct trex_policy *trex_policy_learned(const void *weights, int seats);
const struct trex_learned *trex_worths_learned(const void *weights, int seats);

/* ---- Policy ---- */

/* Which card a good player would play: a small network for each number of players, which has learned it
 * from searches (training/games/trex/fit.c). Each card in hand has features, and all cards share those of
 * the situation. Reads only what the moving seat may know. */

enum { TREX_SITUATION_FEATURES = 6, TREX_CARD_FEATURES = 8 };

/* The features of a choice. */
struct trex_features {
    uint8_t situation[TREX_SITUATION_FEATURES];
    uint8_t cards[TREX_CARDS][TREX_CARD_FEATURES]; /* of each card in hand, lowest card first */
};
/* Fills in the features of a seat that is about to play a card from its hand. */
void trex_features_see(struct trex_features *features, const struct trex_state *s, int seat);

/* The liking of each of the `count` cards in hand. */
void trex_policy_likings(const struct trex_policy *policy, const struct trex_features *features,
                         int count, int likings[]);

/* ---- The value of cards, eggs and whole worlds ---- */

/* The level of each card with these trumps. A table, because the search asks for it all the time. */
extern const uint8_t trex_levels[TREX_COLOURS][TREX_COLOURS][TREX_CARDS];
static inline const uint8_t *trex_levels_of(const struct trex_state *s)
{
    return trex_levels[s->strong][s->weak];
}

/* The level of numbered cards that are this strong (trex_strength). */
static inline int trex_strength_level(int strength)
{
    return 1 + 3 * (strength / (TREX_NUMBERS + 1) - 1) + (strength % (TREX_NUMBERS + 1) - 1) / 5;
}

/* An approximation of the exponential of x <= 0, the same on every machine. */
static inline float trex_exp(float x)
{
    float y = 1.0f + x / 256.0f;
    y = y > 0.9f ? y : 0.9f; /* far below anything that matters */
    for (int i = 0; i < 8; i++)
        y *= y;
    return y;
}

/* The weights for the round that this state begins or will begin: those that were learned, or else
 * those of a formula, in `space`. */
const struct trex_worth *trex_worth_for(const void *weights, const struct trex_state *s,
                                        struct trex_worth *space);

/* The value of owning a card. */
float trex_keep_worth(const struct trex_worth *worth, const struct trex_state *s, int card);
/* The value of one more egg of this colour to a seat: points now and points to come. */
float trex_egg_worth(const struct trex_state *s, int seat, int colour);
/* How much the strongest seat likes this one of the two eggs (T16). */
float trex_egg_liking(const struct trex_state *s, int choice);
/* How well each seat stands in a state at the start of a round. */
void trex_prospects(const struct trex_worth *worth, const struct trex_state *s, int prospects[]);
/* As game/mind.h says. */
void trex_value(const void *weights, const void *state, float values[]);

/* The value of the top card of a deck to its owner: exact for a card that was once played, otherwise the
 * mean over the cards it may be. */
float trex_deck_top_worth(const struct trex_worth *worth, const struct trex_state *s,
                          const struct trex_player *player);
/* The value of the colours of a hand with the trumps that a move chooses. */
float trex_hand_worth_with(const struct trex_worth *worth, const struct trex_state *s,
                           const struct move *move, uint64_t hand);

#endif
