/* Documents as JSON and JSON as documents: the one place where the two meet. */
#ifndef WIRE_JSON_H
#define WIRE_JSON_H

#include "base/doc.h"

#include <jansson.h>
#include <stddef.h>

/* JSON from bytes: UTF-8, at most 2048 levels deep. A number that no machine type holds becomes
 * WIRE_HUGE, which is of no type that any request takes: such a request is wrong, but still JSON.
 * NULL if it is no JSON. */
#define WIRE_HUGE 1e308
json_t *wire_parse(const char *bytes, size_t size);

/* A request's "id" as it was sent, byte for byte: what answers repeat. `bytes` is an object that
 * wire_parse has read; of several ids the last counts, as in wire_parse. */
enum { WIRE_ID_MAX = 200 };
enum wire_id { WIRE_ID_NONE, WIRE_ID_FOUND, WIRE_ID_TOO_LONG };
enum wire_id wire_id_find(const char *bytes, size_t size, char id[WIRE_ID_MAX + 1]);

/* A value of a document, and all in it, as a new JSON value. */
json_t *wire_from_doc(const struct doc *doc, const struct doc_node *node);

/* Starts `doc` anew with a JSON value as its root. False if it does not fit, or holds a text with
 * a zero in it, which no text of ours has. */
bool wire_to_doc(const json_t *json, struct doc *doc);

/* The text of a JSON string, or NULL if it is none or has a zero in it. */
const char *wire_text(const json_t *json);

#endif
