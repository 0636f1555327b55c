/* Carries the log (WAL) of a SQLite database over to its file, so that the log does not grow for
 * ever. That takes a while, and moves must not wait: most of it is done on a thread of its own,
 * with a connection of its own, while moves go on being written to the log. What they add meanwhile
 * is little, and is carried over between two transactions; then the log begins anew. */
#ifndef STORE_CARRIER_H
#define STORE_CARRIER_H

#include <sqlite3.h>
#include <stdbool.h>

struct carrier;

/* Its connection is closed by carrier_free. */
struct carrier *carrier_new(sqlite3 *connection);
void carrier_free(struct carrier *carrier);

/* Sets it to work unless it is. True if it has finished since this was last true: the rest is the
 * caller's. */
bool carrier_push(struct carrier *carrier);

#endif
