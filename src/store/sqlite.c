/* SQLite: opening, the schema, transactions, checkpoints, copies.
 *
 * The path of a move is one insertion into `entries`. That is one page to the log (WAL) with
 * each transaction for each table that was played at, and one sync for all of them. */
#include "store/sqlite.h"

#include "base/check.h"
#include "base/memory.h"

#include <errno.h>
#include <fcntl.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

enum {
    APPLICATION = 0x4c75646f, /* "Ludo": which program's file it is; APPLICATION_TEXT */
    CACHE_KIB = 4096,  /* the last pages of a thousand tables: what is older is hardly read */
    PAGE_BYTES = 4096, /* smaller ones cost more: the system writes by this much */
    BUSY_MS = 5000,
    BUSY_TRIES = 4,
    CHECKPOINT_PAGES = 8192, /* of the log, until they are carried over to the database */
    LOG_BYTES_KEPT = 64 << 20,
};

#define APPLICATION_TEXT "1282761839"

/* How the schema came to be, version by version: what is there stays, since databases of each are
 * about; a change is a new step. An entry does not refer to its table by a foreign key: its key
 * comes from there, no table is ever removed, and looking it up once more would make every move
 * dearer. */
static const char *const schema[] = {
    "CREATE TABLE people(key INTEGER PRIMARY KEY, id TEXT NOT NULL UNIQUE, name TEXT NOT NULL,"
    "  login TEXT UNIQUE, password TEXT) STRICT;"
    "CREATE TABLE sessions(hash BLOB NOT NULL PRIMARY KEY,"
    "  person_key INTEGER NOT NULL REFERENCES people(key)) STRICT, WITHOUT ROWID;"
    "CREATE TABLE tables(key INTEGER PRIMARY KEY, id TEXT NOT NULL UNIQUE, invite BLOB UNIQUE,"
    "  code BLOB UNIQUE, closed_ms INTEGER) STRICT;"
    "CREATE INDEX tables_open ON tables(closed_ms) WHERE closed_ms IS NULL;"
    "CREATE TABLE entries(table_key INTEGER NOT NULL, number INTEGER NOT NULL,"
    "  at_ms INTEGER NOT NULL, used_ms INTEGER NOT NULL, kind INTEGER NOT NULL,"
    "  seat INTEGER NOT NULL, text TEXT, cid TEXT,"
    "  PRIMARY KEY(table_key, number)) STRICT, WITHOUT ROWID;"
    "CREATE TABLE records(key INTEGER PRIMARY KEY,"
    "  table_key INTEGER NOT NULL UNIQUE REFERENCES tables(key), game TEXT NOT NULL,"
    "  ended_ms INTEGER NOT NULL, seats INTEGER NOT NULL, moves INTEGER NOT NULL,"
    "  record TEXT) STRICT;"
    "CREATE INDEX records_latest ON records(ended_ms);"
    "CREATE INDEX records_of_game ON records(game, ended_ms);"
    "CREATE TABLE record_seats(record_key INTEGER NOT NULL REFERENCES records(key),"
    "  seat INTEGER NOT NULL, person TEXT, name TEXT NOT NULL, level TEXT NOT NULL,"
    "  score INTEGER NOT NULL, won REAL NOT NULL, ended_ms INTEGER NOT NULL,"
    "  PRIMARY KEY(record_key, seat)) STRICT, WITHOUT ROWID;"
    "CREATE INDEX records_of_person ON record_seats(person, ended_ms) WHERE person IS NOT NULL;",
    "CREATE INDEX IF NOT EXISTS sessions_of_person ON sessions(person_key);",
};
enum { SCHEMA = sizeof schema / sizeof *schema };

#define RECORD_COLUMNS "r.key, t.id, r.game, r.ended_ms, r.seats, r.moves"

