/* Prepared statements of one SQLite connection. The first failure is remembered; after it, queries
 * give no rows and change nothing, so callers need not check each of them. */
#include "store/sqlite/sqlite_internal.h"

#include "base/base.h"
#include "base/system/system.h"
#include "store/job/job.h"

#include <stdarg.h>
#include <stdio.h>
#include <string.h>

enum { BUSY_TRIES = 4 };

#define TEXT_OF(macro) #macro
#define TEXT(macro) TEXT_OF(macro)

/* See read_person in people.c. */
#define PERSON_COLUMNS "id, name, login, face, page"

#define RECORD_COLUMNS                                                                          \
    "r.key, t.id, r.game, r.ended_ms, r.seats, r.moves, r.shared IS NOT NULL, t.host, r.rated," \
    " r.continued"
#define RECORD_TABLES " FROM records r JOIN tables t ON t.key = r.table_key"

/* Whether a viewer may read the record r. */
#define RECORD_IS_VISIBLE(viewer)                                                              \
    "(r.shared IS NOT NULL OR EXISTS (SELECT 1 FROM table_people tp WHERE tp.person = " viewer \
    " AND tp.table_key = r.table_key))"

#define NEXT_SHARED "(SELECT ifnull(max(shared), 0) + 1 FROM records)"

#define KEY_OF_PERSON "(SELECT key FROM people WHERE id = ?1)"
#define ENTRIES_OF_PERSON                                                                   \
    "(table_key, number) IN (SELECT table_key, number FROM table_people WHERE person = ?1)" \
    " AND json_valid(text)"
#define TABLES_OF_PERSON "(SELECT table_key FROM table_people WHERE person = ?1)"

/* People with keys from ?1 (not included) to ?2, not seen since ?3, whom nothing needs. */
#define PURGED                                                                  \
    " key > ?1 AND key <= ?2 AND login IS NULL AND seen_ms < ?3 AND NOT EXISTS" \
    " (SELECT 1 FROM table_people tp JOIN tables t ON t.key = tp.table_key"     \
    "  WHERE tp.person = people.id AND (t.closed_ms IS NULL OR EXISTS"          \
    "  (SELECT 1 FROM records r WHERE r.table_key = t.key)))"

/* The seats of records of the game ?1 that were shared after ?2 and began with a deal. */
#define STATISTICS_NEW                                            \
    " FROM records r JOIN record_seats s ON s.record_key = r.key" \
    " WHERE r.shared > ?2 AND r.game = ?1 AND NOT r.continued"

