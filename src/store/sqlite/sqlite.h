/* The SQLite database.
 *
 *     sqlite.c   opening, transactions
 *     people.c   jobs about people, sessions, accounts
 *     tables.c   jobs about tables and entries
 *     records.c  jobs about finished matches, and their statistics
 *     query.c    the SQL; prepared statements
 *     connect.c  connections; creates and upgrades the schema; copies the WAL into the file, on a thread
 *     admin.c    backups, checks, copies to and from other databases */
#ifndef STORE_SQLITE_SQLITE_H
#define STORE_SQLITE_SQLITE_H

#include "store/database/database.h"

#include <stdbool.h>
#include <stddef.h>

/* Opens a database file, or creates it. With `has_threads` checkpoints run on a thread. NULL if it
 * fails; `error` says why. */
struct database *sqlite_open(const char *path, bool has_threads, char *error, size_t error_size);

/* ---- Admin ---- */

/* Backing up and checking a SQLite database, also while a server uses it. Functions that fail put the
 * reason into `error`. */

/* Copies the database into a new file, which is durable when this returns. */
bool sqlite_backup(const char *path, const char *to, struct store_copied *copied, char *error,
                   size_t error_size);

/* Checks the file and that its rows fit together. */
bool sqlite_check(const char *path, char *error, size_t error_size);

/* ---- One side of a copy ---- */

/* Begins a transaction. With `writes`, no one else may write meanwhile. NULL if it fails. */
struct copy_side *sqlite_copy_open(const char *path, bool writes, char *error, size_t error_size);

#endif
