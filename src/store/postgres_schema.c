#include "store/postgres_schema.h"

#include "store/postgres_connect.h"

#include <stdio.h>
#include <stdlib.h>

/* One step per version. Databases of every version exist, so a step never changes: a new schema is a
 * new step. Entries have no foreign key to their table: tables are never removed, so the check would
 * only slow down every move. */
static const char *const schema[] = {
    "CREATE TABLE people(id text COLLATE \"C\" PRIMARY KEY, name text NOT NULL,"
    "  login text COLLATE \"C\" UNIQUE, password text);"
    "CREATE TABLE sessions(hash bytea PRIMARY KEY,"
    "  person_id text COLLATE \"C\" NOT NULL REFERENCES people(id));"
    "CREATE INDEX sessions_of_person ON sessions(person_id);"
    "CREATE TABLE tables(id text COLLATE \"C\" PRIMARY KEY,"
    "  key bigint NOT NULL GENERATED ALWAYS AS IDENTITY,"
    "  invite bytea UNIQUE, code bytea UNIQUE, closed_ms bigint);"
    "CREATE INDEX tables_open ON tables(key) WHERE closed_ms IS NULL;"
    "CREATE TABLE entries(table_id text COLLATE \"C\" NOT NULL, number bigint NOT NULL,"
    "  at_ms bigint NOT NULL, used_ms bigint NOT NULL, kind integer NOT NULL,"
    "  seat integer NOT NULL, text text, cid text, PRIMARY KEY(table_id, number));"
    "CREATE TABLE records(table_id text COLLATE \"C\" PRIMARY KEY REFERENCES tables(id),"
    "  key bigint NOT NULL GENERATED ALWAYS AS IDENTITY, game text COLLATE \"C\" NOT NULL,"
    "  ended_ms bigint NOT NULL, seats integer NOT NULL, moves integer NOT NULL, record text);"
    "CREATE INDEX records_latest ON records(ended_ms);"
    "CREATE INDEX records_of_game ON records(game, ended_ms);"
    "CREATE TABLE record_seats(table_id text COLLATE \"C\" NOT NULL REFERENCES records(table_id),"
    "  seat integer NOT NULL, person text COLLATE \"C\", name text NOT NULL,"
    "  level text COLLATE \"C\" NOT NULL, score integer NOT NULL, won double precision NOT NULL,"
    "  ended_ms bigint NOT NULL, PRIMARY KEY(table_id, seat));"
    "CREATE INDEX records_of_person ON record_seats(person, ended_ms) WHERE person IS NOT NULL;",
    /* As version 3 of the SQLite schema, except that `shared` is no number. */
    "ALTER TABLE sessions ADD COLUMN used_ms bigint NOT NULL DEFAULT 0;"
    "ALTER TABLE people ADD COLUMN seen_ms bigint NOT NULL DEFAULT 0, ADD COLUMN recovery bytea,"
    "  ADD COLUMN key bigint NOT NULL GENERATED ALWAYS AS IDENTITY UNIQUE;"
    "ALTER TABLE tables ADD COLUMN host text COLLATE \"C\";"
    "ALTER TABLE records ADD COLUMN shared boolean NOT NULL DEFAULT false;"
    "UPDATE sessions SET used_ms = extract(epoch FROM now())::bigint * 1000;"
    "UPDATE people SET seen_ms = extract(epoch FROM now())::bigint * 1000;"
    "CREATE TABLE table_people(person text COLLATE \"C\" NOT NULL,"
    "  table_id text COLLATE \"C\" NOT NULL, number bigint NOT NULL,"
    "  PRIMARY KEY(person, table_id, number));"
    "UPDATE tables SET host = text::jsonb #>> '{host,id}' FROM entries"
    "  WHERE table_id = id AND number = 0 AND text LIKE '{%}';"
    "INSERT INTO table_people SELECT host, id, 0 FROM tables WHERE host IN (SELECT id FROM people);"
    "INSERT INTO table_people SELECT text::jsonb ->> 'person', table_id, number FROM entries"
    "  WHERE kind = 1 AND text LIKE '{%}' AND text::jsonb ->> 'person' IN (SELECT id FROM people);"
    "UPDATE records r SET shared = true FROM entries e WHERE e.table_id = r.table_id"
    "  AND number = 0 AND text LIKE '{%}' AND text::jsonb ->> 'public' = 'true';"
    "CREATE INDEX sessions_used ON sessions(used_ms);"
    "CREATE INDEX records_shared ON records(ended_ms) WHERE shared;"
    "CREATE INDEX records_shared_of_game ON records(game, ended_ms) WHERE shared;",
    /* Leases, only in PostgreSQL. `taken_ms` guards against a server whose view of `servers` is old. */
    "CREATE TABLE servers(id text COLLATE \"C\" PRIMARY KEY, seen_ms bigint NOT NULL);"
    "CREATE TABLE leases(table_id text COLLATE \"C\" PRIMARY KEY,"
    "  server text COLLATE \"C\" NOT NULL, taken_ms bigint NOT NULL);",
    /* As version 4 of the SQLite schema. */
    "ALTER TABLE people ADD COLUMN listed boolean NOT NULL DEFAULT false;"
    "ALTER TABLE records ADD COLUMN rated boolean NOT NULL DEFAULT false;"
    "ALTER TABLE record_seats ADD COLUMN part text COLLATE \"C\" NOT NULL DEFAULT '';"
    "UPDATE records r SET rated = true WHERE record LIKE '{%}' AND NOT record::jsonb ? 'origin'"
    "  AND (SELECT sum(won) FROM record_seats s WHERE s.table_id = r.table_id)"
    "   BETWEEN 0.99 AND 1.01;"
    "CREATE INDEX people_listed ON people(id) WHERE listed;",
    /* As version 5 of the SQLite schema. */
    ("ALTER TABLE records ADD COLUMN continued boolean NOT NULL DEFAULT false;"
     "UPDATE records SET continued = true WHERE record LIKE '{%}' AND record::jsonb ? 'origin';"),
};
enum { VERSION = sizeof schema / sizeof *schema };

