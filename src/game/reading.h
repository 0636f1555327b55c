/* Helpers for reading texts and documents, shared by the games.
 * The reading functions return false, and leave `fault` alone, if the value is not as described. */
#ifndef GAME_READING_H
#define GAME_READING_H

#include "base/base.h"

#include <stdbool.h>
#include <stdint.h>

/* The index of `text` in `names`, or -1. `text` may be NULL. */
int game_name_find(const char *const *names, int count, const char *text);

/* Advances *text past `word`, if it begins with it. */
bool game_word_read(const char **text, const char *word);

/* Reads a name as its index in `names`; *index is 0 if it is not among them. */
bool game_name_load(const struct doc *doc, const struct doc_node *node, const char *const *names,
                    int count, uint8_t *index);

/* Reads an integer from `min` to `max`, both within 0 to 255; otherwise *number is unchanged. */
bool game_byte_load(const struct doc_node *node, int min, int max, uint8_t *number);

/* Adds a list of distinct seats below `seats`, in any order, to *set. */
bool game_seats_load(const struct doc *doc, const struct doc_node *list, int seats, uint8_t *set);

/* Whether the node is a list of `count` values. */
bool game_is_list_of(const struct doc_node *node, int count);

/* Set `fault` to a bad position whose value at `where`, or at `key` of a player, is wrong. Return
 * false. */
bool game_bad_value(struct fault *fault, const char *rule, const char *where);
bool game_bad_player(struct fault *fault, const char *rule, int seat, const char *key);

/* ---- Deals as texts ---- */

/* The random stream of a match in documents, for games that keep a struct deal in their state
 * because they shuffle again after the start. A position that contains it can be set up again with
 * the same later shuffles.
 *
 * A stream of zeroes is valid. A position without a stream has that one, so it is never written.
 * Views contain no stream, only whether there is one. */

/* Whether the stream is all zeroes. */
bool game_deal_is_zero(const struct deal *deal);

/* Writes the stream as "rng" into the open object, unless it is all zeroes. */
void game_deal_save(const struct deal *deal, struct doc *doc);

/* Reads "rng" of `position`; all zeroes if it is missing. False if it is malformed. */
bool game_deal_load(const struct doc *doc, const struct doc_node *position, struct deal *deal);

/* A new stream, never all zeroes, for `determinize`. */
void game_deal_fresh(struct deal *deal, struct rng *rng);

#endif
