/* Prepared statements of one PostgreSQL connection, in a pipeline; the SQL of all jobs. */
#include "store/postgres/postgres_internal.h"

#include "base/base.h"
#include "base/system/system.h"
#include "store/job/job.h"

#include <assert.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { VALUES_MAX = 27, INTEGER_TEXT = 24, HASH_TEXT = 2 + 2 * STORE_HASH_BYTES + 1 };

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

static const char *hash_hex(char text[HASH_TEXT], const unsigned char *hash)
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
        values->text[at] = hash_hex(values->hashes[at], va_arg(*from, const unsigned char *));
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

enum store_outcome postgres_outcome(struct postgres_connection *connection, struct store_job *job)
{
    (void)job;
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

/* ---- Statements ---- */

/* Outcomes in SQL. */
#define OK "0"
#define TAKEN "1"
#define ABSENT "2"
#define FORBIDDEN "5"
static_assert(STORE_OK == 0 && STORE_TAKEN == 1 && STORE_ABSENT == 2 && STORE_FORBIDDEN == 5,
              "as in the SQL");
#define OK_IF(found, otherwise) \
    " SELECT CASE WHEN EXISTS (SELECT FROM " found ") THEN " OK " ELSE " otherwise " END"
#define ELSE_TAKEN_IF(exists) \
    "CASE WHEN EXISTS (SELECT FROM " exists ") THEN " TAKEN " ELSE " ABSENT " END"

/* Adds an entry if the one before it exists. */
#define PREVIOUS                                                                 \
    "previous AS (SELECT FROM entries"                                           \
    "  WHERE table_id = $1 AND number = greatest($2::bigint - 1, 0) AND $2 >= 0" \
    "   AND $10::bigint IN (0, at_ms))"
#define ADDED_IF(condition)                                                             \
    "added AS (INSERT INTO entries SELECT $1, $2, $3::bigint, $4::bigint, $5::integer," \
    "  $6::integer, $7, $8 FROM previous " condition " ON CONFLICT DO NOTHING RETURNING table_id)"

/* Notifies other servers of the entry in `added`. */
#define OK_IF_ADDED(payload, otherwise)                                                           \
    " SELECT CASE WHEN (SELECT count(pg_notify('" POSTGRES_SCHEMA "', " payload ")) FROM added) " \
    "> 0 THEN " OK " ELSE " otherwise " END"

/* Notifies other servers of people, and counts them. */
#define NOTIFIED_OF(people) \
    "(SELECT count(pg_notify('" POSTGRES_SCHEMA "', '@' || id)) FROM (" people ") p)"
/* The people in `ended`, whose sessions are gone. */
#define NOTIFIED NOTIFIED_OF("SELECT DISTINCT person_id AS id FROM ended")
#define OK_IF_NOTIFIED " SELECT CASE WHEN " NOTIFIED " > 0 THEN " OK " ELSE " ABSENT " END"

/* See read_person in people.c. */
#define PERSON_COLUMNS "id, name, login, face, page"

/* A record with its seats, a row for each. */
#define RECORD_COLUMNS                                                                     \
    "r.table_id, r.game, r.ended_ms, r.seats, r.moves, s.seat, s.person, s.name, s.level," \
    " s.score, s.won, r.shared, t.host, r.rated, s.part, r.continued"
#define RECORD_TABLES \
    " JOIN tables t ON t.id = r.table_id LEFT JOIN record_seats s ON s.table_id = r.table_id"

/* Whether the viewer is a person of the table. */
#define IS_PERSON_OF(viewer, table) \
    "EXISTS (SELECT FROM table_people tp WHERE tp.person = " viewer " AND tp.table_id = " table ")"

/* The same with a person, who must exist, or with nobody (''). FOR KEY SHARE: no one can delete the person
 * before this is committed. */
#define SITTER ", sitter AS (SELECT id FROM people WHERE id = $11 FOR KEY SHARE), "
#define SITS                                                                                \
    ", sits AS (INSERT INTO table_people SELECT sitter.id, table_id, $2 FROM added, sitter" \
    "  ON CONFLICT DO NOTHING)"
#define SITTER_IS_THERE "WHERE $11 = '' OR EXISTS (SELECT FROM sitter)"
#define ADDED_WITH_SITTER PREVIOUS SITTER ADDED_IF(SITTER_IS_THERE) SITS
#define OK_IF_ADDED_WITH_SITTER OK_IF_ADDED("$9", ELSE_TAKEN_IF("previous " SITTER_IS_THERE))

const char *const postgres_statements[PG_STATEMENTS] = {
    [PG_BEGIN] = "BEGIN",
    [PG_BEGIN_READING] = "BEGIN READ ONLY",
    [PG_NO_SYNC] = "SET LOCAL synchronous_commit = off",
    [PG_COMMIT] = "COMMIT",
    [PG_ROLLBACK] = "ROLLBACK",
    [PG_NOTHING] = "SELECT 1",
    [PG_TELL] = "SELECT pg_notify('" POSTGRES_SCHEMA "', '#' || $1)",
    /* Also writes a message without contents: the commit waits until the replicas that commits wait for
     * have it, and so all changes that were made before. */
    [PG_BACKEND] = "SELECT pid, backend_start, pg_logical_emit_message(true, 'ludosaure', '')"
                   " FROM pg_stat_activity WHERE pid = pg_backend_pid()",
    [PG_BACKEND_END] = "SELECT pg_terminate_backend(pid, $3::bigint) FROM pg_stat_activity"
                       " WHERE pid = $1::integer AND backend_start = $2::timestamptz",
    [PG_PERSON_NEW] =
        "WITH person AS (INSERT INTO people(id, name, seen_ms) SELECT $1, $2, $4::bigint"
        "  WHERE NOT EXISTS (SELECT FROM sessions WHERE hash = $3::bytea)"
        "  ON CONFLICT DO NOTHING RETURNING id),"
        " session AS (INSERT INTO sessions SELECT $3, id, $4 FROM person)" OK_IF("person", TAKEN),
    [PG_PERSON_RENAME] =
        "WITH person AS (UPDATE people SET name = $2 WHERE id = $1 RETURNING 1)" OK_IF("person",
                                                                                       ABSENT),
    [PG_PERSON_RENAME_EVERYWHERE] =
        "WITH renamed AS (UPDATE people SET name = $2 WHERE id = $1 RETURNING id),"
        " texts AS (UPDATE entries e SET text = jsonb_set(jsonb_set(text::jsonb,"
        "   '{name}', to_jsonb($2::text), false), '{host,name}', to_jsonb($2::text), false)::text"
        "  FROM renamed r, table_people n WHERE n.person = r.id"
        "  AND e.table_id = n.table_id AND e.number = n.number AND text LIKE '{%}'),"
        " seats AS (UPDATE record_seats SET name = $2 FROM renamed r WHERE person = r.id)"
        " SELECT CASE WHEN " NOTIFIED_OF("SELECT id FROM renamed") " > 0 THEN " OK " ELSE " ABSENT
                                                                   " END",
    /* FOR SHARE: waits for another server that is changing the password. */
    [PG_SESSION_NEW] =
        "WITH person AS (SELECT id FROM people WHERE id = $1 AND coalesce(password, '') = $3"
        "  FOR SHARE),"
        " session AS (INSERT INTO sessions SELECT $2::bytea, id, $4::bigint FROM person"
        "  ON CONFLICT DO NOTHING RETURNING 1)" OK_IF("session",
                                                      ELSE_TAKEN_IF("sessions WHERE hash = $2")),
    [PG_SESSION_FIND] =
        "SELECT " PERSON_COLUMNS ", used_ms FROM sessions JOIN people ON id = person_id"
        " WHERE hash = $1",
    [PG_SESSION_IS] = "SELECT FROM sessions WHERE person_id = $1 AND hash = $2",
    [PG_SESSION_END] =
        "WITH ended AS (DELETE FROM sessions WHERE hash = $1 RETURNING person_id)" OK_IF_NOTIFIED,
    [PG_SESSION_USE] =
        "WITH session AS (UPDATE sessions SET used_ms = greatest(used_ms, $2::bigint)"
        "  WHERE hash = $1 RETURNING person_id),"
        " person AS (UPDATE people SET seen_ms = greatest(seen_ms, $2) FROM session"
        "  WHERE id = person_id)" OK_IF("session", ABSENT),
    [PG_SESSIONS_EXPIRE] =
        "WITH ended AS (DELETE FROM sessions WHERE hash IN (SELECT hash FROM sessions"
        "  WHERE used_ms > 0 AND used_ms < $1::bigint ORDER BY used_ms, hash LIMIT $2::bigint"
        "  FOR UPDATE SKIP LOCKED) RETURNING person_id)" OK_IF_NOTIFIED,
    [PG_ACCOUNT_NEW] =
        "WITH account AS (UPDATE people SET login = $2, password = $3, recovery = $4::bytea"
        "  WHERE id = $1 AND login IS NULL AND NOT EXISTS (SELECT FROM people WHERE login = $2)"
        "  RETURNING 1)" OK_IF("account", ELSE_TAKEN_IF("people WHERE id = $1")),
    [PG_ACCOUNT_FIND] = "SELECT " PERSON_COLUMNS ", password FROM people WHERE login = $1",
    [PG_ACCOUNT_IS] = "SELECT FROM people WHERE id = $1 AND password = $2",
    [PG_PASSWORD_SET] = "WITH person AS (UPDATE people SET password = $2, recovery = $4::bytea"
                        "  WHERE id = $1 AND password = $3 RETURNING 1)" OK_IF("person", ABSENT),
    [PG_SESSIONS_END_OTHERS] =
        "WITH ended AS (DELETE FROM sessions WHERE person_id = $1 AND hash IS DISTINCT FROM $2"
        "  AND EXISTS (SELECT FROM people WHERE id = $1 AND password = $3) RETURNING person_id)"
        " SELECT " NOTIFIED,
    /* A wrong code changes nothing. The next statement also sees sessions that another server has
     * added while this one waited. */
    [PG_ACCOUNT_RECOVER] =
        "WITH person AS (SELECT id FROM people WHERE login = $1 AND recovery = $2::bytea FOR "
        "UPDATE),"
        " changed AS (UPDATE people SET password = $3, recovery = $5::bytea FROM person"
        "  WHERE people.id = person.id AND NOT EXISTS"
        "   (SELECT FROM sessions WHERE hash = $4::bytea) RETURNING people.id),"
        " session AS (INSERT INTO sessions SELECT $4, id, $6::bigint FROM changed)" OK_IF(
            "changed", ELSE_TAKEN_IF("person")),
    [PG_RECOVERED_END_OTHERS] =
        "WITH ended AS (DELETE FROM sessions WHERE hash <> $2 AND person_id ="
        "  (SELECT id FROM people WHERE login = $1 AND password = $3) RETURNING person_id)"
        " SELECT " NOTIFIED,
    [PG_RECOVERED_IS] = "SELECT " PERSON_COLUMNS " FROM people JOIN sessions ON person_id = id"
                        " WHERE login = $1 AND hash = $2 AND password = $3",
    [PG_RECOVERY_SET] = "WITH person AS (UPDATE people SET recovery = $3::bytea"
                        "  WHERE id = $1 AND password = $2 RETURNING 1)" OK_IF("person", ABSENT),
    [PG_PERSON_LOCK] = "WITH person AS (SELECT FROM people WHERE id = $1"
                       "  AND coalesce(password, '') = $2 FOR UPDATE)" OK_IF("person", ABSENT),
    [PG_PERSON_DELETE] =
        "WITH gone AS (DELETE FROM people WHERE id = $1 AND coalesce(password, '') = $2"
        "  RETURNING id),"
        " ended AS (DELETE FROM sessions USING gone WHERE person_id = gone.id"
        "  RETURNING person_id),"
        " named AS (DELETE FROM table_people USING gone WHERE person = gone.id"
        "  RETURNING table_id, number),"
        " texts AS (UPDATE entries e SET text = (jsonb_set(jsonb_set(text::jsonb,"
        "   '{name}', '\"\"', false), '{host,name}', '\"\"', false) - 'face')::text FROM named n"
        "  WHERE e.table_id = n.table_id AND e.number = n.number AND text LIKE '{%}'),"
        " hosted AS (UPDATE tables SET host = NULL FROM gone WHERE host = gone.id"
        "  AND tables.id IN (SELECT table_id FROM named)),"
        " seats AS (UPDATE record_seats SET person = NULL, name = '' FROM gone"
        "  WHERE person = gone.id),"
        " notes AS (DELETE FROM notes USING gone WHERE notes.id = gone.id)"
        " SELECT " NOTIFIED_OF("SELECT id FROM gone"),
    [PG_PERSON_IS_GONE] = "SELECT WHERE NOT EXISTS (SELECT FROM people WHERE id = $1)",
    [PG_PEOPLE_PURGE] =
        "WITH examined AS (SELECT key FROM people WHERE key > $1::bigint ORDER BY key"
        "  LIMIT $2::bigint),"
        " stale AS (SELECT id FROM people WHERE key IN (SELECT key FROM examined)"
        "  AND login IS NULL AND seen_ms < $3::bigint AND NOT EXISTS"
        "   (SELECT FROM table_people tp JOIN tables t ON t.id = tp.table_id"
        "    WHERE tp.person = people.id AND (t.closed_ms IS NULL OR EXISTS"
        "     (SELECT FROM records r WHERE r.table_id = t.id))) FOR UPDATE SKIP LOCKED),"
        " gone AS (DELETE FROM people USING stale WHERE people.id = stale.id RETURNING 1),"
        " ended AS (DELETE FROM sessions USING stale WHERE person_id = stale.id),"
        " named AS (DELETE FROM table_people USING stale WHERE person = stale.id"
        "  RETURNING table_id, person),"
        " hosted AS (UPDATE tables SET host = NULL FROM named"
        "  WHERE tables.id = named.table_id AND host = named.person)"
        " SELECT CASE WHEN EXISTS (SELECT FROM gone) THEN " OK " ELSE " ABSENT " END,"
        "  CASE WHEN count(*) < $2 THEN 0 ELSE max(key) END FROM examined",
    [PG_TABLE_NEW] =
        "WITH host AS (SELECT id FROM people WHERE id = $10 FOR KEY SHARE),"
        " added AS (INSERT INTO tables(id, invite, code, host)"
        "  SELECT $1, $2, $3, (SELECT id FROM host) WHERE $10 = '' OR EXISTS (SELECT FROM host)"
        "  ON CONFLICT DO NOTHING RETURNING id),"
        " entry AS (INSERT INTO entries SELECT id, 0, $4::bigint, $5::bigint, $6::integer,"
        "  $7::integer, $8, $9 FROM added),"
        " hosts AS (INSERT INTO table_people SELECT host.id, added.id, 0 FROM added, host)"
        " SELECT CASE WHEN (SELECT count(pg_notify('" POSTGRES_SCHEMA "', $1 || ':0,')) FROM added)"
        "  > 0 THEN " OK " WHEN $10 = '' OR EXISTS (SELECT FROM host) THEN " TAKEN "  ELSE " ABSENT
        " END",
    [PG_TABLE_INVITE] =
        "WITH changed AS (UPDATE tables SET invite = $2, code = $3 WHERE id = $1"
        "  AND NOT EXISTS (SELECT FROM tables WHERE id <> $1 AND (invite = $2 OR code = $3))"
        "  RETURNING 1)" OK_IF("changed", ELSE_TAKEN_IF("tables WHERE id = $1")),
    [PG_TABLE_FIND] = "SELECT id FROM tables WHERE invite = $1 OR code = $1",
    [PG_TABLES_OPEN] =
        "SELECT id, CASE WHEN r.table_id IS NULL THEN NULL ELSE"
        "  coalesce((SELECT max(number) FROM entries e WHERE e.table_id = id), -1) END"
        " FROM tables LEFT JOIN records r ON r.table_id = id WHERE closed_ms IS NULL"
        " ORDER BY tables.key",
    [PG_TABLES_LAST] =
        "SELECT id, coalesce((SELECT max(number) FROM entries WHERE table_id = id), -1)"
        " FROM tables WHERE closed_ms IS NULL",
    [PG_ENTRY_NEW] =
        "WITH " PREVIOUS ", " ADDED_IF("") OK_IF_ADDED("$9", ELSE_TAKEN_IF("previous")),
    [PG_ENTRY_SIT] = "WITH " ADDED_WITH_SITTER OK_IF_ADDED_WITH_SITTER,
    [PG_ENTRY_END] =
        "WITH " ADDED_WITH_SITTER ","
        " host AS (SELECT id FROM people WHERE id = $27 FOR KEY SHARE),"
        " ended AS (UPDATE tables SET closed_ms = CASE WHEN $12::boolean THEN $3 ELSE closed_ms "
        "END,"
        "   host = coalesce((SELECT id FROM host), tables.host) FROM added"
        "  WHERE tables.id = added.table_id AND ($12::boolean OR tables.host <> $27)),"
        " record AS (INSERT INTO records(table_id, game, ended_ms, seats, moves, record, shared,"
        "   rated, continued)"
        "  SELECT table_id, $13, $14::bigint, $15::integer, $16::integer, $17, $18::boolean,"
        "   $19::boolean, $20::boolean FROM added"
        "  WHERE $13::text IS NOT NULL ON CONFLICT DO NOTHING RETURNING table_id),"
        " seated AS (SELECT id FROM people WHERE id = ANY($21) FOR KEY SHARE),"
        " seats AS (INSERT INTO record_seats"
        "  SELECT table_id, seat - 1, p.id,"
        "   CASE WHEN person IS NOT NULL AND p.id IS NULL THEN '' ELSE s.name END,"
        "   level, score, won, $14, part FROM record,"
        "   unnest($21::text[], $22::text[], $23::text[], $24::integer[], $25::float8[],"
        "     $26::text[]) WITH ORDINALITY s(person, name, level, score, won, part, seat)"
        "   LEFT JOIN seated p ON p.id = person),"
        " readers AS (INSERT INTO table_people SELECT p.id, r.table_id, -1 FROM record r, seated p"
        "  WHERE NOT EXISTS (SELECT FROM table_people tp"
        "   WHERE tp.person = p.id AND tp.table_id = r.table_id))" OK_IF_ADDED_WITH_SITTER,
    [PG_ENTRY_IS] =
        "SELECT FROM entries WHERE table_id = $1 AND number = $2 AND at_ms = $3 AND used_ms = $4"
        " AND kind = $5 AND seat = $6 AND text IS NOT DISTINCT FROM $7"
        " AND cid IS NOT DISTINCT FROM $8",
    /* One row with NULL for a table without such entries. */
    [PG_ENTRIES] = "SELECT number, at_ms, used_ms, kind, seat, text, cid FROM tables"
                   " LEFT JOIN entries ON table_id = id AND number >= $2"
                   " WHERE id = $1 ORDER BY number",
    [PG_RECORD_GET] =
        "SELECT " RECORD_COLUMNS ", CASE WHEN coalesce(s.seat, 0) = 0 THEN r.record END,"
        " r.shared OR " IS_PERSON_OF("$2", "r.table_id") " FROM records r" RECORD_TABLES
                                                         " WHERE r.table_id = $1 ORDER BY s.seat",
    /* Records of the same millisecond stay together: the next list begins before it. */
    [PG_RECORDS] = "SELECT " RECORD_COLUMNS " FROM (SELECT * FROM records WHERE ended_ms < $1"
                   "   AND ($2::text IS NULL OR game = $2) AND ($3::text IS NULL OR table_id IN"
                   "    (SELECT table_id FROM record_seats WHERE person = $3 AND ended_ms < $1))"
                   "   AND ($6::boolean OR shared OR ($3::text IS NOT NULL AND"
                   "    " IS_PERSON_OF(
                       "$5", "records.table_id") "))"
                                                 "  ORDER BY ended_ms DESC FETCH FIRST "
                                                 "($4::bigint) ROWS WITH TIES) r" RECORD_TABLES
                                                 " ORDER BY r.ended_ms DESC, r.key DESC, s.seat",
    [PG_RECORD_SHARE] = "WITH shared AS (UPDATE records SET shared = true FROM tables t"
                        "  WHERE table_id = $1 AND t.id = $1 AND t.host = $2 RETURNING 1)"
                        " SELECT CASE WHEN EXISTS (SELECT FROM shared) THEN " OK
                        "  WHEN EXISTS (SELECT FROM records WHERE table_id = $1) THEN " FORBIDDEN
                        "  ELSE " ABSENT " END",
    /* The first column says what a row sums up. */
    [PG_STATISTICS] =
        "WITH seat AS (SELECT r.table_id, r.seats, moves, seat, level, part, score, won"
        "  FROM records r JOIN record_seats USING (table_id) WHERE r.game = $1"
        "   AND r.shared AND NOT r.continued),"
        " match AS (SELECT seats, moves, sum(score) AS score, max(score) AS high,"
        "   min(score) AS low FROM seat GROUP BY table_id, seats, moves)"
        " SELECT 'm', NULL, seats, count(*), sum(moves), sum(score), sum(high), min(moves),"
        "   max(moves), min(low), max(high), NULL FROM match GROUP BY seats UNION ALL"
        " SELECT 'l', level, NULL, count(*), NULL, sum(score), NULL, NULL, NULL, NULL, NULL,"
        "   sum(won) FROM seat GROUP BY level UNION ALL"
        " SELECT 'p', part, NULL, count(*), NULL, NULL, NULL, NULL, NULL, NULL, NULL, sum(won)"
        "  FROM seat WHERE part <> '' GROUP BY part UNION ALL"
        " SELECT 's', NULL, seats, seat, NULL, NULL, NULL, NULL, NULL, NULL, NULL, sum(won)"
        "  FROM seat GROUP BY seats, seat",
    [PG_RECORDS_RATED] =
        "SELECT " RECORD_COLUMNS " FROM (SELECT * FROM records WHERE game = $1 AND shared AND rated"
        "   AND ended_ms >= $2 AND (ended_ms > $2 OR table_id > $3)"
        "  ORDER BY ended_ms, table_id LIMIT $4::bigint) r" RECORD_TABLES
        " ORDER BY r.ended_ms, r.table_id, s.seat",
    [PG_LISTING_SET] = "WITH person AS (UPDATE people SET listed = $2::boolean WHERE id = $1"
                       "  AND login IS NOT NULL RETURNING id) SELECT CASE WHEN " NOTIFIED_OF(
                           "SELECT id FROM person") " > 0 THEN " OK " ELSE " ABSENT " END",
    [PG_FACE_SET] = "WITH person AS (UPDATE people SET face = $2::integer WHERE id = $1"
                    "  AND login IS NOT NULL RETURNING id) SELECT CASE WHEN " NOTIFIED_OF(
                        "SELECT id FROM person") " > 0 THEN " OK " ELSE " ABSENT " END",
    [PG_PAGE_SET] =
        "WITH person AS (UPDATE people SET page = nullif($2, '') WHERE id = $1"
        "  AND login IS NOT NULL AND NOT EXISTS (SELECT FROM people WHERE page = $2 AND id <> $1)"
        "  RETURNING id) SELECT CASE WHEN " NOTIFIED_OF(
            "SELECT id FROM person") " > 0 THEN " OK
                                     " ELSE " ELSE_TAKEN_IF(
                                         "people WHERE id = $1 AND login IS NOT NULL") " END",
    [PG_PAGE_FIND] = "SELECT " PERSON_COLUMNS " FROM people WHERE page = $1",
    [PG_PAGE_OF] = "SELECT " PERSON_COLUMNS " FROM people WHERE id = $1 AND page IS NOT NULL",
    [PG_LISTINGS] = "SELECT " PERSON_COLUMNS " FROM people WHERE listed ORDER BY id",
    [PG_NOTE_GET] = "SELECT text FROM notes WHERE id = $1",
    [PG_NOTE_IS] = "SELECT FROM notes WHERE id = $1 AND text = $2",
    [PG_NOTE_SET] =
        "WITH owner AS (SELECT FROM people WHERE id = $1 AND login IS NOT NULL FOR KEY SHARE),"
        " note AS (INSERT INTO notes SELECT $1, $2 WHERE $1 = '" STORE_NOTE_OF_SERVER "'"
        "  OR EXISTS (SELECT FROM owner)"
        "  ON CONFLICT (id) DO UPDATE SET text = $2 WHERE notes.text = $3 RETURNING 1)" OK_IF(
            "note", ELSE_TAKEN_IF("notes WHERE id = $1")),
    /* statement_timestamp() is not later than the snapshot: a server that is missing in `alive` had not
     * renewed its leases by then. `taken_ms` is read after other servers' changes of the row. */
    [PG_LEASES] =
        "WITH time AS (SELECT coalesce(nullif($2::bigint, 0),"
        "   (extract(epoch FROM statement_timestamp()) * 1000)::bigint) AS ms),"
        " own AS (INSERT INTO servers SELECT $1, ms FROM time"
        "  ON CONFLICT (id) DO UPDATE SET seen_ms = excluded.seen_ms),"
        " alive AS (SELECT id FROM servers, time WHERE id <> $1 AND seen_ms > ms - $5::bigint),"
        " returned AS (DELETE FROM leases WHERE server = $1 AND table_id = ANY($4::text[])),"
        " held AS (SELECT table_id, server FROM leases JOIN alive ON alive.id = server"
        "  WHERE table_id = ANY($3::text[])),"
        " taken AS (INSERT INTO leases SELECT asked, $1, ms FROM unnest($3::text[]) asked, time"
        "  WHERE asked NOT IN (SELECT table_id FROM held) ORDER BY asked"
        "  ON CONFLICT (table_id) DO UPDATE SET server = excluded.server,"
        "   taken_ms = excluded.taken_ms WHERE leases.server = excluded.server"
        "    OR (leases.server NOT IN (SELECT id FROM alive)"
        "     AND leases.taken_ms <= excluded.taken_ms - $5::bigint) RETURNING table_id)"
        " SELECT table_id, $1 FROM taken UNION ALL SELECT table_id, server FROM held"
        " UNION ALL SELECT NULL, id FROM alive",
    /* Also removes servers that ended otherwise, a day ago, with leases that nobody took since. */
    [PG_LEASES_END] =
        "WITH gone AS (DELETE FROM servers WHERE id = $1 OR seen_ms <"
        "   extract(epoch FROM statement_timestamp()) * 1000 - 86400000 RETURNING id),"
        " returned AS (DELETE FROM leases USING gone WHERE server = id) SELECT " OK,
    [PG_PEOPLE_GONE] = "SELECT id FROM unnest($1::text[]) asked(id)"
                       " WHERE NOT EXISTS (SELECT FROM people WHERE people.id = asked.id)",
    [PG_PEOPLE_FIND] =
        "WITH found AS (SELECT " PERSON_COLUMNS ", seen_ms FROM people WHERE id = $1"
        "   OR strpos(lower(name COLLATE \"C\"), lower($1 COLLATE \"C\")) > 0"
        "   OR strpos(lower(login), lower($1 COLLATE \"C\")) > 0"
        "  ORDER BY id = $1 DESC, login IS NOT DISTINCT FROM $1 DESC, seen_ms DESC, id"
        "  LIMIT $2::bigint)"
        " SELECT " PERSON_COLUMNS ", seen_ms,"
        "  (SELECT count(*) FROM record_seats s WHERE s.person = found.id) FROM found"
        " ORDER BY id = $1 DESC, login IS NOT DISTINCT FROM $1 DESC, seen_ms DESC, id",
    [PG_RELATION_ADD] = RELATION_ADD("$"),
    [PG_RELATION_ADDED] = RELATION_ADDED("$"),
    [PG_RELATION_DROP] = RELATION_DROP("$"),
    [PG_RELATIONS_OF] = RELATIONS_OF("$"),
    [PG_PERSON_CHANGED] = "SELECT pg_notify('" POSTGRES_SCHEMA "', '@' || $1)",
    [PG_PEOPLE_SEEN] = "UPDATE people SET seen_ms = $2 WHERE id IN (SELECT id FROM people"
                       " WHERE id = ANY($1) AND seen_ms < $2 FOR NO KEY UPDATE SKIP LOCKED)",
    [PG_REPORT_ADD] = REPORT_ADD("$"),
    [PG_REPORT_ADDED] = REPORT_ADDED("$"),
    [PG_REPORTS_OF] = REPORTS_OF("$"),
    [PG_REPORT_CLOSE] = "WITH closed AS (UPDATE reports SET closed_ms = $3::bigint, text = $2"
                        "  WHERE number = $1::bigint RETURNING 1)" OK_IF("closed", ABSENT),
    [PG_PROBE] = "UPDATE version SET version = version",
};
