/* Puzzles of T-Rex: which card to play. */
#ifndef GAMES_TREX_MIND_PUZZLE_H
#define GAMES_TREX_MIND_PUZZLE_H

#include "game/puzzle.h"

extern const struct game_puzzle trex_puzzle;

#endif
