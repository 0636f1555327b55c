/* Views of Fossils as bytes and moves as numbers, for programs that learn. */
#ifndef GAMES_TEMPLATE_ENCODE_H
#define GAMES_TEMPLATE_ENCODE_H

#include "game/game.h"

extern const struct game_encoding template_encoding;

#endif
