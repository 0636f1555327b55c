#include "store/postgres_query.h"

#include "base/alloc.h"
#include "base/check.h"
#include "store/postgres_connect.h"

#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { VALUES_MAX = 26, INTEGER_TEXT = 24, HASH_TEXT = 2 + 2 * STORE_HASH_BYTES + 1 };

static void statement_name(char name[INTEGER_TEXT], int which)
{
    snprintf(name, INTEGER_TEXT, "s%d", which);
}

static void fail(struct postgres_connection *connection, enum postgres_failure failure,
                 const PGresult *result)
{
    if (connection->failure != POSTGRES_FINE)
        return;
    connection->failure = failure;
    postgres_error(connection->error, sizeof connection->error, connection->handle, result);
}

void postgres_disconnect(struct postgres_connection *connection)
{
    PQfinish(connection->handle);
    connection->handle = NULL;
}

bool postgres_prepare(struct postgres_connection *connection, PGconn *handle)
{
    connection->handle = handle;
    connection->failure = POSTGRES_FINE;
    bool good = PQenterPipelineMode(handle);
    for (int i = 0; i < PG_STATEMENTS && good; i++) {
        char name[INTEGER_TEXT];
        statement_name(name, i);
        good = PQsendPrepare(handle, name, postgres_statements[i], 0, NULL);
    }
    if (!good)
        fail(connection, POSTGRES_LOST, NULL);
    postgres_sync(connection);
    for (int i = 0; i < PG_STATEMENTS; i++)
        PQclear(postgres_next(connection));
    postgres_end(connection);
    return connection->failure == POSTGRES_FINE;
}

/* Values as text. libpq copies them when they are sent. */
struct values {
    int count;
    const char *text[VALUES_MAX];
    char integers[VALUES_MAX][INTEGER_TEXT];
    char hashes[VALUES_MAX][HASH_TEXT];
};

static const char *hash_text(char text[HASH_TEXT], const unsigned char *hash)
{
    static const unsigned char none[STORE_HASH_BYTES];
    if (memcmp(hash, none, sizeof none) == 0)
        return NULL;
    int length = sprintf(text, "\\x");
    for (int i = 0; i < STORE_HASH_BYTES; i++)
        length += sprintf(text + length, "%02x", hash[i]);
    return text;
}

static void add_value(struct values *values, char type, va_list *from)
{
    int at = values->count++;
    CHECK(at < VALUES_MAX);
    switch (type) {
    case 't':
        values->text[at] = va_arg(*from, const char *);
        break;
    case 'o':
        values->text[at] = va_arg(*from, const char *);
        if (!*values->text[at])
            values->text[at] = NULL;
        break;
    case 'i':
        snprintf(values->integers[at], INTEGER_TEXT, "%lld", (long long)va_arg(*from, int64_t));
        values->text[at] = values->integers[at];
        break;
    default:
        CHECK(type == 'h');
        values->text[at] = hash_text(values->hashes[at], va_arg(*from, const unsigned char *));
    }
}

void postgres_send(struct postgres_connection *connection, enum postgres_statement which,
                   const char *types, ...)
{
    if (connection->failure != POSTGRES_FINE)
        return;
    struct values values;
    values.count = 0;
    va_list from;
    va_start(from, types);
    for (; *types; types++)
        add_value(&values, *types, &from);
    va_end(from);
    char name[INTEGER_TEXT];
    statement_name(name, (int)which);
    if (!PQsendQueryPrepared(connection->handle, name, values.count, values.text, NULL, NULL, 0))
        fail(connection, POSTGRES_LOST, NULL);
}

void postgres_sync(struct postgres_connection *connection)
{
    if (connection->failure == POSTGRES_FINE && !PQpipelineSync(connection->handle))
        fail(connection, POSTGRES_LOST, NULL);
}

static bool begins(const char *state, const char *prefix)
{
    return strncmp(state, prefix, strlen(prefix)) == 0;
}

/* What an error of the server means, by its SQLSTATE. */
static enum postgres_failure classify(PGconn *handle, const PGresult *result)
{
    const char *state = PQresultErrorField(result, PG_DIAG_SQLSTATE);
    /* 57P: the server stops. 25P03: it has ended the session. 25006: it is a replica now. */
    if (PQstatus(handle) == CONNECTION_BAD || !state || begins(state, "57P") ||
        begins(state, "25P03") || begins(state, "25006") || begins(state, "08"))
        return POSTGRES_LOST;
    /* 40: deadlock. 23505, 23503: the same unique value, or a person who is removed, at the same
     * time. */
    if (begins(state, "40") || begins(state, "23505") || begins(state, "23503"))
        return POSTGRES_RETRY;
    /* 55P03: somebody keeps a lock. 57014: the statement took too long. */
    if (begins(state, "55P03") || begins(state, "57014"))
        return POSTGRES_SLOW;
    return begins(state, "XX") ? POSTGRES_DAMAGE : POSTGRES_ERROR;
}

PGresult *postgres_next(struct postgres_connection *connection)
{
    if (connection->failure != POSTGRES_FINE)
        return NULL;
    PGresult *result = postgres_wait(connection->handle, POSTGRES_SOON);
    ExecStatusType status = PQresultStatus(result);
    if (status == PGRES_COMMAND_OK || status == PGRES_TUPLES_OK) {
        PQclear(postgres_wait(connection->handle, POSTGRES_SOON)); /* NULL ends each statement */
        return result;
    }
    fail(connection, classify(connection->handle, result), result);
    PQclear(result);
    return NULL;
}

void postgres_end(struct postgres_connection *connection)
{
    bool is_end = connection->failure == POSTGRES_LOST;
    int nothing = 0;
    while (!is_end && nothing < 2) { /* twice NULL: nothing more comes */
        PGresult *result = postgres_wait(connection->handle, POSTGRES_SOON);
        ExecStatusType status = PQresultStatus(result);
        nothing = result ? 0 : nothing + 1;
        is_end = status == PGRES_PIPELINE_SYNC;
        if (result && status == PGRES_FATAL_ERROR)
            fail(connection, classify(connection->handle, result), result);
        PQclear(result);
    }
    if (!is_end || PQstatus(connection->handle) == CONNECTION_BAD)
        fail(connection, POSTGRES_LOST, NULL);
}

enum store_outcome postgres_outcome(struct postgres_connection *connection)
{
    PGresult *result = postgres_next(connection);
    enum store_outcome outcome =
        result ? (enum store_outcome)postgres_integer(result, 0, 0) : STORE_FAILED;
    PQclear(result);
    return outcome;
}

int64_t postgres_integer(const PGresult *result, int row, int column)
{
    return strtoll(PQgetvalue(result, row, column), NULL, 10);
}

void postgres_copy_text(char *to, size_t size, const PGresult *result, int row, int column)
{
    snprintf(to, size, "%s", PQgetvalue(result, row, column));
}

char *postgres_take_text(const PGresult *result, int row, int column)
{
    return PQgetisnull(result, row, column) ? NULL : alloc_text(PQgetvalue(result, row, column));
}
