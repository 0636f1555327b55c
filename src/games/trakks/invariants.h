/* Validates positions. */
#ifndef GAMES_TRAKKS_INVARIANTS_H
#define GAMES_TRAKKS_INVARIANTS_H

#include "games/trakks/state.h"

bool trakks_invariants(const void *state, struct fault *fault);

/* Whether the sums at the end of a match agree with the racks. This is no invariant: in worlds
 * behind a view of the end they need not. */
bool trakks_end_agrees(const struct trakks_state *s, struct fault *fault);

/* Adds up all tiles of the match; false: of some kind there are more than two. */
bool trakks_tiles_total(const struct trakks_state *s, struct trakks_tiles *total);

#endif
