/* Computer players of Trakks.
 *
 * level.h  what the levels differ in
 * board.c  a table that changes quickly
 * lines.c  what the rows and sequences of one colour can do at one value
 * bound.c  what nobody can place, so that the most is known to be the most
 * solve.c  the most that can be placed
 * hint.c   why a move is good, for a person
 * mind.c   which move to make */
#ifndef GAMES_TRAKKS_MIND_MIND_H
#define GAMES_TRAKKS_MIND_MIND_H

#include "game/mind.h"

extern const struct game_mind trakks_mind;

#endif
