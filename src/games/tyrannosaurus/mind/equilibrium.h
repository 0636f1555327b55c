/* The equilibrium of a two-player payoff table. */
#ifndef GAMES_TYRANNOSAURUS_MIND_EQUILIBRIUM_H
#define GAMES_TYRANNOSAURUS_MIND_EQUILIBRIUM_H

#include "games/tyrannosaurus/mind/choices.h"

/* A zero-sum game between two players who choose a row and a column at the same time. Chance first
 * gives each of them one of up to three hands, which only its owner sees and which decides what it
 * may choose; payoffs do not depend on it. */
enum { TYREX_HANDS_MAX = TYREX_CARDS };

struct tyrannosaurus_equilibrium_side {
    int count; /* rows or columns */
    int hands;
    uint32_t allowed[TYREX_HANDS_MAX];      /* a bit per choice */
    double chance[TYREX_HANDS_MAX];         /* of each hand */
    double bound;                           /* how often it follows a habit instead of choosing */
    double habit[TYREX_CHOICES_LISTED_MAX]; /* adds up to 1, unless `bound` is 0 */
    double mixture[TYREX_HANDS_MAX][TYREX_CHOICES_LISTED_MAX]; /* the result: adds up to 1 */
};

struct tyrannosaurus_equilibrium {
    struct tyrannosaurus_equilibrium_side sides[2];
    double payoff[TYREX_CHOICES_LISTED_MAX][TYREX_CHOICES_LISTED_MAX]; /* [row][column] */
};

/* Finds both mixtures, such that neither side can gain more than `tolerance` by deviating. Returns
 * the average payoff of the row player. */
double tyrannosaurus_equilibrium_find(struct tyrannosaurus_equilibrium *game, double tolerance);

/* The payoff of each choice of a side against the mixtures of the other. */
void tyrannosaurus_equilibrium_winnings(const struct tyrannosaurus_equilibrium *game, int which,
                                        double won[TYREX_CHOICES_LISTED_MAX]);

/* How likely each choice of a side is to someone who does not see its hand. */
void tyrannosaurus_equilibrium_seen(const struct tyrannosaurus_equilibrium_side *side,
                                    double chances[TYREX_CHOICES_LISTED_MAX]);

#endif
