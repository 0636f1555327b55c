/* The SQLite database.
 *
 *     sqlite.c                opening, transactions
 *     sqlite_people.c         jobs about people, sessions, accounts
 *     sqlite_tables.c         jobs about tables and entries
 *     open_tables.c           what is remembered of open tables
 *     sqlite_records.c        jobs about finished matches
 *     sqlite_statistics.c     the job for statistics
 *     sqlite_query.c          the SQL; prepared statements
 *     sqlite_checkpointer.c   copies the WAL into the file, on a thread
 *     sqlite_file.c           detects that the file was replaced
 *     sqlite_schema.c         creates and upgrades the schema
 *     sqlite_connect.c        connections
 *     sqlite_admin.c          backups and checks
 *     sqlite_copy.c           copies to and from other databases
 */
#ifndef STORE_SQLITE_H
#define STORE_SQLITE_H

#include "store/database.h"

/* Opens a database file, or creates it. With `has_threads` checkpoints run on a thread. NULL if it
 * fails; `error` says why. */
struct database *sqlite_open(const char *path, bool has_threads, char *error, size_t error_size);

#endif
