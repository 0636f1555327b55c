/* What computer players know of Tyrannosaurus Rex. Choices are secret and simultaneous, so a
 * player does not look for the best choice but for a mixture of choices that nobody can use
 * against it, and draws from that.
 *
 * instinct.c     quick moves for any seat of a world, and the beginner's
 * equilibrium.c  the equilibrium of a table of payoffs between two
 * last_turn.c    the last turn between two, solved exactly
 * mixing.c       everything else: regret matching over imagined worlds
 * hint.c         why a choice is good, for a person
 * mind.c         which of them is asked
 *
 * Choices are packed as in a state (choice_pack): from 1 to CHOICE_CODES - 1. */
#ifndef GAMES_TYRANNOSAURUS_MIND_H
#define GAMES_TYRANNOSAURUS_MIND_H

#include "games/tyrannosaurus/tyrannosaurus.h"

enum {
    CHOICE_CODES = 1 + CHOICES * DIRECTIONS,
    CHOICES_LISTED_MAX = 2 * DIRECTIONS + 1, /* eight moves, eight panics, a rest */
};

/* The choices of a seat, and how often each is to be made: chances add up to 1. */
struct tyrannosaurus_mixture {
    int count;
    uint8_t codes[CHOICES_LISTED_MAX];
    double chances[CHOICES_LISTED_MAX];
};

/* Every legal choice of a seat that the phase asks, whether it has chosen already or not. Returns
 * how many. */
int tyrannosaurus_choices(const struct tyrannosaurus_state *s, int seat,
                          uint8_t codes[CHOICES_LISTED_MAX]);
/* Takes back the choices made so far, which nobody has seen: all may choose again. */
void tyrannosaurus_choices_reset(struct tyrannosaurus_state *s);
/* Makes all choices at once and goes on to the next ones. A seat that is not asked has 0. */
void tyrannosaurus_choose_all(struct tyrannosaurus_state *s,
                              const uint8_t codes[TYRANNOSAURUS_SEATS_MAX]);
/* How many squares lie between two squares, at least; 0 for the same. */
int tyrannosaurus_distance(uint8_t a, uint8_t b);
/* How many seats come before this one in order of play. */
int tyrannosaurus_place(const struct tyrannosaurus_state *s, int seat);
/* Y13: Lake or Volcano, to somebody without the right. */
bool tyrannosaurus_is_forbidden(const struct tyrannosaurus_state *s, int seat, uint8_t square);
/* A number from 0 to just below 1. */
double tyrannosaurus_chance(struct rng *rng);

/* instinct.c */
/* How tempting each of the choices is to somebody who thinks quickly, at least 1 each. */
void tyrannosaurus_instinct(const struct tyrannosaurus_state *s, int seat, int count,
                            const uint8_t *codes, int weights[CHOICES_LISTED_MAX]);
uint8_t tyrannosaurus_instinct_choose(const struct tyrannosaurus_state *s, int seat,
                                      struct rng *rng);
uint8_t tyrannosaurus_beginner_choose(const struct tyrannosaurus_state *s, int seat,
                                      struct rng *rng);

/* equilibrium.c */
/* A game between two who choose a row and a column at the same time. What the row's player wins,
 * the column's loses. Rows are in up to two groups, one of which chance opens, and only the row's
 * player knows which; columns likewise. */
enum { EQUILIBRIUM_CHOICES_MAX = 2 * DIRECTIONS, EQUILIBRIUM_GROUPS_MAX = 2 };
struct equilibrium_side {
    int count, groups;
    uint8_t group[EQUILIBRIUM_CHOICES_MAX];
    double group_chance[EQUILIBRIUM_GROUPS_MAX];
    double mixture[EQUILIBRIUM_CHOICES_MAX]; /* the answer: adds up to 1 in each group */
};
struct equilibrium {
    struct equilibrium_side sides[2];
    double payoff[EQUILIBRIUM_CHOICES_MAX][EQUILIBRIUM_CHOICES_MAX]; /* [row][column] */
};
/* Finds both mixtures, so that neither side can gain more than `tolerance` by leaving its own.
 * Returns what the row's player wins on average. */
double tyrannosaurus_equilibrium(struct equilibrium *game, double tolerance);

/* last_turn.c */
/* Whether what is left to choose is the last turn between two. */
bool tyrannosaurus_is_last_turn(const struct tyrannosaurus_state *view);
/* The mixture of `seat`, which sees `view`, in an equilibrium of the exact remaining game. */
void tyrannosaurus_last_turn(const struct tyrannosaurus_state *view, int seat,
                             struct tyrannosaurus_mixture *mixture);

/* mixing.c */
void tyrannosaurus_mixing(const struct mind_question *question,
                          struct tyrannosaurus_mixture *mixture);

/* hint.c */
const char *tyrannosaurus_reason(const struct mind_question *question, const struct move *move,
                                 struct buffer *detail);

#endif
