/* The equilibrium of a table of payoffs between two. */
#ifndef GAMES_TYRANNOSAURUS_MIND_EQUILIBRIUM_H
#define GAMES_TYRANNOSAURUS_MIND_EQUILIBRIUM_H

#include "games/tyrannosaurus/state.h"

/* A game between two who choose a row and a column at the same time. What the row's player wins,
 * the column's loses. Rows are in up to two groups, one of which chance opens, and only the row's
 * player knows which; columns likewise. */
enum { TYREX_EQUILIBRIUM_CHOICES_MAX = 2 * TYREX_DIRECTIONS, TYREX_EQUILIBRIUM_GROUPS_MAX = 2 };
struct tyrannosaurus_equilibrium_side {
    int count, groups;
    uint8_t group[TYREX_EQUILIBRIUM_CHOICES_MAX];
    double group_chance[TYREX_EQUILIBRIUM_GROUPS_MAX];
    double mixture[TYREX_EQUILIBRIUM_CHOICES_MAX]; /* the answer: adds up to 1 in each group */
};
struct tyrannosaurus_equilibrium {
    struct tyrannosaurus_equilibrium_side sides[2];
    double payoff[TYREX_EQUILIBRIUM_CHOICES_MAX][TYREX_EQUILIBRIUM_CHOICES_MAX]; /* [row][column] */
};
/* Finds both mixtures, so that neither side can gain more than `tolerance` by leaving its own.
 * Returns what the row's player wins on average. */
double tyrannosaurus_equilibrium_find(struct tyrannosaurus_equilibrium *game, double tolerance);

#endif
