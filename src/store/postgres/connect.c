/* Connections to PostgreSQL. A connection is non-blocking: everything that waits does so here. */
#include "store/postgres/postgres_internal.h"

#include <errno.h>
#include <poll.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/socket.h>

enum {
    VERSION_MIN = 140000, /* pg_terminate_backend that waits */
    CONNECT_SECONDS_MAX = 5,
};

int64_t postgres_patience_ms = 15000;

/* The connection that was cut here because the server was silent. */
static _Thread_local const PGconn *silent;

/* Parts of the patience. A server that works should end a statement before it is taken for silent. */

static int lock_ms(void)
{
    return (int)(postgres_patience_ms / 2);
}

static int statement_ms(void)
{
    return (int)(postgres_patience_ms * 3 / 5);
}

static int silence_ms(void)
{
    return (int)(postgres_patience_ms * 2 / 3);
}

static int connect_seconds(void)
{
    int seconds = (int)(postgres_patience_ms / 3 / 1000);
    return seconds < 1 ? 1 : seconds > CONNECT_SECONDS_MAX ? CONNECT_SECONDS_MAX : seconds;
}

void postgres_error(char *error, size_t error_size, const PGconn *handle, const PGresult *result)
{
    const char *text = PQresultErrorField(result, PG_DIAG_MESSAGE_PRIMARY);
    if (!text && handle == silent)
        text = "the database does not answer";
    snprintf(error, error_size, "%s", text ? text : PQerrorMessage(handle));
    size_t length = strlen(error);
    while (length > 0 && error[length - 1] == '\n')
        error[--length] = '\0';
    for (char *at = error; (at = strchr(at, '\n'));)
        *at = ' ';
}

/* Waits until there is something to read, and sends meanwhile. False if the connection is lost; it is
 * also lost if nothing comes for too long. */
static bool wait_for_input(PGconn *handle, enum postgres_waiting wait)
{
    int unsent = PQflush(handle);
    if (unsent < 0)
        return false;
    struct pollfd socket = {.fd = PQsocket(handle),
                            .events = (short)(unsent ? POLLIN | POLLOUT : POLLIN)};
    int ready = poll(&socket, 1, wait == POSTGRES_SOON ? silence_ms() : -1);
    if (ready == 0) {
        silent = handle;
        shutdown(socket.fd, SHUT_RDWR); /* libpq finds that the connection has ended */
    }
    if (ready < 0 && errno != EINTR)
        return false;
    return PQconsumeInput(handle);
}

PGresult *postgres_wait(PGconn *handle, enum postgres_waiting wait)
{
    while (PQisBusy(handle))
        if (!wait_for_input(handle, wait))
            break;
    return PQgetResult(handle); /* if the connection is lost, says so */
}

PGresult *postgres_execute(PGconn *handle, const char *statements, enum postgres_waiting wait,
                           char *error, size_t error_size)
{
    PGresult *last = NULL;
    bool good = PQsendQuery(handle, statements);
    if (!good)
        postgres_error(error, error_size, handle, NULL);
    for (PGresult *result; (result = postgres_wait(handle, wait));) {
        ExecStatusType status = PQresultStatus(result);
        if (good && status != PGRES_COMMAND_OK && status != PGRES_TUPLES_OK) {
            postgres_error(error, error_size, handle, result);
            good = false;
        }
        PQclear(last);
        last = result;
    }
    if (good)
        return last;
    PQclear(last);
    return NULL;
}

static void ignore_notice(void *context, const PGresult *notice)
{
    (void)context, (void)notice;
}

/* Whether the server suits. */
static bool check(PGconn *handle, char *error, size_t error_size)
{
    const char *encoding = PQparameterStatus(handle, "server_encoding");
    if (PQserverVersion(handle) < VERSION_MIN) {
        snprintf(error, error_size, "PostgreSQL %d is too old: version %d or newer is needed",
                 PQserverVersion(handle) / 10000, VERSION_MIN / 10000);
        return false;
    }
    if (!encoding || strcmp(encoding, "UTF8") != 0) {
        snprintf(error, error_size, "the encoding of this database is %s, not UTF8",
                 encoding ? encoding : "unknown");
        return false;
    }
    return true;
}

/* Settings of the session. Changes must be durable when they are acknowledged, also where the server
 * is configured otherwise; and a session that is cut off in a transaction must not keep its locks. */
