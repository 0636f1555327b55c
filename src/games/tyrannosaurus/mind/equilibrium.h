/* The equilibrium of a two-player payoff table. */
#ifndef GAMES_TYRANNOSAURUS_MIND_EQUILIBRIUM_H
#define GAMES_TYRANNOSAURUS_MIND_EQUILIBRIUM_H

#include "games/tyrannosaurus/state.h"

/* A zero-sum game between two players who choose a row and a column at the same time. Rows form up
 * to two groups; chance picks one, and only the row player knows which. The same goes for columns.
 */
enum { TYREX_EQUILIBRIUM_CHOICES_MAX = 2 * TYREX_DIRECTIONS, TYREX_EQUILIBRIUM_GROUPS_MAX = 2 };
struct tyrannosaurus_equilibrium_side {
    int count, groups;
    uint8_t group[TYREX_EQUILIBRIUM_CHOICES_MAX];
    double group_chance[TYREX_EQUILIBRIUM_GROUPS_MAX];
    double mixture[TYREX_EQUILIBRIUM_CHOICES_MAX]; /* the result: adds up to 1 in each group */
};
struct tyrannosaurus_equilibrium {
    struct tyrannosaurus_equilibrium_side sides[2];
    double payoff[TYREX_EQUILIBRIUM_CHOICES_MAX][TYREX_EQUILIBRIUM_CHOICES_MAX]; /* [row][column] */
};
/* Finds both mixtures, such that neither side can gain more than `tolerance` by deviating. Returns
 * the average payoff of the row player. */
double tyrannosaurus_equilibrium_find(struct tyrannosaurus_equilibrium *game, double tolerance);

#endif
