/* Moves that a person is composing, checked for a front end that has a view and no match. */
#ifndef WIRE_DRAFT_H
#define WIRE_DRAFT_H

#include "text/text.h"

#include <jansson.h>

/* `request` is {"game":…,"view":…,"seat":…,"move":…}, in which "view" is what `seat` sees. The
 * answer, a new value, is {"marks":…}, with the marks of the game (game.h, `draft`), and with
 * "error" if the move would be refused as it is. */
json_t *wire_draft(const struct texts *texts, const json_t *request);

#endif
