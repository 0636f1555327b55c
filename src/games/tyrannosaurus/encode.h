/* Views of Tyrannosaurus Rex as bytes and moves as numbers, for programs that learn. */
#ifndef GAMES_TYRANNOSAURUS_ENCODE_H
#define GAMES_TYRANNOSAURUS_ENCODE_H

#include "game/game.h"

extern const struct game_encoding tyrannosaurus_encoding;

#endif
