/* Views of Scale as bytes and moves as numbers, for programs that learn. */
#ifndef GAMES_SCALE_ENCODE_H
#define GAMES_SCALE_ENCODE_H

#include "game/game.h"

extern const struct game_encoding scale_encoding;

#endif
