/* Prepared statements of one PostgreSQL connection, in a pipeline: all are sent before the first
 * result is read. The first failure is remembered; after it, nothing is sent and there are no
 * results, so callers need not check each of them. */
#ifndef STORE_POSTGRES_QUERY_H
#define STORE_POSTGRES_QUERY_H

#include "store/job.h"
#include "store/postgres_statements.h"

#include <libpq-fe.h>

enum postgres_failure {
    POSTGRES_FINE,
    POSTGRES_LOST,   /* the connection is lost: the transaction may or may not be committed */
    POSTGRES_RETRY,  /* a conflict with another server: it may work the next time */
    POSTGRES_SLOW,   /* it took too long, and nothing was changed */
    POSTGRES_DAMAGE, /* the server has found damaged data */
    POSTGRES_ERROR,
};

struct postgres_connection {
    PGconn *handle; /* NULL: not connected */
    enum postgres_failure failure;
    char error[300]; /* its reason */
};

/* Prepares the statements and enters the pipeline. `handle` is owned from now on. */
bool postgres_prepare(struct postgres_connection *connection, PGconn *handle);
void postgres_disconnect(struct postgres_connection *connection);

/* Sends a statement with values: t text (NULL means NULL), o optional text ("" means NULL), i int64_t,
 * h hash (all zero means NULL). */
void postgres_send(struct postgres_connection *connection, enum postgres_statement which,
                   const char *types, ...);
/* Ends what was sent; its results can be read. */
void postgres_sync(struct postgres_connection *connection);
/* The result of the next statement, to be cleared by PQclear; NULL after a failure. */
PGresult *postgres_next(struct postgres_connection *connection);
/* Reads the end of what was sent, skipping results. */
void postgres_end(struct postgres_connection *connection);

/* The outcome that the next statement returns as a number; STORE_FAILED after a failure. */
enum store_outcome postgres_outcome(struct postgres_connection *connection);

/* Columns. */
int64_t postgres_integer(const PGresult *result, int row, int column); /* 0 for NULL */
void postgres_copy_text(char *to, size_t size, const PGresult *result, int row, int column);
char *postgres_take_text(const PGresult *result, int row, int column); /* NULL for NULL */

#endif
