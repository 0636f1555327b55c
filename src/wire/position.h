/* Positions as JSON: the start of a match that does not begin with a new deal. */
#ifndef WIRE_POSITION_H
#define WIRE_POSITION_H

#include "match/match.h"

#include <jansson.h>

/* Starts a match from this position, with the components in use (`folder` as in data_read). False and a
 * fault if it is no valid position of the game. */
bool wire_position_start(const json_t *position, const struct game *game, const char *folder,
                         struct match *match, struct fault *fault);

#endif
