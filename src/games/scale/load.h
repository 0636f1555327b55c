/* Reads positions. */
#ifndef GAMES_SCALE_LOAD_H
#define GAMES_SCALE_LOAD_H

#include "game/game.h"

bool scale_load(const struct game *game, const struct doc *doc, const struct doc_node *position,
                const void *components, void *state, struct fault *fault);

#endif
