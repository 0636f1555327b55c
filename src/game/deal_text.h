/* The random stream of a match in documents, for games that keep a struct deal in their state
 * because they shuffle again after the start. A position that contains it can be set up again with
 * the same later shuffles.
 *
 * A stream of zeroes is valid. A position without a stream has that one, so it is never written.
 * Views contain no stream, only whether there is one. */
#ifndef GAME_DEAL_TEXT_H
#define GAME_DEAL_TEXT_H

#include "base/doc.h"
#include "base/rng.h"

#include <stdbool.h>

/* Whether the stream is all zeroes. */
bool game_deal_is_zero(const struct deal *deal);

/* Writes the stream as "rng" into the open object, unless it is all zeroes. */
void game_deal_save(const struct deal *deal, struct doc *doc);

/* Reads "rng" of `position`; all zeroes if it is missing. False if it is malformed. */
bool game_deal_load(const struct doc *doc, const struct doc_node *position, struct deal *deal);

/* A new stream, never all zeroes, for `determinize`. */
void game_deal_fresh(struct deal *deal, struct rng *rng);

#endif
