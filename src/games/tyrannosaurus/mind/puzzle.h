/* Puzzles of Tyrannosaurus: the safest choice in the last turn between two players. */
#ifndef GAMES_TYRANNOSAURUS_MIND_PUZZLE_H
#define GAMES_TYRANNOSAURUS_MIND_PUZZLE_H

#include "game/puzzle.h"

extern const struct game_puzzle tyrannosaurus_puzzle;

#endif
