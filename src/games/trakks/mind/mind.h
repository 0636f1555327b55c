/* Computer players of Trakks.
 *
 *  level.h    the differences between the levels
 *  board.c    a table that changes quickly
 *  lines.c    what the rows and sequences of one colour can do at one value
 *  bound.c    how many tiles cannot be placed, which proves a solution optimal
 *  solve.c    the placing with the most tiles
 *  plan.c     what could be placed, now or with one more tile
 *  actions.c  when to play action tiles, and what to pass on
 *  outlook.c  how soon everything could be placed
 *  hold.c     how the expert collects
 *  puzzle.c   which decisions make good puzzles
 *  hint.c     explains why a move is good
 *  review.c   what the analysis of finished matches knows
 *  mind.c     which move to make */
#ifndef GAMES_TRAKKS_MIND_MIND_H
#define GAMES_TRAKKS_MIND_MIND_H

#include "game/mind.h"

extern const struct game_mind trakks_mind;

#endif
