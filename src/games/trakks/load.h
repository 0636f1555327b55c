/* Reads positions, and the part of a view that placings depend on. */
#ifndef GAMES_TRAKKS_LOAD_H
#define GAMES_TRAKKS_LOAD_H

#include "games/trakks/state.h"

bool trakks_load(const struct game *game, const struct doc *doc, const struct doc_node *position,
                 const void *components, void *state, struct fault *fault);

/* Reads who plays, the course of the round, the table and the racks; the rest of `s` is zero. A
 * view of a match has sound groups and no third copy of a tile, which is not checked here. */
bool trakks_view_load(const struct game *game, const struct doc *doc, const struct doc_node *view,
                      struct trakks_state *s, struct fault *fault);

#endif
