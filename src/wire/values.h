/* Values of a match as JSON. */
#ifndef WIRE_VALUES_H
#define WIRE_VALUES_H

#include "game/game.h"

#include <jansson.h>

/* A set of seats as a list, as a new value. */
json_t *wire_seats(uint64_t seats);

/* The text of a move in this state, as a new value. */
json_t *wire_move(const struct game *game, const void *state, const struct move *move);

#endif
