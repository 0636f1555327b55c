/* Computer players of Tyrannosaurus Rex. Choices are secret and simultaneous, so a player does not
 * look for the best choice, but for a mixture of choices that nobody can exploit, and draws from
 * it.
 *
 *  choices.c      the choices of a seat, and mixtures of them
 *  instinct.c     quick moves for any seat of a world, and the beginner's moves
 *  equilibrium.c  the equilibrium of a two-player payoff table
 *  value.c        what the start of a turn is worth
 *  weights.c      the weights of its network, from data/minds/tyrannosaurus.bin
 *  turn.c         one turn between two players, solved, given what its end is worth
 *  duel.c         the decisions between two players: looks two turns ahead
 *  mixing.c       every other decision: regret matching over imagined worlds
 *  puzzle.c       which decisions make good puzzles
 *  hint.c         explains why a choice is good
 *  review.c       winning chances, for the analysis of finished matches
 *  mind.c         chooses the method for each decision */
#ifndef GAMES_TYRANNOSAURUS_MIND_MIND_H
#define GAMES_TYRANNOSAURUS_MIND_MIND_H

#include "game/mind.h"

extern const struct game_mind tyrannosaurus_mind;

#endif