static const char *const texts[SQL_STATEMENTS] = {
    [SQL_BEGIN] = "BEGIN IMMEDIATE",
    [SQL_BEGIN_READING] = "BEGIN",
    [SQL_COMMIT] = "COMMIT",
    [SQL_DATA_VERSION] = "PRAGMA data_version",
    [SQL_PERSON_NEW] = "INSERT INTO people(id, name) VALUES(?, ?) ON CONFLICT DO NOTHING",
    [SQL_PERSON_REMOVE] = "DELETE FROM people WHERE id = ?",
    [SQL_PERSON_RENAME] = "UPDATE people SET name = ?2 WHERE id = ?1",
    [SQL_PERSON_FIND] = "SELECT id, name, login FROM people WHERE id = ?",
    [SQL_SESSION_NEW] = "INSERT INTO sessions SELECT ?2, key FROM people"
                        " WHERE id = ?1 AND ifnull(password, '') = ?3"
                        " ON CONFLICT DO NOTHING",
    [SQL_SESSION_FIND] = "SELECT id, name, login FROM sessions JOIN people ON key = person_key"
                         " WHERE hash = ?",
    [SQL_SESSION_END] = "DELETE FROM sessions WHERE hash = ?",
    [SQL_ACCOUNT_NEW] = "UPDATE OR IGNORE people SET login = ?2, password = ?3"
                        " WHERE id = ?1 AND login IS NULL",
    [SQL_ACCOUNT_FIND] = "SELECT id, name, login, password FROM people WHERE login = ?",
    [SQL_PASSWORD_SET] = "UPDATE people SET password = ?2 WHERE id = ?1 AND password = ?3",
    [SQL_SESSIONS_END_OTHERS] =
        "DELETE FROM sessions WHERE person_key = (SELECT key FROM people WHERE id = ?1)"
        " AND hash <> ?2",
    [SQL_TABLE_NEW] = "INSERT INTO tables(id, invite, code) VALUES(?, ?, ?)"
                      " ON CONFLICT DO NOTHING",
    [SQL_TABLE_KEY] = "SELECT key, closed_ms FROM tables WHERE id = ?",
    [SQL_TABLE_INVITE] = "UPDATE OR IGNORE tables SET invite = ?2, code = ?3 WHERE key = ?1",
    [SQL_TABLE_FIND] = "SELECT id FROM tables WHERE invite = ?1 OR code = ?1",
    [SQL_TABLE_CLOSE] = "UPDATE tables SET closed_ms = ?2 WHERE key = ?1",
    [SQL_TABLES_OPEN] =
        "SELECT id FROM tables WHERE closed_ms IS NULL"
        " AND NOT EXISTS (SELECT 1 FROM records WHERE table_key = tables.key) ORDER BY key",
    [SQL_TABLES_ENDED] =
        "SELECT id, key FROM tables WHERE closed_ms IS NULL"
        " AND EXISTS (SELECT 1 FROM records WHERE table_key = tables.key) ORDER BY key",
    [SQL_TABLES_HEADS] = "SELECT id, key FROM tables WHERE closed_ms IS NULL",
    [SQL_ENTRY_NEW] = "INSERT INTO entries VALUES(?, ?, ?, ?, ?, ?, ?, ?) ON CONFLICT DO NOTHING",
    [SQL_ENTRY_LAST] = "SELECT max(number) FROM entries WHERE table_key = ?",
    [SQL_ENTRIES] = "SELECT number, at_ms, used_ms, kind, seat, text, cid FROM entries"
                    " WHERE table_key = ? AND number >= ? ORDER BY number",
    [SQL_RECORD_NEW] = "INSERT INTO records(table_key, game, ended_ms, seats, moves, record)"
                       " VALUES(?, ?, ?, ?, ?, ?) ON CONFLICT DO NOTHING",
    [SQL_RECORD_SEAT_NEW] = "INSERT INTO record_seats VALUES(?, ?, ?, ?, ?, ?, ?, ?)",
    [SQL_RECORD_GET] = "SELECT " RECORD_COLUMNS ", r.record FROM tables t"
                       " JOIN records r ON r.table_key = t.key WHERE t.id = ?",
    [SQL_RECORD_SEATS] = "SELECT seat, person, name, level, score, won FROM record_seats"
                         " WHERE record_key = ?",
    [SQL_RECORDS] = "SELECT " RECORD_COLUMNS " FROM records r JOIN tables t ON t.key = r.table_key"
                    " WHERE r.ended_ms < ?1 ORDER BY r.ended_ms DESC, r.key DESC",
    [SQL_RECORDS_GAME] =
        "SELECT " RECORD_COLUMNS " FROM records r JOIN tables t ON t.key = r.table_key"
        " WHERE r.ended_ms < ?1 AND r.game = ?2"
        " ORDER BY r.ended_ms DESC, r.key DESC",
    [SQL_RECORDS_PERSON] =
        "SELECT " RECORD_COLUMNS " FROM record_seats s JOIN records r ON r.key = s.record_key"
        " JOIN tables t ON t.key = r.table_key"
        " WHERE s.ended_ms < ?1 AND s.person = ?3 AND ifnull(r.game = ?2, 1)"
        " ORDER BY s.ended_ms DESC, s.record_key DESC",
    [SQL_STATISTICS_GAMES] =
        "SELECT seats, count(*), sum(moves), sum(score), sum(best), sum(won), sum(first) FROM"
        " (SELECT r.seats AS seats, moves, sum(score) AS score, max(score) AS best,"
        "   sum(won) AS won, sum(won * (seat = 0)) AS first"
        "  FROM records r JOIN record_seats s ON s.record_key = r.key"
        "  WHERE r.key > ?2 AND r.game = ?1 GROUP BY r.key) GROUP BY seats",
    [SQL_STATISTICS_LEVELS] = "SELECT level, count(*), sum(won), sum(score)"
                              " FROM records r JOIN record_seats s ON s.record_key = r.key"
                              " WHERE r.key > ?2 AND r.game = ?1 GROUP BY level",
    [SQL_STATISTICS_LAST] = "SELECT max(key) FROM records",
    [SQL_PROBE] = "PRAGMA application_id = " APPLICATION_TEXT, /* it is that already */
};

