/* Validates positions. */
#ifndef GAMES_TRAKKS_INVARIANTS_H
#define GAMES_TRAKKS_INVARIANTS_H

#include "games/trakks/state.h"

bool trakks_invariants(const void *state, struct fault *fault);

/* Whether the totals at the end of a match agree with the racks. This is not an invariant: imagined
 * worlds need not satisfy it. */
bool trakks_end_agrees(const struct trakks_state *s, struct fault *fault);

/* Counts all tiles of the match; false if there are more than two of some kind. */
bool trakks_tiles_total(const struct trakks_state *s, struct trakks_tiles *total);

#endif
