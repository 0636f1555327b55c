/* Views of T-Rex as bytes and moves as numbers, for programs that learn. */
#ifndef GAMES_TREX_ENCODE_H
#define GAMES_TREX_ENCODE_H

#include "game/game.h"

extern const struct game_encoding trex_encoding;

#endif
