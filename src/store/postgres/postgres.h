/* The PostgreSQL database.
 *
 *     postgres.c  opening, transactions, lost connections
 *     batch.c     one batch of jobs as one transaction; the jobs by their kind; what notifications say of entries
 *     people.c    jobs about people, sessions, accounts
 *     tables.c    jobs about tables, entries and leases
 *     records.c   jobs about finished matches
 *     known.c     what other servers have changed
 *     query.c     the SQL; prepared statements in a pipeline
 *     connect.c   connections; creates and upgrades the schema
 *     copy/       checks, copies to and from other databases */
#ifndef STORE_POSTGRES_POSTGRES_H
#define STORE_POSTGRES_POSTGRES_H

#include "store/database/database.h"

#include <libpq-fe.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/* Whether the location of a database is the URL of a PostgreSQL database. */
bool postgres_is_url(const char *location);

/* Opens a database, and creates or upgrades its schema. It needs no threads of its own. NULL if it fails;
 * `error` says why. */
struct database *postgres_open(const char *url, bool has_threads, char *error, size_t error_size);

/* ---- Connect ---- */

/* Connections to PostgreSQL. A connection is non-blocking: everything that waits does so here. */

/* All tables are in this schema; notifications have this name too. */
#define POSTGRES_SCHEMA "ludosaure"

/* How long jobs wait for the database before they fail, in ms. All limits are parts of it: how long a
 * server may be silent, how long a statement may take, how long connecting may take. */
extern int64_t postgres_patience_ms;

enum postgres_waiting {
    POSTGRES_LONG, /* a statement may take hours: upgrades, checks, copies */
    /* A server that is silent for too long is cut off: what it was sent may or may not be done. */
    POSTGRES_SOON,
};

/* Connects to a server of a suitable version, with a database of a suitable encoding. NULL if that
 * fails; `error` says why. The URL may set any parameter of libpq. */
PGconn *postgres_connect(const char *url, char *error, size_t error_size);

/* From now on the server ends statements that take too long or wait too long for a lock, and notices
 * when the network is gone. */
bool postgres_limit(PGconn *handle, char *error, size_t error_size);

/* Runs statements separated by semicolons, outside of a pipeline. Returns the result of the last one,
 * or NULL with the reason in `error`. */
PGresult *postgres_execute(PGconn *handle, const char *statements, enum postgres_waiting wait,
                           char *error, size_t error_size);

/* The next result, as PQgetResult; waits for it, and sends what was not sent yet. */
PGresult *postgres_wait(PGconn *handle, enum postgres_waiting wait);

/* Whether this version of the program knows the schema; if not, `error` says so. */
bool postgres_schema_is_known(PGconn *handle, char *error, size_t error_size);

/* The reason of a failure as one line: of `result`, or of the connection if it is NULL. */
void postgres_error(char *error, size_t error_size, const PGconn *handle, const PGresult *result);

#endif