static const char *const texts[SQL_STATEMENTS] = {
    [SQL_BEGIN] = "BEGIN IMMEDIATE",
    [SQL_BEGIN_READING] = "BEGIN",
    [SQL_COMMIT] = "COMMIT",
    [SQL_END_READING] = "ROLLBACK", /* a commit would fail if damaged pages were met */
    [SQL_DATA_VERSION] = "PRAGMA data_version",
    [SQL_PERSON_NEW] =
        "INSERT INTO people(id, name, seen_ms) VALUES(?, ?, ?) ON CONFLICT DO NOTHING",
    [SQL_PERSON_REMOVE] = "DELETE FROM people WHERE id = ?",
    [SQL_PERSON_RENAME] = "UPDATE people SET name = ?2 WHERE id = ?1",
    [SQL_RENAME_ENTRIES] =
        "UPDATE entries SET text = json_replace(text, '$.name', ?2, '$.host.name', ?2)"
        " WHERE " ENTRIES_OF_PERSON,
    [SQL_RENAME_SEATS] = "UPDATE record_seats SET name = ?2 WHERE person = ?1",
    [SQL_PERSON_FIND] = "SELECT " PERSON_COLUMNS " FROM people WHERE id = ?",
    [SQL_SESSION_NEW] = "INSERT INTO sessions SELECT ?2, key, ?4 FROM people"
                        " WHERE id = ?1 AND ifnull(password, '') = ?3"
                        " ON CONFLICT DO NOTHING",
    [SQL_SESSION_FIND] =
        "SELECT " PERSON_COLUMNS ", used_ms FROM sessions JOIN people ON key = person_key"
        " WHERE hash = ?",
    [SQL_SESSION_END] = "DELETE FROM sessions WHERE hash = ?",
    [SQL_SESSION_USE] = "UPDATE sessions SET used_ms = max(used_ms, ?2) WHERE hash = ?1",
    [SQL_PERSON_USE] = "UPDATE people SET seen_ms = max(seen_ms, ?2)"
                       " WHERE key = (SELECT person_key FROM sessions WHERE hash = ?1)",
    [SQL_SESSIONS_EXPIRE] = "DELETE FROM sessions WHERE hash IN (SELECT hash FROM sessions"
                            " WHERE used_ms > 0 AND used_ms < ?1 ORDER BY used_ms, hash LIMIT ?2)",
    [SQL_ACCOUNT_NEW] = "UPDATE OR IGNORE people SET login = ?2, password = ?3, recovery = ?4"
                        " WHERE id = ?1 AND login IS NULL",
    [SQL_ACCOUNT_FIND] = "SELECT " PERSON_COLUMNS ", password FROM people WHERE login = ?",
    [SQL_PASSWORD_SET] = "UPDATE people SET password = ?2, recovery = ?4"
                         " WHERE id = ?1 AND password = ?3",
    [SQL_SESSIONS_END_OTHERS] =
        "DELETE FROM sessions WHERE person_key = " KEY_OF_PERSON " AND hash IS NOT ?2",
    [SQL_RECOVERY_FIND] =
        "SELECT " PERSON_COLUMNS " FROM people WHERE login = ?1 AND recovery = ?2",
    [SQL_RECOVERY_USE] = "UPDATE people SET password = ?2, recovery = ?3 WHERE id = ?1",
    [SQL_RECOVERY_SET] = "UPDATE people SET recovery = ?3 WHERE id = ?1 AND password = ?2",
    [SQL_PERSON_CHECK] = "SELECT key FROM people WHERE id = ?1 AND ifnull(password, '') = ?2",
    /* Only older records have names in their text. */
    [SQL_FORGET_TEXTS] = "UPDATE records SET record = json_set(record, '$.names', json('[]'))"
                         " WHERE table_key IN " TABLES_OF_PERSON " AND json_valid(record)"
                         " AND json_array_length(record, '$.names') > 0",
    [SQL_FORGET_ENTRIES] = "UPDATE entries SET text = json_remove("
                           "json_replace(text, '$.name', '', '$.host.name', ''), '$.face')"
                           " WHERE " ENTRIES_OF_PERSON,
    [SQL_FORGET_SEATS] = "UPDATE record_seats SET person = NULL, name = '' WHERE person = ?1",
    [SQL_FORGET_HOST] = "UPDATE tables SET host = NULL"
                        " WHERE key IN " TABLES_OF_PERSON " AND host = ?1",
    [SQL_FORGET_TABLES] = "DELETE FROM table_people WHERE person = ?1",
    [SQL_FORGET_NOTE] = "DELETE FROM notes WHERE id = ?1",
    [SQL_PURGE_LAST] = "SELECT max(key), count(*) FROM"
                       " (SELECT key FROM people WHERE key > ?1 ORDER BY key LIMIT ?2)",
    [SQL_PURGE_SESSIONS] =
        "DELETE FROM sessions WHERE person_key IN (SELECT key FROM people WHERE" PURGED ")",
    /* Entry 0 of a table names its host. */
    [SQL_PURGE_HOSTS] = "UPDATE tables SET host = NULL WHERE key IN"
                        " (SELECT table_key FROM table_people WHERE number = 0"
                        "  AND person IN (SELECT id FROM people WHERE" PURGED "))",
    [SQL_PURGE_TABLES] =
        "DELETE FROM table_people WHERE person IN (SELECT id FROM people WHERE" PURGED ")",
    [SQL_PURGE_PEOPLE] = "DELETE FROM people WHERE" PURGED,
    [SQL_TABLE_NEW] = "INSERT INTO tables(id, invite, code, host) VALUES(?, ?, ?,"
                      " (SELECT id FROM people WHERE id = ?)) ON CONFLICT DO NOTHING",
    [SQL_TABLE_KEY] = "SELECT key, closed_ms FROM tables WHERE id = ?",
    [SQL_TABLE_INVITE] = "UPDATE OR IGNORE tables SET invite = ?2, code = ?3 WHERE key = ?1",
    [SQL_TABLE_FIND] = "SELECT id FROM tables WHERE invite = ?1 OR code = ?1",
    [SQL_TABLE_HOST] =
        "UPDATE tables SET host = ?2 WHERE key = ?1 AND ?2 IN (SELECT id FROM people)",
    [SQL_TABLE_CLOSE] = "UPDATE tables SET closed_ms = ?2 WHERE key = ?1",
    [SQL_TABLE_PERSON] = "INSERT INTO table_people SELECT id, ?2, ?3 FROM people WHERE id = ?1"
                         " ON CONFLICT DO NOTHING",
    [SQL_RECORD_PERSON] = "INSERT INTO table_people SELECT id, ?2, -1 FROM people WHERE id = ?1"
                          " AND NOT EXISTS"
                          " (SELECT 1 FROM table_people WHERE person = ?1 AND table_key = ?2)",
    [SQL_TABLES_OPEN] =
        "SELECT id FROM tables WHERE closed_ms IS NULL"
        " AND NOT EXISTS (SELECT 1 FROM records WHERE table_key = tables.key) ORDER BY key",
    [SQL_TABLES_ENDED] =
        "SELECT id, key FROM tables WHERE closed_ms IS NULL"
        " AND EXISTS (SELECT 1 FROM records WHERE table_key = tables.key) ORDER BY key",
    [SQL_TABLES_KEYS] = "SELECT id, key FROM tables WHERE closed_ms IS NULL",
    [SQL_ENTRY_NEW] = "INSERT INTO entries VALUES(?, ?, ?, ?, ?, ?, ?, ?) ON CONFLICT DO NOTHING",
    [SQL_ENTRY_TIME] = "SELECT at_ms FROM entries WHERE table_key = ? AND number = ?",
    [SQL_ENTRY_LAST] = "SELECT max(number) FROM entries WHERE table_key = ?",
    [SQL_ENTRIES] = "SELECT number, at_ms, used_ms, kind, seat, text, cid FROM entries"
                    " WHERE table_key = ? AND number >= ? ORDER BY number",
    [SQL_RECORD_NEW] =
        "INSERT INTO records(table_key, game, ended_ms, seats, moves, record, shared, rated,"
        " continued) VALUES(?, ?, ?, ?, ?, ?, iif(?, " NEXT_SHARED ", NULL), ?, ?)"
        " ON CONFLICT DO NOTHING",
    [SQL_RECORD_SEAT_NEW] = "INSERT INTO record_seats SELECT ?1, ?2, p.id,"
                            " iif(?3 IS NOT NULL AND p.id IS NULL, '', ?4), ?5, ?6, ?7, ?8, ?9"
                            " FROM (SELECT 1) LEFT JOIN people p ON p.id = ?3",
    [SQL_RECORD_GET] = "SELECT " RECORD_COLUMNS ", r.record, " RECORD_IS_VISIBLE("?2") RECORD_TABLES
    " WHERE t.id = ?1",
    [SQL_RECORD_SEATS] = "SELECT seat, person, name, level, score, won, part FROM record_seats"
                         " WHERE record_key = ?",
    [SQL_RECORDS] = "SELECT " RECORD_COLUMNS RECORD_TABLES
                    " WHERE r.ended_ms < ?1 ORDER BY r.ended_ms DESC, r.key DESC",
    [SQL_RECORDS_GAME] =
        "SELECT " RECORD_COLUMNS RECORD_TABLES " WHERE r.ended_ms < ?1 AND r.game = ?2"
        " ORDER BY r.ended_ms DESC, r.key DESC",
    [SQL_RECORDS_SHARED] =
        "SELECT " RECORD_COLUMNS RECORD_TABLES " WHERE r.ended_ms < ?1 AND r.shared IS NOT NULL"
        " ORDER BY r.ended_ms DESC, r.key DESC",
    [SQL_RECORDS_SHARED_GAME] = "SELECT " RECORD_COLUMNS RECORD_TABLES
                                " WHERE r.ended_ms < ?1 AND r.game = ?2 AND r.shared IS NOT NULL"
                                " ORDER BY r.ended_ms DESC, r.key DESC",
    [SQL_RECORDS_PERSON] =
        "SELECT " RECORD_COLUMNS " FROM record_seats s JOIN records r ON r.key = s.record_key"
        " JOIN tables t ON t.key = r.table_key"
        " WHERE s.ended_ms < ?1 AND s.person = ?3 AND ifnull(r.game = ?2, 1)"
        " AND (?4 OR " RECORD_IS_VISIBLE("?5") ")"
                                               " ORDER BY s.ended_ms DESC, s.record_key DESC",
    [SQL_RECORD_SHARE] =
        "UPDATE records SET shared = ifnull(shared, " NEXT_SHARED ") WHERE key = ?",
    [SQL_STATISTICS_GAMES] =
        "SELECT seats, count(*), sum(moves), sum(score), sum(high), min(moves), max(moves), "
        "min(low),"
        "  max(high) FROM"
        " (SELECT r.seats AS seats, moves, sum(score) AS score, max(score) AS high, min(score) AS "
        "low" STATISTICS_NEW " GROUP BY r.key) GROUP BY seats",
    [SQL_STATISTICS_LEVELS] =
        "SELECT level, count(*), sum(won), sum(score)" STATISTICS_NEW " GROUP BY level",
    [SQL_STATISTICS_SEATS] =
        "SELECT r.seats, seat, sum(won)" STATISTICS_NEW " GROUP BY r.seats, seat",
    [SQL_STATISTICS_PARTS] =
        "SELECT part, count(*), sum(won)" STATISTICS_NEW " AND part <> '' GROUP BY part",
    [SQL_STATISTICS_LAST] = "SELECT max(shared) FROM records",
    [SQL_RECORDS_RATED] = "SELECT " RECORD_COLUMNS RECORD_TABLES
                          " WHERE r.game = ?1 AND r.shared IS NOT NULL AND r.rated"
                          " AND r.ended_ms >= ?2 AND (r.ended_ms > ?2 OR t.id > ?3)"
                          " ORDER BY r.ended_ms, t.id LIMIT ?4",
    [SQL_LISTING_SET] = "UPDATE people SET listed = ?2 WHERE id = ?1 AND login IS NOT NULL",
    [SQL_FACE_SET] = "UPDATE people SET face = ?2 WHERE id = ?1 AND login IS NOT NULL",
    [SQL_PAGE_SET] = "UPDATE OR IGNORE people SET page = nullif(?2, '')"
                     " WHERE id = ?1 AND login IS NOT NULL",
    [SQL_PAGE_FIND] = "SELECT " PERSON_COLUMNS " FROM people WHERE page = ?1",
    [SQL_PAGE_OF] = "SELECT " PERSON_COLUMNS " FROM people WHERE id = ?1 AND page IS NOT NULL",
    [SQL_LISTINGS] = "SELECT " PERSON_COLUMNS " FROM people WHERE listed ORDER BY id",
    [SQL_PEOPLE_FIND] =
        "SELECT " PERSON_COLUMNS ", seen_ms,"
        "  (SELECT count(*) FROM record_seats s WHERE s.person = p.id) FROM"
        " (SELECT " PERSON_COLUMNS ", seen_ms FROM people WHERE id = ?1"
        "   OR instr(lower(name), lower(?1)) > 0 OR instr(lower(login), lower(?1)) > 0"
        "  ORDER BY id = ?1 DESC, login IS ?1 DESC, seen_ms DESC, id LIMIT ?2) p"
        " ORDER BY id = ?1 DESC, login IS ?1 DESC, seen_ms DESC, id",
    [SQL_PERSON_CHANGED] = "INSERT INTO people_changes(person) VALUES(?)",
    [SQL_SESSION_CHANGED] = "INSERT INTO people_changes(person) SELECT id FROM sessions"
                            " JOIN people ON key = person_key WHERE hash = ?",
    [SQL_CHANGES_TRIM] = "DELETE FROM people_changes WHERE key <="
                         " (SELECT max(key) FROM people_changes) - ?",
    [SQL_CHANGES] = "SELECT key, person FROM people_changes WHERE key > ? ORDER BY key",
    [SQL_CHANGES_LAST] = "SELECT max(key) FROM people_changes",
    [SQL_NOTE_GET] = "SELECT text FROM notes WHERE id = ?1",
    [SQL_NOTE_SET] =
        "INSERT INTO notes SELECT ?1, ?2 WHERE ?1 = '" STORE_NOTE_OF_SERVER "' OR EXISTS"
        " (SELECT 1 FROM people WHERE id = ?1 AND login IS NOT NULL)"
        " ON CONFLICT(id) DO UPDATE SET text = ?2 WHERE text = ?3",
    [SQL_RELATION_ADD] = RELATION_ADD("?"),
    [SQL_RELATION_ADDED] = RELATION_ADDED("?"),
    [SQL_RELATION_DROP] = RELATION_DROP("?"),
    [SQL_RELATIONS_OF] = RELATIONS_OF("?"),
    [SQL_PERSON_SEEN] = "UPDATE people SET seen_ms = max(seen_ms, ?2) WHERE id = ?1",
    [SQL_REPORT_ADD] = REPORT_ADD("?"),
    [SQL_REPORT_ADDED] = REPORT_ADDED("?"),
    [SQL_REPORTS_OF] = REPORTS_OF("?"),
    [SQL_REPORT_CLOSE] = "UPDATE reports SET closed_ms = ?3, text = ?2 WHERE number = ?1",
    [SQL_PROBE] =
        "PRAGMA application_id = " TEXT(SQLITE_SCHEMA_APPLICATION), /* has that value already */
};

