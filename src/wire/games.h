/* The games there are, as the protocol lists them. */
#ifndef WIRE_GAMES_H
#define WIRE_GAMES_H

#include "game/game.h"

/* Starts `doc` anew with the list of these games (which ends with NULL): ids, seats, options. */
void wire_games(const struct game *const *games, struct doc *doc);

#endif
