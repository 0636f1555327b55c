/* Connections to SQLite files. Functions that fail put the reason into `error`.
 *
 * Then: files; the checkpointer; the schema. */
#include "store/sqlite/sqlite_internal.h"

#include "base/base.h"
#include "base/system/system.h"

#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { BUSY_MS = 5000 };

int64_t sqlite_ask(sqlite3 *handle, const char *query)
{
    sqlite3_stmt *statement;
    int64_t number = -1;
    if (sqlite3_prepare_v2(handle, query, -1, &statement, NULL) != SQLITE_OK)
        return -1;
    if (sqlite3_step(statement) == SQLITE_ROW)
        number = sqlite3_column_int64(statement, 0);
    sqlite3_finalize(statement);
    return number;
}

bool sqlite_error(char *error, size_t error_size, const char *reason)
{
    snprintf(error, error_size, "%s", reason);
    return false;
}

bool sqlite_execute(sqlite3 *handle, const char *statements, char *error, size_t error_size)
{
    if (sqlite3_exec(handle, statements, NULL, NULL, NULL) == SQLITE_OK)
        return true;
    return sqlite_error(error, error_size, sqlite3_errmsg(handle));
}

sqlite3 *sqlite_connect(const char *path, char *error, size_t error_size)
{
    sqlite3 *handle;
    int code = sqlite3_open_v2(path, &handle, SQLITE_OPEN_READWRITE | SQLITE_OPEN_NOMUTEX, NULL);
    if (code != SQLITE_OK) {
        sqlite_error(error, error_size, sqlite3_errstr(code));
        sqlite3_close(handle);
        return NULL;
    }
    sqlite3_busy_timeout(handle, BUSY_MS);
    return handle;
}

/* ---- Files ---- */

void sqlite_file_remember(struct sqlite_file *file, const char *path)
{
    static const char suffix[] = "-wal";
    size_t wal_size = strlen(path) + sizeof suffix;
    file->path = alloc_text(path);
    file->wal_path = alloc_new(wal_size);
    snprintf(file->wal_path, wal_size, "%s%s", path, suffix);
    struct stat now;
    if (stat(path, &now) == 0) {
        file->device = now.st_dev;
        file->inode = now.st_ino;
    }
}

/* The first connection that needs the WAL creates it; the last one that closes removes it. */
static bool wal_is_same(struct sqlite_file *file)
{
    struct stat now;
    if (stat(file->wal_path, &now) != 0)
        return !file->has_wal;
    if (!file->has_wal) {
        file->has_wal = true;
        file->wal_device = now.st_dev;
        file->wal_inode = now.st_ino;
    }
    return now.st_dev == file->wal_device && now.st_ino == file->wal_inode;
}

bool sqlite_file_is_same(struct sqlite_file *file)
{
    struct stat now;
    return stat(file->path, &now) == 0 && now.st_dev == file->device && now.st_ino == file->inode &&
           wal_is_same(file);
}

void sqlite_file_free(struct sqlite_file *file)
{
    free(file->path);
    free(file->wal_path);
}

/* ---- The checkpointer ---- */

struct sqlite_checkpointer {
    sqlite3 *connection;
    pthread_t thread;
    pthread_mutex_t lock; /* protects everything below */
    pthread_cond_t wake;
    enum { IDLE, RUNNING, FINISHED, STOPPING } state;
};

static void *run(void *argument)
{
    struct sqlite_checkpointer *checkpointer = argument;
    pthread_mutex_lock(&checkpointer->lock);
    while (checkpointer->state != STOPPING) {
        if (checkpointer->state != RUNNING) {
            pthread_cond_wait(&checkpointer->wake, &checkpointer->lock);
            continue;
        }
        pthread_mutex_unlock(&checkpointer->lock);
        /* Pages that cannot be copied now stay in the WAL, where they are safe. */
        sqlite3_wal_checkpoint_v2(checkpointer->connection, NULL, SQLITE_CHECKPOINT_PASSIVE, NULL,
                                  NULL);
        pthread_mutex_lock(&checkpointer->lock);
        if (checkpointer->state == RUNNING)
            checkpointer->state = FINISHED;
    }
    pthread_mutex_unlock(&checkpointer->lock);
    return NULL;
}