void sqlite_failed(struct sqlite_database *database, int code)
{
    if (!database->failed)
        database->code = code;
    database->failed = true;
}

static sqlite3_stmt *prepared(struct sqlite_database *database, enum sqlite_statement which)
{
    sqlite3_stmt **statement = &database->statements[which];
    if (!*statement && sqlite3_prepare_v3(database->connection, texts[which], -1,
                                          SQLITE_PREPARE_PERSISTENT, statement, NULL) != SQLITE_OK)
        sqlite_failed(database, sqlite3_errcode(database->connection));
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

sqlite3_stmt *sqlite_ask(struct sqlite_database *database, enum sqlite_statement which,
                         const char *types, ...)
{
    sqlite3_stmt *statement = prepared(database, which);
    if (!statement)
        return NULL;
    va_list values;
    va_start(values, types);
    for (int at = 1; types[at - 1]; at++) {
        const char *text;
        switch (types[at - 1]) {
        case 't':
        case 'o':
            text = va_arg(values, const char *);
            if (types[at - 1] == 'o' && text && !*text)
                text = NULL;
            sqlite3_bind_text(statement, at, text, -1, SQLITE_STATIC);
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
    va_end(values);
    return statement;
}

bool sqlite_row(struct sqlite_database *database, sqlite3_stmt *statement)
{
    if (!statement)
        return false;
    int code = sqlite3_step(statement);
    if (code == SQLITE_ROW)
        return true;
    if (code != SQLITE_DONE)
        sqlite_failed(database, code);
    sqlite3_reset(statement);
    return false;
}

void sqlite_end(sqlite3_stmt *statement)
{
    sqlite3_reset(statement);
}

int sqlite_change(struct sqlite_database *database, sqlite3_stmt *statement)
{
    return sqlite_row(database, statement) || database->failed
               ? 0
               : sqlite3_changes(database->connection);
}

int64_t sqlite_number(struct sqlite_database *database, sqlite3_stmt *statement, int64_t standard)
{
    int64_t number = standard;
    if (sqlite_row(database, statement)) {
        if (sqlite3_column_type(statement, 0) != SQLITE_NULL)
            number = sqlite3_column_int64(statement, 0);
        sqlite_end(statement);
    }
    return number;
}

/* A statement about transactions; again while others are at it. */
static bool transact(struct sqlite_database *database, enum sqlite_statement which)
{
    sqlite3_stmt *statement = prepared(database, which);
    int code = SQLITE_ERROR;
    for (int i = 0; statement && i < BUSY_TRIES; i++) {
        sqlite3_step(statement);
        code = sqlite3_reset(statement);
        if ((code & 0xff) != SQLITE_BUSY)
            break;
    }
    if (code != SQLITE_OK)
        sqlite_failed(database, code);
    return code == SQLITE_OK;
}

static bool only_reads(const struct store_job *jobs)
{
    for (; jobs; jobs = jobs->next) {
        switch (jobs->kind) {
        case STORE_SESSION_FIND:
        case STORE_ACCOUNT_FIND:
        case STORE_TABLE_FIND:
        case STORE_TABLE_READ:
        case STORE_TABLES_OPEN:
        case STORE_TABLES_CHANGED:
        case STORE_RECORD_GET:
        case STORE_RECORD_LIST:
        case STORE_STATISTICS:
            break;
        default:
            return false;
        }
    }
    return true;
}

/* Whatever state the failure left it in: there is no transaction any more, and nothing is known
 * that was learnt in it. */
static void take_back(struct sqlite_database *database)
{
    if (!sqlite3_get_autocommit(database->connection))
        sqlite3_exec(database->connection, "ROLLBACK", NULL, NULL, NULL);
    heads_restore(&database->heads);
    sqlite_statistics_forget(database);
    database->data_version = -1;
}

/* SQLite has a code for it, but looks only at times. */
enum { FILE_GONE = SQLITE_READONLY_DBMOVED };

static const char *error_text(int code)
{
    return code == FILE_GONE
               ? "the database file was deleted, moved or replaced while it was in use"
               : sqlite3_errstr(code);
}

static bool is_damage(int code)
{
    return (code & 0xff) == SQLITE_CORRUPT;
}

static void run_together(struct sqlite_database *database, struct store_job *jobs)
{
    database->failed = false;
    transact(database, only_reads(jobs) ? SQL_BEGIN_READING : SQL_BEGIN);
    for (struct store_job *job = jobs; job && !database->failed; job = job->next)
        sqlite_job(database, job);
    /* Looked at after the commit: what is acknowledged was in the right file then. */
    bool is_done = !database->failed && transact(database, SQL_COMMIT);
    if (is_done && own_file_is_there(&database->file)) {
        heads_keep(&database->heads);
        return;
    }
    if (is_done)
        sqlite_failed(database, FILE_GONE);
    take_back(database);
    for (struct store_job *job = jobs; job; job = job->next) {
        bool is_damaged = job->kind == STORE_TABLE_READ && is_damage(database->code);
        job->outcome = is_damaged ? STORE_DAMAGED : STORE_FAILED;
        job->error = error_text(database->code);
    }
}

/* If one of them meets damage, the others must not suffer: each by itself, then. */
static void run(struct database *interface, struct store_job *jobs)
{
    struct sqlite_database *database = (struct sqlite_database *)interface;
    run_together(database, jobs);
    if (!database->failed || !is_damage(database->code) || !jobs->next)
        return;
    for (struct store_job *job = jobs; job; job = job->next) {
        struct store_job *next = job->next;
        job->next = NULL;
        store_job_forget_answer(job);
        run_together(database, job);
        job->next = next;
    }
}

static int note_log(void *context, sqlite3 *connection, const char *name, int pages)
{
    (void)connection, (void)name;
    ((struct sqlite_database *)context)->wal_pages = pages;
    return SQLITE_OK;
}

static void tidy(struct database *interface)
{
    struct sqlite_database *database = (struct sqlite_database *)interface;
    if (database->wal_pages < CHECKPOINT_PAGES)
        return;
    if (database->carrier && !carrier_push(database->carrier))
        return;
    sqlite3_wal_checkpoint_v2(database->connection, NULL, SQLITE_CHECKPOINT_PASSIVE, NULL, NULL);
    database->wal_pages = 0;
}

/* Opening. */

static int64_t pragma_number(sqlite3 *connection, const char *pragma)
{
    sqlite3_stmt *statement;
    int64_t number = -1;
    if (sqlite3_prepare_v2(connection, pragma, -1, &statement, NULL) != SQLITE_OK)
        return -1;
    if (sqlite3_step(statement) == SQLITE_ROW)
        number = sqlite3_column_int64(statement, 0);
    sqlite3_finalize(statement);
    return number;
}

static const char error_foreign[] = "this is a database of another program";

static bool say(char *error, size_t error_size, const char *text)
{
    snprintf(error, error_size, "%s", text);
    return false;
}

static bool execute(sqlite3 *connection, const char *statements, char *error, size_t error_size)
{
    if (sqlite3_exec(connection, statements, NULL, NULL, NULL) == SQLITE_OK)
        return true;
    return say(error, error_size, sqlite3_errmsg(connection));
}

/* Makes the schema, or brings an older one up to date; in a transaction. A newer one is left alone:
 * what it means is unknown. */
static bool upgrade(sqlite3 *connection, char *error, size_t error_size)
{
    int64_t application = pragma_number(connection, "PRAGMA application_id"),
            version = pragma_number(connection, "PRAGMA user_version"),
            things = pragma_number(connection, "SELECT count(*) FROM sqlite_schema");
    if (things < 0)
        return say(error, error_size, sqlite3_errmsg(connection));
    if (things > 0 && application != APPLICATION)
        return say(error, error_size, error_foreign);
    if (version < 0 || version > SCHEMA)
        return say(error, error_size, "this database was made by a newer version of Ludosaure");
    if (version == SCHEMA)
        return true;
    for (int64_t step = version; step < SCHEMA; step++)
        if (!execute(connection, schema[step], error, error_size))
            return false;
    char marks[100];
    snprintf(marks, sizeof marks, "PRAGMA application_id = %d; PRAGMA user_version = %d;",
             APPLICATION, (int)SCHEMA);
    return execute(connection, marks, error, error_size);
}

static bool prepare_file(sqlite3 *connection, char *error, size_t error_size)
{
    char settings[400];
    snprintf(settings, sizeof settings,
             "PRAGMA page_size = %d; PRAGMA journal_mode = WAL; PRAGMA synchronous = FULL;"
             "PRAGMA foreign_keys = ON; PRAGMA journal_size_limit = %d; PRAGMA cache_size = -%d;"
             "PRAGMA temp_store = MEMORY; BEGIN IMMEDIATE;",
             PAGE_BYTES, LOG_BYTES_KEPT, CACHE_KIB);
    if (!execute(connection, settings, error, error_size))
        return false;
    bool good = upgrade(connection, error, error_size);
    return execute(connection, good ? "COMMIT" : "ROLLBACK", error, good ? error_size : 0) && good;
}

/* Made here rather than by SQLite: nobody else may read it. */
static bool make_file(const char *path, char *error, size_t error_size)
{
    int file = open(path, O_RDWR | O_CREAT | O_CLOEXEC, S_IRUSR | S_IWUSR);
    if (file < 0)
        return say(error, error_size, strerror(errno));
    close(file);
    return true;
}

/* NULL and the reason, or a connection. */
static sqlite3 *connect(const char *path, char *error, size_t error_size)
{
    sqlite3 *connection;
    int code =
        sqlite3_open_v2(path, &connection, SQLITE_OPEN_READWRITE | SQLITE_OPEN_NOMUTEX, NULL);
    if (code != SQLITE_OK) {
        say(error, error_size, sqlite3_errstr(code));
        sqlite3_close(connection);
        return NULL;
    }
    sqlite3_busy_timeout(connection, BUSY_MS);
    return connection;
}

static bool open_carrier(struct sqlite_database *database, const char *path, char *error,
                         size_t error_size)
{
    sqlite3 *connection = connect(path, error, error_size);
    if (!connection || !execute(connection, "PRAGMA synchronous = FULL", error, error_size)) {
        sqlite3_close(connection);
        return false;
    }
    database->carrier = carrier_new(connection);
    return true;
}

static bool open_all(struct sqlite_database *database, const char *path, bool has_threads,
                     char *error, size_t error_size)
{
    if (!make_file(path, error, error_size))
        return false;
    database->connection = connect(path, error, error_size);
    if (!database->connection || !prepare_file(database->connection, error, error_size))
        return false;
    own_file_note(&database->file, path);
    sqlite3_wal_hook(database->connection, note_log, database);
    sqlite_heads_compare(database, NULL);
    heads_keep(&database->heads);
    if (database->failed)
        return say(error, error_size, sqlite3_errmsg(database->connection));
    return !has_threads || open_carrier(database, path, error, error_size);
}

static void close_database(struct database *interface)
{
    struct sqlite_database *database = (struct sqlite_database *)interface;
    for (int i = 0; i < SQL_STATEMENTS; i++)
        sqlite3_finalize(database->statements[i]);
    carrier_free(database->carrier);
    sqlite3_close(database->connection);
    heads_free(&database->heads);
    sqlite_statistics_forget(database);
    own_file_free(&database->file);
    free(database);
}

struct database *sqlite_open(const char *path, bool has_threads, char *error, size_t error_size)
{
    struct sqlite_database *database = memory_new(sizeof *database);
    database->interface = (struct database){.run = run, .tidy = tidy, .close = close_database};
    database->data_version = -1;
    if (open_all(database, path, has_threads, error, error_size))
        return &database->interface;
    close_database(&database->interface);
    return NULL;
}

/* A connection to a database that is there and ours, or NULL and the reason. */
static sqlite3 *connect_to_ours(const char *path, char *error, size_t error_size)
{
    sqlite3 *connection = connect(path, error, error_size);
    if (!connection)
        return NULL;
    int64_t application = pragma_number(connection, "PRAGMA application_id");
    if (application == APPLICATION)
        return connection;
    say(error, error_size, application < 0 ? sqlite3_errmsg(connection) : error_foreign);
    sqlite3_close(connection);
    return NULL;
}

/* Copies the database into the file, which is there and empty; on the disk when this returns. */
static bool copy_into(sqlite3 *connection, const char *to, int file, char *error, size_t error_size)
{
    sqlite3_stmt *statement = NULL;
    sqlite3_prepare_v2(connection, "VACUUM INTO ?", -1, &statement, NULL);
    sqlite3_bind_text(statement, 1, to, -1, SQLITE_STATIC);
    bool good = sqlite3_step(statement) == SQLITE_DONE ||
                say(error, error_size, sqlite3_errmsg(connection));
    sqlite3_finalize(statement);
    return good && (fsync(file) == 0 || say(error, error_size, strerror(errno)));
}

bool sqlite_backup(const char *path, const char *to, char *error, size_t error_size)
{
    int file = open(to, O_RDWR | O_CREAT | O_EXCL | O_CLOEXEC, S_IRUSR | S_IWUSR);
    if (file < 0)
        return say(error, error_size, strerror(errno));
    sqlite3 *connection = connect_to_ours(path, error, error_size);
    bool good = connection && copy_into(connection, to, file, error, error_size);
    sqlite3_close(connection);
    close(file);
    if (!good)
        unlink(to);
    return good;
}

/* The first row of a query tells what is wrong; none: nothing. */
static bool find_nothing(sqlite3 *connection, const char *query, char *error, size_t error_size)
{
    sqlite3_stmt *statement = NULL;
    sqlite3_prepare_v2(connection, query, -1, &statement, NULL);
    int code = sqlite3_step(statement);
    bool good = code == SQLITE_DONE ||
                say(error, error_size,
                    code == SQLITE_ROW ? (const char *)sqlite3_column_text(statement, 0)
                                       : sqlite3_errmsg(connection));
    sqlite3_finalize(statement);
    return good;
}

bool sqlite_check(const char *path, char *error, size_t error_size)
{
    static const char damage[] =
        "SELECT integrity_check FROM pragma_integrity_check(1) WHERE integrity_check <> 'ok'";
    static const char nothing[] =
        "SELECT 'a row of ' || \"table\" || ' refers to nothing' FROM pragma_foreign_key_check";
    static const char gaps[] =
        "SELECT 'table ' || id || ' lacks entries' FROM tables WHERE"
        " (SELECT count(*) = 0 OR count(*) <> max(number) + 1 OR min(number) <> 0"
        "  FROM entries WHERE table_key = key)";
    static const char strays[] = "SELECT 'there are entries of no table' FROM entries"
                                 " WHERE table_key NOT IN (SELECT key FROM tables)";
    static const char *const queries[] = {damage, nothing, gaps, strays};
    sqlite3 *connection = connect_to_ours(path, error, error_size);
    bool good = connection != NULL;
    for (size_t i = 0; i < sizeof queries / sizeof *queries && good; i++)
        good = find_nothing(connection, queries[i], error, error_size);
    sqlite3_close(connection);
    return good;
}
