/* Checks a PostgreSQL database, and copies it from and to others.
 *
 * Then: one side of a copy; reading, some rows at a time; writing; the transaction. */
#include "store/postgres/copy/copy.h"

#include "base/base.h"
#include "base/system/system.h"
#include "store/postgres/postgres.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* True if the query finds nothing. Its first row says what is wrong. */
static bool finds_nothing(PGconn *handle, const char *query, char *error, size_t error_size)
{
    PGresult *result = postgres_execute(handle, query, POSTGRES_LONG, error, error_size);
    bool good = result && PQntuples(result) == 0;
    if (result && !good)
        snprintf(error, error_size, "%s", PQgetvalue(result, 0, 0));
    PQclear(result);
    return good;
}

bool postgres_check(const char *url, char *error, size_t error_size)
{
    static const char gaps[] =
        "SELECT 'table ' || id || ' lacks entries' FROM tables LEFT JOIN"
        " (SELECT table_id, count(*) = max(number) + 1 AND min(number) = 0 AS is_whole"
        "  FROM entries GROUP BY table_id) e ON table_id = id WHERE is_whole IS NOT TRUE LIMIT 1";
    static const char strays[] = "SELECT 'there are entries without a table' FROM entries"
                                 " WHERE table_id NOT IN (SELECT id FROM tables) LIMIT 1";
    PGconn *handle = postgres_connect(url, error, error_size);
    bool good = handle && postgres_schema_is_known(handle, error, error_size) &&
                finds_nothing(handle, gaps, error, error_size) &&
                finds_nothing(handle, strays, error, error_size);
    PQfinish(handle);
    return good;
}

/* ---- One side of a copy ---- */

struct postgres_copy {
    struct copy_side side; /* must be the first member */
    PGconn *handle;
    char *line; /* being written */
    size_t capacity;
};

static const char *const queries[COPY_TABLE_COUNT] = {
    [COPY_PEOPLE] = "SELECT id, name, login, password, recovery, seen_ms, listed::integer, face, "
                    "page FROM people"
                    " ORDER BY key",
    [COPY_SESSIONS] = "SELECT hash, person_id, used_ms FROM sessions ORDER BY hash",
    [COPY_TABLES] = "SELECT id, invite, code, closed_ms, host FROM tables ORDER BY key",
    [COPY_TABLE_PEOPLE] =
        "SELECT person, table_id, number FROM table_people ORDER BY person, table_id, number",
    [COPY_ENTRIES] = "SELECT table_id, number, at_ms, used_ms, kind, seat, text, cid FROM entries"
                     " JOIN tables ON id = table_id ORDER BY key, number",
    [COPY_RECORDS] = "SELECT table_id, game, ended_ms, seats, moves, record, shared::integer,"
                     " rated::integer, continued::integer"
                     " FROM records ORDER BY key",
    [COPY_RECORD_SEATS] = "SELECT s.table_id, seat, person, name, level, score, won, s.ended_ms, "
                          "part FROM record_seats s"
                          " JOIN records r ON r.table_id = s.table_id ORDER BY r.key, seat",
    [COPY_NOTES] = "SELECT id, text FROM notes ORDER BY id",
    [COPY_RELATIONS] = "SELECT person, other, kind, at_ms, table_id FROM relations"
                       " ORDER BY person, other, kind",
    [COPY_REPORTS] =
        "SELECT number, person, other, at_ms, text, closed_ms FROM reports ORDER BY number",
};

static const char *const targets[COPY_TABLE_COUNT] = {
    [COPY_PEOPLE] = "people(id, name, login, password, recovery, seen_ms, listed, face, page)",
    [COPY_SESSIONS] = "sessions(hash, person_id, used_ms)",
    [COPY_TABLES] = "tables(id, invite, code, closed_ms, host)",
    [COPY_TABLE_PEOPLE] = "table_people(person, table_id, number)",
    [COPY_ENTRIES] = "entries(table_id, number, at_ms, used_ms, kind, seat, text, cid)",
    [COPY_RECORDS] =
        "records(table_id, game, ended_ms, seats, moves, record, shared, rated, continued)",
    [COPY_RECORD_SEATS] = ("record_seats(table_id, seat, person, name, level, score, won, ended_ms,"
                           " part)"),
    [COPY_NOTES] = "notes(id, text)",
    [COPY_RELATIONS] = "relations(person, other, kind, at_ms, table_id)",
    [COPY_REPORTS] = "reports(number, person, other, at_ms, text, closed_ms)",
};

static bool fail(struct postgres_copy *copy, const PGresult *result)
{
    postgres_error(copy->side.error, sizeof copy->side.error, copy->handle, result);
    return false;
}

static bool execute(struct postgres_copy *copy, const char *statements)
{
    PGresult *result = PQexec(copy->handle, statements);
    ExecStatusType status = PQresultStatus(result);
    bool good = status == PGRES_COMMAND_OK || status == PGRES_TUPLES_OK ||
                status == PGRES_COPY_IN || fail(copy, result);
    PQclear(result);
    return good;
}

