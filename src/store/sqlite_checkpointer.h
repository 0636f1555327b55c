/* Copies the write-ahead log (WAL) of a SQLite database into its file, so that the log does not grow
 * for ever. Moves must not wait for that: most of it happens on a thread with a connection of its
 * own, while moves are still appended to the log. The few pages that they add meanwhile are copied
 * by the owner between two transactions; then the log starts over. */
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