void sqlite_disconnect(struct sqlite_connection *connection)
{
    for (int i = 0; i < SQL_STATEMENTS; i++)
        sqlite3_finalize(connection->statements[i]);
    sqlite3_close(connection->handle);
}

void sqlite_fail(struct sqlite_connection *connection, int code)
{
    if (!connection->failed)
        connection->code = code;
    connection->failed = true;
}

static sqlite3_stmt *prepare(struct sqlite_connection *connection, enum sqlite_statement which)
{
    sqlite3_stmt **statement = &connection->statements[which];
    if (!*statement && sqlite3_prepare_v3(connection->handle, texts[which], -1,
                                          SQLITE_PREPARE_PERSISTENT, statement, NULL) != SQLITE_OK)
        sqlite_fail(connection, sqlite3_errcode(connection->handle));
    return *statement;
}

static void bind_hash(sqlite3_stmt *statement, int at, const unsigned char *hash)
{
    static const unsigned char none[STORE_HASH_BYTES];
    if (memcmp(hash, none, sizeof none) == 0)
        sqlite3_bind_null(statement, at);
    else
        sqlite3_bind_blob(statement, at, hash, STORE_HASH_BYTES, SQLITE_STATIC);
}

static void bind_text(sqlite3_stmt *statement, int at, const char *text)
{
    sqlite3_bind_text(statement, at, text, -1, SQLITE_STATIC);
}

