/* The components in use: data/components/<game>.json, compiled in or replaced. */
#ifndef WIRE_COMPONENTS_H
#define WIRE_COMPONENTS_H

#include "game/game.h"

#include <jansson.h>

/* `folder` as in data_read. On failure `fault` says what is wrong in the file. */
bool wire_components_load(const struct game *game, const char *folder,
                          struct game_components_storage *components, struct fault *fault);

/* The file itself, for front ends that draw what is printed on the components. NULL if the game has
 * none or the file cannot be read. */
json_t *wire_components_json(const struct game *game, const char *folder);

#endif