static bool set_up(PGconn *handle, char *error, size_t error_size)
{
    static const char settings[] = "SET search_path = " POSTGRES_SCHEMA ";"
                                   "SET idle_in_transaction_session_timeout = '5s';"
                                   "SELECT set_config('synchronous_commit', 'on', false)"
                                   " WHERE current_setting('synchronous_commit') = 'off';";
    PGresult *result = postgres_execute(handle, settings, POSTGRES_SOON, error, error_size);
    PQclear(result);
    return result != NULL;
}

bool postgres_limit(PGconn *handle, char *error, size_t error_size)
{
    char settings[300];
    snprintf(settings, sizeof settings,
             "SET statement_timeout = %d; SET lock_timeout = %d; SET tcp_keepalives_idle = 5;"
             "SET tcp_keepalives_interval = 2; SET tcp_keepalives_count = 3;"
             "SET tcp_user_timeout = %d;",
             statement_ms(), lock_ms(), silence_ms());
    PGresult *result = postgres_execute(handle, settings, POSTGRES_SOON, error, error_size);
    PQclear(result);
    return result != NULL;
}

/* Messages about a URL quote it, with its password. */
static void hide_url(char *error, const char *url)
{
    char *at = strstr(error, url);
    if (at)
        memmove(at, at + strlen(url), strlen(at + strlen(url)) + 1);
}

PGconn *postgres_connect(const char *url, char *error, size_t error_size)
{
    /* The parameters of the URL come last and have the last word. */
    static const char *const names[] = {"client_encoding",  "application_name",
                                        "connect_timeout",  "tcp_user_timeout",
                                        "keepalives_idle",  "keepalives_interval",
                                        "keepalives_count", "target_session_attrs",
                                        "dbname",           NULL};
    char connect_s[12], silence[12];
    snprintf(connect_s, sizeof connect_s, "%d", connect_seconds());
    snprintf(silence, sizeof silence, "%d", silence_ms());
    const char *const values[] = {"UTF8", "ludosaure", connect_s,    silence, "5",
                                  "2",    "3",         "read-write", url,     NULL};
    PGconn *handle = PQconnectdbParams(names, values, 1);
    silent = NULL; /* it may have had the same address */
    PQsetNoticeReceiver(handle, ignore_notice, NULL);
    if (PQstatus(handle) != CONNECTION_OK) {
        postgres_error(error, error_size, handle, NULL);
        hide_url(error, url);
    } else if (check(handle, error, error_size) && PQsetnonblocking(handle, 1) == 0 &&
               set_up(handle, error, error_size)) {
        return handle;
    }
    PQfinish(handle);
    return NULL;
}

/* ---- The schema ---- */

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
    /* As version 7 of the SQLite schema. */
    "ALTER TABLE people ADD COLUMN face integer NOT NULL DEFAULT 0;",
    /* As version 8 of the SQLite schema. */
    ("ALTER TABLE people ADD COLUMN page text COLLATE \"C\";"
     "CREATE UNIQUE INDEX people_page ON people(page) WHERE page IS NOT NULL;"),
    /* As version 9 of the SQLite schema. */
    "CREATE TABLE notes(id text COLLATE \"C\" PRIMARY KEY, text text NOT NULL);",
    /* As version 10 of the SQLite schema. */
    ("CREATE TABLE relations(person text COLLATE \"C\" REFERENCES people(id) ON DELETE CASCADE,"
     "  other text COLLATE \"C\" REFERENCES people(id) ON DELETE CASCADE, kind text COLLATE \"C\","
     "  at_ms bigint NOT NULL, table_id text NOT NULL, PRIMARY KEY(person, other, "
     "kind));"
     "CREATE INDEX relations_to ON relations(other, kind, at_ms);"),
    /* As version 11 of the SQLite schema. */
    ("CREATE TABLE reports(number bigint PRIMARY KEY,"
     "  person text COLLATE \"C\" REFERENCES people(id) ON DELETE SET NULL,"
     "  other text COLLATE \"C\" NOT NULL REFERENCES people(id) ON DELETE CASCADE,"
     "  at_ms bigint NOT NULL, text text NOT NULL, closed_ms bigint);"
     "CREATE INDEX reports_by ON reports(person, at_ms);"
     "CREATE INDEX reports_of ON reports(other);"
     "CREATE INDEX reports_open ON reports(at_ms) WHERE closed_ms IS NULL;"),
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
