/* Views of Trakks as bytes and moves as numbers, for programs that learn. The places of tiles within
 * a group, and what a seat remembers of the other racks, are left out. */
#ifndef GAMES_TRAKKS_ENCODING_ENCODING_H
#define GAMES_TRAKKS_ENCODING_ENCODING_H

#include "game/game.h"

extern const struct game_encoding trakks_encoding;

#endif
