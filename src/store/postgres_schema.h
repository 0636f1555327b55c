/* The tables of a PostgreSQL database, by version. */
#ifndef STORE_POSTGRES_SCHEMA_H
#define STORE_POSTGRES_SCHEMA_H

#include <libpq-fe.h>
#include <stdbool.h>
#include <stddef.h>

/* Creates the schema in a new database, or brings an older one up to date. Several servers may do so
 * at once. False, with the reason, for schemas of other programs and for newer ones. */
bool postgres_schema_upgrade(PGconn *handle, char *error, size_t error_size);

/* Whether this version of the program knows the schema; if not, `error` says so. */
bool postgres_schema_is_known(PGconn *handle, char *error, size_t error_size);

#endif
