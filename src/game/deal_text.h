/* The match's stream of chance in documents, for games that keep a struct deal in their state
 * because they shuffle again after the start. With it in a position, `setup` of that position
 * gives the same match back, later shuffles included.
 *
 * A stream of zeroes is a stream like any other, and what a position without one gets: it is not
 * written. Views never hold a stream, only whether there is one. */
#ifndef GAME_DEAL_TEXT_H
#define GAME_DEAL_TEXT_H

#include "base/doc.h"
#include "base/rng.h"

#include <stdbool.h>

/* Whether the stream is the one of zeroes. */
bool game_deal_is_zero(const struct deal *deal);

/* Writes the stream as the value "rng" of the open object, unless it is the one of zeroes. */
void game_deal_save(const struct deal *deal, struct doc *doc);

/* Reads the value "rng" of `position`; all zeroes if there is none. False: it is malformed. */
bool game_deal_load(const struct doc *doc, const struct doc_node *position, struct deal *deal);

/* A stream that nobody has seen, for `determinize`. It is never the one of zeroes. */
void game_deal_fresh(struct deal *deal, struct rng *rng);

#endif