struct sqlite_checkpointer *sqlite_checkpointer_new(sqlite3 *connection)
{
    struct sqlite_checkpointer *checkpointer = alloc_new(sizeof *checkpointer);
    checkpointer->connection = connection;
    CHECK(pthread_mutex_init(&checkpointer->lock, NULL) == 0);
    CHECK(pthread_cond_init(&checkpointer->wake, NULL) == 0);
    CHECK(pthread_create(&checkpointer->thread, NULL, run, checkpointer) == 0);
    return checkpointer;
}

void sqlite_checkpointer_free(struct sqlite_checkpointer *checkpointer)
{
    if (!checkpointer)
        return;
    pthread_mutex_lock(&checkpointer->lock);
    checkpointer->state = STOPPING;
    pthread_mutex_unlock(&checkpointer->lock);
    pthread_cond_signal(&checkpointer->wake);
    pthread_join(checkpointer->thread, NULL);
    sqlite3_close(checkpointer->connection);
    pthread_cond_destroy(&checkpointer->wake);
    pthread_mutex_destroy(&checkpointer->lock);
    free(checkpointer);
}

bool sqlite_checkpointer_poll(struct sqlite_checkpointer *checkpointer)
{
    pthread_mutex_lock(&checkpointer->lock);
    bool finished = checkpointer->state == FINISHED, starts = checkpointer->state == IDLE;
    if (finished)
        checkpointer->state = IDLE;
    if (starts)
        checkpointer->state = RUNNING;
    pthread_mutex_unlock(&checkpointer->lock);
    if (starts)
        pthread_cond_signal(&checkpointer->wake);
    return finished;
}

/* ---- The schema ---- */

/* One step per version. Databases of every version exist, so a step never changes: a new schema is a
 * new step. Entries have no foreign key to their table: the key comes from there and tables are never
 * removed, so the check would only slow down every move. */
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
    /* Sessions and people are dated, from now on. `shared` numbers the records that everyone may
     * read in the order in which they became so; NULL: only the people of the table. The entries 0
     * (created) and of kind 1 (sat down) say who these are. */
    "ALTER TABLE sessions ADD COLUMN used_ms INTEGER NOT NULL DEFAULT 0;"
    "ALTER TABLE people ADD COLUMN seen_ms INTEGER NOT NULL DEFAULT 0;"
    "ALTER TABLE people ADD COLUMN recovery BLOB;"
    "ALTER TABLE tables ADD COLUMN host TEXT;"
    "ALTER TABLE records ADD COLUMN shared INTEGER;"
    "UPDATE sessions SET used_ms = unixepoch() * 1000;"
    "UPDATE people SET seen_ms = unixepoch() * 1000;"
    "CREATE TABLE table_people(person TEXT NOT NULL, table_key INTEGER NOT NULL,"
    "  number INTEGER NOT NULL, PRIMARY KEY(person, table_key, number)) STRICT, WITHOUT ROWID;"
    "UPDATE tables SET host = (SELECT json_extract(text, '$.host.id') FROM entries"
    "  WHERE table_key = tables.key AND number = 0 AND json_valid(text));"
    "INSERT INTO table_people SELECT host, key, 0 FROM tables WHERE host IN (SELECT id FROM "
    "people);"
    "INSERT INTO table_people SELECT json_extract(text, '$.person'), table_key, number FROM entries"
    "  WHERE kind = 1 AND json_valid(text)"
    "  AND json_extract(text, '$.person') IN (SELECT id FROM people);"
    "UPDATE records SET shared = key WHERE (SELECT json_extract(text, '$.public') FROM entries"
    "  WHERE table_key = records.table_key AND number = 0 AND json_valid(text));"
    "CREATE INDEX sessions_used ON sessions(used_ms);"
    "CREATE UNIQUE INDEX records_shared ON records(shared) WHERE shared IS NOT NULL;"
    "CREATE INDEX records_shared_latest ON records(ended_ms) WHERE shared IS NOT NULL;"
    "CREATE INDEX records_shared_of_game ON records(game, ended_ms) WHERE shared IS NOT NULL;",
    /* Older records are rated if there was one win in all, not each their own, and they do not start from a
     * moment of another match. */
    "ALTER TABLE people ADD COLUMN listed INTEGER NOT NULL DEFAULT 0;"
    "ALTER TABLE records ADD COLUMN rated INTEGER NOT NULL DEFAULT 0;"
    "ALTER TABLE record_seats ADD COLUMN part TEXT NOT NULL DEFAULT '';"
    "UPDATE records SET rated = 1 WHERE json_valid(record)"
    "  AND json_extract(record, '$.origin') IS NULL"
    "  AND (SELECT sum(won) FROM record_seats WHERE record_key = key) BETWEEN 0.99 AND 1.01;"
    "CREATE INDEX people_listed ON people(id) WHERE listed;",
    /* Statistics do not count matches that started from a moment of another match, a lesson or a puzzle. */
    "ALTER TABLE records ADD COLUMN continued INTEGER NOT NULL DEFAULT 0;"
    "UPDATE records SET continued = 1 WHERE json_valid(record)"
    "  AND json_extract(record, '$.origin') IS NOT NULL;",
    /* The people who changed last, for other processes with the same file. */
    "CREATE TABLE people_changes(key INTEGER PRIMARY KEY, person TEXT NOT NULL) STRICT;",
    /* The faces that people have chosen. */
    "ALTER TABLE people ADD COLUMN face INTEGER NOT NULL DEFAULT 0;",
    /* The addresses of public pages. */
    ("ALTER TABLE people ADD COLUMN page TEXT;"
     "CREATE UNIQUE INDEX people_page ON people(page) WHERE page IS NOT NULL;"),
    /* What the server keeps for people with an account, and of itself. */
    "CREATE TABLE notes(id TEXT NOT NULL PRIMARY KEY, text TEXT NOT NULL) STRICT, WITHOUT ROWID;",
    /* What people are to each other: enum store_relation_kind. */
    ("CREATE TABLE relations(person TEXT NOT NULL REFERENCES people(id) ON DELETE CASCADE,"
     "  other TEXT NOT NULL REFERENCES people(id) ON DELETE CASCADE, kind TEXT NOT NULL,"
     "  at_ms INTEGER NOT NULL, table_id TEXT NOT NULL,"
     "  PRIMARY KEY(person, other, kind)) STRICT, WITHOUT ROWID;"
     "CREATE INDEX relations_to ON relations(other, kind, at_ms);"),
    /* What people have reported of others: open, or closed by the operator. */
    ("CREATE TABLE reports(number INTEGER PRIMARY KEY,"
     "  person TEXT REFERENCES people(id) ON DELETE SET NULL,"
     "  other TEXT NOT NULL REFERENCES people(id) ON DELETE CASCADE,"
     "  at_ms INTEGER NOT NULL, text TEXT NOT NULL, closed_ms INTEGER) STRICT;"
     "CREATE INDEX reports_by ON reports(person, at_ms);"
     "CREATE INDEX reports_of ON reports(other);"
     "CREATE INDEX reports_open ON reports(at_ms) WHERE closed_ms IS NULL;"),
};
enum { VERSION = sizeof schema / sizeof *schema };

