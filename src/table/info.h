/* What a table looks like from outside: `info` of the interface. It is the same for every viewer, and
 * says nothing about the match. */
#ifndef TABLE_INFO_H
#define TABLE_INFO_H

#include "base/buffer.h"
#include "table/state.h"

enum { TABLE_INFO_BYTES_MAX = 8192 };

/* Writes it as a JSON object. */
void table_info_write(const struct table *table, struct buffer *out);

/* The same as a new JSON value. */
json_t *table_info(const struct table *table);

/* Writes who has a seat, as in `seat` of `info`. */
void table_info_write_seat(const struct table_seat *seat, struct buffer *out);

#endif
