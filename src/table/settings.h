/* The settings of a table: entry 0, and what a client may ask for. */
#ifndef TABLE_SETTINGS_H
#define TABLE_SETTINGS_H

#include "table/state.h"

/* As `create` takes it. */
const char *table_pace_name(const struct table *table);

/* The text of entry 0 for what a client asks for: an object as `create` of the interface takes it,
 * with every default filled in. `bots` and `sit` are looked at, but are not in the text: they
 * become entries of their own. `seed` NULL: the request has a `seed` or a `position`, for tests. From
 * malloc; NULL, and a fault. What only the game can say of it, table_check does. */
char *table_create_text(const json_t *asked, const char *host_id, const char *host_name,
                        const char *seed, struct fault *fault);

/* Fills in what entry 0 says. */
bool table_read(struct table *table, const json_t *json, struct fault *fault);

/* Begins the match in `match`. */
bool table_begin(const struct table *table, struct match *match, struct fault *fault);

#endif
