/* Converts between documents and JSON: the only place where the two meet. */
#ifndef WIRE_JSON_H
#define WIRE_JSON_H

#include "base/doc.h"

#include <jansson.h>
#include <stddef.h>

/* Parses JSON: UTF-8, at most 2048 levels deep. A number that no machine type can hold becomes
 * WIRE_HUGE, a real number, which no request accepts: the request is wrong, but still JSON. Returns
 * NULL if it is not JSON. */
#define WIRE_HUGE 1e308
json_t *wire_parse(const char *bytes, size_t size);

/* Copies the "id" of a request exactly as it was sent, for the answer. `bytes` is an object that
 * wire_parse has accepted; of several ids the last counts, as in wire_parse. */
enum { WIRE_ID_MAX = 200 };
enum wire_id { WIRE_ID_NONE, WIRE_ID_FOUND, WIRE_ID_TOO_LONG };
enum wire_id wire_id_find(const char *bytes, size_t size, char id[WIRE_ID_MAX + 1]);

/* A value of a document with everything in it, as a new JSON value. */
json_t *wire_from_doc(const struct doc *doc, const struct doc_node *node);

/* Makes a JSON value the root of `doc`. False if it does not fit, or contains a string with a zero
 * in it, which no text of ours has. */
bool wire_to_doc(const json_t *json, struct doc *doc);

/* The text of a JSON string; NULL if it is not a string or contains a zero. */
const char *wire_text(const json_t *json);

#endif
