/* The tables and indexes of a SQLite database, and how older databases become current ones. */
#ifndef STORE_SQLITE_SCHEMA_H
#define STORE_SQLITE_SCHEMA_H

#include <sqlite3.h>
#include <stdbool.h>
#include <stddef.h>

/* Marks a file as a database of this program: "Ludo". */
#define SQLITE_SCHEMA_APPLICATION 1282761839

/* Creates the schema in an empty file, or brings an older schema up to date. Call it inside a
 * transaction. False, with the reason, for databases of other programs and for newer schemas. */
bool sqlite_schema_upgrade(sqlite3 *handle, char *error, size_t error_size);

/* Whether the file is a database of this program; if not, `error` says so. */
bool sqlite_schema_is_ours(sqlite3 *handle, char *error, size_t error_size);
/* Whether this version of the program knows the schema; if not, `error` says so. */
bool sqlite_schema_is_known(sqlite3 *handle, char *error, size_t error_size);

#endif