static bool execute(PGconn *handle, const char *statements, char *error, size_t error_size)
{
    PGresult *result = postgres_execute(handle, statements, POSTGRES_LONG, error, error_size);
    PQclear(result);
    return result != NULL;
}

/* The number that a query returns; -1 if it fails. */
static int ask(PGconn *handle, const char *query, char *error, size_t error_size)
{
    PGresult *result = postgres_execute(handle, query, POSTGRES_LONG, error, error_size);
    int number = result && PQntuples(result) == 1 ? atoi(PQgetvalue(result, 0, 0)) : -1;
    PQclear(result);
    return number;
}

/* The version of the schema, created as 0 if there is none; -1 if that fails. */
static int find_version(PGconn *handle, char *error, size_t error_size)
{
    static const char count[] =
        "SELECT CASE WHEN to_regnamespace('" POSTGRES_SCHEMA "') IS NULL THEN 0"
        " WHEN to_regclass('" POSTGRES_SCHEMA ".version') IS NOT NULL THEN 1"
        " WHEN EXISTS (SELECT FROM pg_class"
        "  WHERE relnamespace = to_regnamespace('" POSTGRES_SCHEMA "')) THEN 2 ELSE 3 END";
    static const char create[] = "CREATE SCHEMA " POSTGRES_SCHEMA;
    static const char begin[] =
        "CREATE TABLE version(version integer NOT NULL); INSERT INTO version VALUES(0)";
    int found = ask(handle, count, error, error_size);
    if (found == 2)
        snprintf(error, error_size, "the schema " POSTGRES_SCHEMA " belongs to another program");
    if (found < 0 || found == 2 || (found == 0 && !execute(handle, create, error, error_size)) ||
        (found != 1 && !execute(handle, begin, error, error_size)))
        return -1;
    return ask(handle, "SELECT version FROM version", error, error_size);
}

static bool is_known(int version, char *error, size_t error_size)
{
    if (version > VERSION)
        snprintf(error, error_size, "this database was made by a newer version of Ludosaure");
    return version >= 0 && version <= VERSION;
}

bool postgres_schema_is_known(PGconn *handle, char *error, size_t error_size)
{
    return is_known(ask(handle, "SELECT version FROM version", error, error_size), error,
                    error_size);
}

/* Inside a transaction. */
static bool upgrade(PGconn *handle, char *error, size_t error_size)
{
    int version = find_version(handle, error, error_size);
    if (!is_known(version, error, error_size))
        return false;
    for (int step = version; step < VERSION; step++)
        if (!execute(handle, schema[step], error, error_size))
            return false;
    char mark[60];
    snprintf(mark, sizeof mark, "UPDATE version SET version = %d", (int)VERSION);
    return version == VERSION || execute(handle, mark, error, error_size);
}

bool postgres_schema_upgrade(PGconn *handle, char *error, size_t error_size)
{
    /* "Ludo": one server upgrades at a time. */
    static const char begin[] = "BEGIN; SELECT pg_advisory_xact_lock(1282761839)";
    if (!execute(handle, begin, error, error_size))
        return false;
    if (upgrade(handle, error, error_size))
        return execute(handle, "COMMIT", error, error_size);
    char ignored[100];
    execute(handle, "ROLLBACK", ignored, sizeof ignored);
    return false;
}
