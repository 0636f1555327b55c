/* Views of Trakks as bytes and moves as numbers, for programs that learn. */
#ifndef GAMES_TRAKKS_ENCODE_H
#define GAMES_TRAKKS_ENCODE_H

#include "game/game.h"

extern const struct game_encoding trakks_encoding;

#endif