/* ---- Reading, some rows at a time ---- */

static bool read_rows(const PGresult *result, const char *types, copy_row *row, void *context)
{
    for (int at = 0; at < PQntuples(result); at++) {
        const char *values[COPY_COLUMNS_MAX] = {0};
        for (int i = 0; types[i]; i++)
            values[i] = PQgetisnull(result, at, i) ? NULL : PQgetvalue(result, at, i);
        if (!row(context, values))
            return false;
    }
    return true;
}

static bool read_table(struct copy_side *side, enum copy_table table, copy_row *row, void *context)
{
    struct postgres_copy *copy = (struct postgres_copy *)side;
    char declare[400];
    snprintf(declare, sizeof declare, "DECLARE rows CURSOR FOR %s", queries[table]);
    if (!execute(copy, declare))
        return false;
    int count;
    bool good;
    do {
        PGresult *result = PQexec(copy->handle, "FETCH 1000 FROM rows");
        good = PQresultStatus(result) == PGRES_TUPLES_OK || fail(copy, result);
        count = PQntuples(result);
        good = good && read_rows(result, copy_types[table], row, context);
        PQclear(result);
    } while (good && count > 0);
    return execute(copy, "CLOSE rows") && good;
}

/* ---- Writing ---- */

static bool write_begin(struct copy_side *side, enum copy_table table)
{
    char command[200];
    snprintf(command, sizeof command, "COPY %s FROM STDIN", targets[table]);
    return execute((struct postgres_copy *)side, command);
}

/* Adds a value to the line, with the escapes of COPY. Returns its end. */
static char *put_value(char *at, const char *value)
{
    if (!value)
        return at + sprintf(at, "\\N");
    static const char specials[] = "\b\f\n\r\t\v\\", letters[] = "bfnrtv\\";
    for (; *value; value++) {
        const char *special = strchr(specials, *value);
        if (special)
            *at++ = '\\';
        *at++ = special ? letters[special - specials] : *value;
    }
    return at;
}

static bool write_row(struct copy_side *side, enum copy_table table, const char *const *values)
{
    struct postgres_copy *copy = (struct postgres_copy *)side;
    const char *types = copy_types[table];
    size_t size = 1;
    for (int i = 0; types[i]; i++)
        size += values[i] ? 2 * strlen(values[i]) + 1 : 3;
    if (size > copy->capacity) {
        copy->capacity = 2 * size;
        copy->line = alloc_resize(copy->line, copy->capacity, 1);
    }
    char *at = copy->line;
    for (int i = 0; types[i]; i++) {
        at = put_value(at, values[i]);
        *at++ = types[i + 1] ? '\t' : '\n';
    }
    return PQputCopyData(copy->handle, copy->line, (int)(at - copy->line)) == 1 || fail(copy, NULL);
}

static bool write_end(struct copy_side *side)
{
    struct postgres_copy *copy = (struct postgres_copy *)side;
    if (PQputCopyEnd(copy->handle, NULL) != 1)
        return fail(copy, NULL);
    bool good = true;
    for (PGresult *result; (result = PQgetResult(copy->handle));) {
        good = good && (PQresultStatus(result) == PGRES_COMMAND_OK || fail(copy, result));
        PQclear(result);
    }
    return good;
}

/* ---- The transaction ---- */

static bool commit(struct copy_side *side)
{
    return execute((struct postgres_copy *)side, "COMMIT");
}

static void close_copy(struct copy_side *side)
{
    struct postgres_copy *copy = (struct postgres_copy *)side;
    PQfinish(copy->handle);
    free(copy->line);
    free(copy);
}

struct copy_side *postgres_copy_open(const char *url, bool writes, char *error, size_t error_size)
{
    static const char reading[] = "BEGIN ISOLATION LEVEL REPEATABLE READ READ ONLY";
    static const char writing[] =
        "BEGIN; LOCK TABLE people, sessions, tables, table_people, entries, records, record_seats,"
        " relations"
        " IN EXCLUSIVE MODE";
    PGconn *handle = postgres_connect(url, error, error_size);
    if (!handle)
        return NULL;
    struct postgres_copy *copy = alloc_new(sizeof *copy);
    *copy = (struct postgres_copy){.side = {.read = read_table,
                                            .write_begin = write_begin,
                                            .write = write_row,
                                            .write_end = write_end,
                                            .commit = commit,
                                            .close = close_copy},
                                   .handle = handle};
    PQsetnonblocking(handle, 0);
    if (execute(copy, "SET idle_in_transaction_session_timeout = 0") &&
        execute(copy, writes ? writing : reading))
        return &copy->side;
    snprintf(error, error_size, "%s", copy->side.error);
    close_copy(&copy->side);
    return NULL;
}