static sqlite3_stmt *bind_values(struct sqlite_connection *connection, enum sqlite_statement which,
                                 const char *types, va_list values)
{
    sqlite3_stmt *statement = prepare(connection, which);
    if (!statement)
        return NULL;
    for (int at = 1; types[at - 1]; at++) {
        const char *text;
        switch (types[at - 1]) {
        case 't':
            bind_text(statement, at, va_arg(values, const char *));
            break;
        case 'o':
            text = va_arg(values, const char *);
            bind_text(statement, at, *text ? text : NULL);
            break;
        case 'i':
            sqlite3_bind_int64(statement, at, va_arg(values, int64_t));
            break;
        case 'd':
            sqlite3_bind_double(statement, at, va_arg(values, double));
            break;
        default:
            CHECK(types[at - 1] == 'h');
            bind_hash(statement, at, va_arg(values, const unsigned char *));
        }
    }
    return statement;
}

sqlite3_stmt *sqlite_query(struct sqlite_connection *connection, enum sqlite_statement which,
                           const char *types, ...)
{
    va_list values;
    va_start(values, types);
    sqlite3_stmt *statement = bind_values(connection, which, types, values);
    va_end(values);
    return statement;
}

bool sqlite_row(struct sqlite_connection *connection, sqlite3_stmt *statement)
{
    if (!statement)
        return false;
    int code = sqlite3_step(statement);
    if (code == SQLITE_ROW)
        return true;
    if (code != SQLITE_DONE)
        sqlite_fail(connection, code);
    sqlite3_reset(statement);
    return false;
}

