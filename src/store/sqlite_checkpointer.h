/* Copies the write-ahead log (WAL) of a SQLite database into its file, so that the WAL does not grow
 * without limit. Moves must not wait for that: most of it happens on a thread with a connection of its
 * own, while moves are still appended to the WAL. The owner copies the few pages that they add
 * meanwhile, between two transactions; then the WAL starts over. */
#ifndef STORE_SQLITE_CHECKPOINTER_H
#define STORE_SQLITE_CHECKPOINTER_H

#include <sqlite3.h>
#include <stdbool.h>

struct sqlite_checkpointer;

/* Owns the connection. */
struct sqlite_checkpointer *sqlite_checkpointer_new(sqlite3 *connection);
/* NULL is allowed. */
void sqlite_checkpointer_free(struct sqlite_checkpointer *checkpointer);

/* Starts a checkpoint unless one is running. Returns true once after each that has finished: the
 * caller then copies the rest. */
bool sqlite_checkpointer_poll(struct sqlite_checkpointer *checkpointer);

#endif
