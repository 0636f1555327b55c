/* Puzzles of Trakks: lay the whole rack in one turn. */
#ifndef GAMES_TRAKKS_MIND_PUZZLE_H
#define GAMES_TRAKKS_MIND_PUZZLE_H

#include "game/puzzle.h"

extern const struct game_puzzle trakks_puzzle;

#endif
