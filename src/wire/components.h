/* The component tables in force: data/components/<game>.json, compiled in or replaced. */
#ifndef WIRE_TABLES_H
#define WIRE_TABLES_H

#include "game/game.h"

#include <jansson.h>

/* `folder` as in data_read. On failure `fault` says what is wrong in the file. */
bool wire_tables_load(const struct game *game, const char *folder, struct game_tables_room *tables,
                      struct fault *fault);

/* The file itself, for whoever draws what is printed on the components. NULL: the game has none, or
 * it cannot be read. */
json_t *wire_tables_json(const struct game *game, const char *folder);

#endif
