/* What a table's match starts from, if not from a new deal: a moment of a finished match. A request
 * `create` only names it. The hall finds the position, so that no client can supply one. */
#ifndef TABLE_ORIGIN_H
#define TABLE_ORIGIN_H

#include "base/buffer.h"
#include "base/fault.h"
#include "store/job.h"

#include <jansson.h>

/* All zero: none. */
struct table_origin {
    bool is_set;
    char record[STORE_ID_TEXT]; /* the table of the finished match; "": of a record from a file */
    int moves;                  /* how many of its moves were made */
};

/* Reads {"record","move"}, from a request or from entry 0; from NULL, none. */
bool table_origin_read(struct table_origin *origin, const json_t *json, struct fault *fault);

/* The same as JSON; there must be an origin. */
json_t *table_origin_json(const struct table_origin *origin);
void table_origin_write(const struct table_origin *origin, struct buffer *out);

#endif