static const char foreign[] = "this is a database of another program";

bool sqlite_schema_is_known(sqlite3 *handle, char *error, size_t error_size)
{
    int64_t version = sqlite_ask(handle, "PRAGMA user_version");
    return (version >= 0 && version <= VERSION) ||
           sqlite_error(error, error_size,
                        "this database was made by a newer version of Ludosaure");
}

bool sqlite_schema_upgrade(sqlite3 *handle, char *error, size_t error_size)
{
    int64_t application = sqlite_ask(handle, "PRAGMA application_id"),
            version = sqlite_ask(handle, "PRAGMA user_version"),
            objects = sqlite_ask(handle, "SELECT count(*) FROM sqlite_schema");
    if (objects < 0)
        return sqlite_error(error, error_size, sqlite3_errmsg(handle));
    if (objects > 0 && application != SQLITE_SCHEMA_APPLICATION)
        return sqlite_error(error, error_size, foreign);
    if (!sqlite_schema_is_known(handle, error, error_size))
        return false;
    if (version == VERSION)
        return true;
    for (int64_t step = version; step < VERSION; step++)
        if (!sqlite_execute(handle, schema[step], error, error_size))
            return false;
    char marks[100];
    snprintf(marks, sizeof marks, "PRAGMA application_id = %d; PRAGMA user_version = %d;",
             SQLITE_SCHEMA_APPLICATION, (int)VERSION);
    return sqlite_execute(handle, marks, error, error_size);
}

bool sqlite_schema_is_ours(sqlite3 *handle, char *error, size_t error_size)
{
    int64_t application = sqlite_ask(handle, "PRAGMA application_id");
    return application == SQLITE_SCHEMA_APPLICATION ||
           sqlite_error(error, error_size, application < 0 ? sqlite3_errmsg(handle) : foreign);
}