void sqlite_end(sqlite3_stmt *statement)
{
    sqlite3_reset(statement);
}

bool sqlite_finds_row(struct sqlite_connection *connection, sqlite3_stmt *statement)
{
    bool found = sqlite_row(connection, statement);
    sqlite_end(statement);
    return found;
}

int sqlite_change(struct sqlite_connection *connection, enum sqlite_statement which,
                  const char *types, ...)
{
    va_list values;
    va_start(values, types);
    sqlite3_stmt *statement = bind_values(connection, which, types, values);
    va_end(values);
    bool has_row = sqlite_row(connection, statement);
    return has_row || connection->failed ? 0 : sqlite3_changes(connection->handle);
}

int64_t sqlite_number(struct sqlite_connection *connection, sqlite3_stmt *statement,
                      int64_t fallback)
{
    int64_t number = fallback;
    if (sqlite_row(connection, statement)) {
        if (sqlite3_column_type(statement, 0) != SQLITE_NULL)
            number = sqlite3_column_int64(statement, 0);
        sqlite_end(statement);
    }
    return number;
}

bool sqlite_transact(struct sqlite_connection *connection, enum sqlite_statement which)
{
    sqlite3_stmt *statement = prepare(connection, which);
    int code = SQLITE_ERROR;
    for (int i = 0; statement && i < BUSY_TRIES; i++) {
        sqlite3_step(statement);
        code = sqlite3_reset(statement);
        if ((code & 0xff) != SQLITE_BUSY)
            break;
    }
    if (code != SQLITE_OK)
        sqlite_fail(connection, code);
    return code == SQLITE_OK;
}

void sqlite_copy_text(char *to, size_t size, sqlite3_stmt *statement, int column)
{
    const unsigned char *text = sqlite3_column_text(statement, column);
    snprintf(to, size, "%s", text ? (const char *)text : "");
}

char *sqlite_take_text(sqlite3_stmt *statement, int column)
{
    return alloc_text((const char *)sqlite3_column_text(statement, column));
}
