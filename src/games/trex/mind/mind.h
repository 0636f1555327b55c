/* Computer players of T-Rex.
 *
 *  outlook.c   how the piles look to a seat that is about to play a card
 *  beginner.c  the beginner's rules of thumb
 *  weights.c   what was learned, for each number of players
 *  worth.c     the value of cards, eggs and whole worlds
 *  likings.c   how likely a good player makes each move
 *  policy.c    which card is likely: a network
 *  puzzle.c    which decisions make good puzzles
 *  hint.c      explains why a move is good
 *  mind.c      connects them to the general search
 *
 * The tables of likings were fitted to matches of the search against itself, with four seats and the
 * standard components. The likings of eggs, removals and trumps were set by hand. */
#ifndef GAMES_TREX_MIND_MIND_H
#define GAMES_TREX_MIND_MIND_H

#include "game/mind.h"

extern const struct game_mind trex_mind;

#endif
