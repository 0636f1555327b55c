/* The component tables in force: data/components/<game>.json, compiled in or replaced. */
#ifndef WIRE_TABLES_H
#define WIRE_TABLES_H

#include "game/game.h"

/* `folder` as in data_read. On failure `fault` says what is wrong in the file. */
bool wire_tables_load(const struct game *game, const char *folder, struct game_tables_room *tables,
                      struct fault *fault);

#endif
