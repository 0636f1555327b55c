/* The list of games. Adding one is one line in registry.c. */
#ifndef GAME_REGISTRY_H
#define GAME_REGISTRY_H

#include "game/game.h"

extern const struct game *const games_all[]; /* in the order shown to people; ends with NULL */

/* The game with this id in a list that ends with NULL; NULL if there is none. */
const struct game *game_find(const struct game *const *games, const char *id);

#endif
