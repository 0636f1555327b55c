/* Entry 0 of a table, and the start of its match. */
#ifndef TABLE_CREATE_H
#define TABLE_CREATE_H

#include "table/state.h"

/* Reads entry 0 into an empty table: settings and components. Returns false and sets `fault` if it
 * is not valid, or if its match could not start. */
bool table_create(struct table *table, const char *text, struct fault *fault);

/* Starts the match of the table in `match`. */
bool table_begin(const struct table *table, struct match *match, struct fault *fault);

#endif
