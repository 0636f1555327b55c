/* Checks placings (K8 to K14). */
#ifndef GAMES_TRAKKS_PLACE_H
#define GAMES_TRAKKS_PLACE_H

#include "games/trakks/state.h"

bool trakks_place_check(const struct trakks_state *s, int seat, const struct trakks_place *place,
                        struct fault *fault);
/* Sets `fault` to an illegal move because of this tile, which may be TRAKKS_TILE_NONE. Returns
 * false. */
bool trakks_illegal(struct fault *fault, const char *rule, const char *text, uint8_t tile);

#endif
