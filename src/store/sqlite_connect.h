/* Connections to SQLite files. Functions that fail put the reason into `error`. */
#ifndef STORE_SQLITE_CONNECT_H
#define STORE_SQLITE_CONNECT_H

#include <sqlite3.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/* Connects to a file that exists. NULL if it fails. */
sqlite3 *sqlite_connect(const char *path, char *error, size_t error_size);

/* Runs statements separated by semicolons. */
bool sqlite_execute(sqlite3 *handle, const char *statements, char *error, size_t error_size);

/* The number that a query returns; -1 if it fails. */
int64_t sqlite_ask(sqlite3 *handle, const char *query);

/* Sets the reason. Always false. */
bool sqlite_error(char *error, size_t error_size, const char *reason);

#endif
