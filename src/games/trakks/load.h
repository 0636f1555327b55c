/* Reads positions. */
#ifndef GAMES_TRAKKS_LOAD_H
#define GAMES_TRAKKS_LOAD_H

#include "game/game.h"

bool trakks_load(const struct game *game, const struct doc *doc, const struct doc_node *position,
                 const void *components, void *state, struct fault *fault);

#endif
