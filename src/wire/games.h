/* The list of games, as the protocol shows it. */
#ifndef WIRE_GAMES_H
#define WIRE_GAMES_H

#include "game/game.h"

/* Writes the list of these games (which ends with NULL) as the root of `doc`: ids, seats, options,
 * facts, and the levels for people. */
void wire_games(const struct game *const *games, struct doc *doc);

#endif
