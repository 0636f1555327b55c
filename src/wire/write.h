/* Documents as JSON text, without jansson: the fast path of the server. */
#ifndef WIRE_WRITE_H
#define WIRE_WRITE_H

#include "base/buffer.h"
#include "base/doc.h"

/* A value of a document with everything in it, as compact JSON: the same bytes as json_dumps of
 * wire_from_doc with JSON_COMPACT. */
void wire_write(const struct doc *doc, const struct doc_node *node, struct buffer *out);

/* A text as a JSON string with quotes and escapes. The text must be UTF-8. */
void wire_write_string(const char *text, struct buffer *out);

void wire_write_integer(int64_t value, struct buffer *out);

#endif
