/* Documents as JSON text, straight: what the server does most of the day. */
#ifndef WIRE_WRITE_H
#define WIRE_WRITE_H

#include "base/buffer.h"
#include "base/doc.h"

/* A value of a document, and all in it, as compact JSON; the same bytes as json_dumps of
 * wire_from_doc with JSON_COMPACT. */
void wire_write(const struct doc *doc, const struct doc_node *node, struct buffer *out);

/* A text as a JSON string: quotes, escapes. UTF-8 is taken as it is. */
void wire_write_string(const char *text, struct buffer *out);

void wire_write_integer(int64_t value, struct buffer *out);

#endif
