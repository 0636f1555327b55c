#include "store/sqlite_schema.h"

#include "store/sqlite_connect.h"

#include <stdio.h>

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
    /* The latest people of whom something has changed, for other processes with the same file. */
    "CREATE TABLE people_changes(key INTEGER PRIMARY KEY, person TEXT NOT NULL) STRICT;",
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
