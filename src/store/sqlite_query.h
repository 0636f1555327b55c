/* Prepared statements of one SQLite connection. The first failure is remembered; after it, queries
 * give no rows and change nothing, so callers need not check each of them. */
#ifndef STORE_SQLITE_QUERY_H
#define STORE_SQLITE_QUERY_H

#include <sqlite3.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

enum sqlite_statement {
    SQL_BEGIN,
    SQL_BEGIN_READING,
    SQL_COMMIT,
    SQL_END_READING,
    SQL_DATA_VERSION,
    SQL_PERSON_NEW,
    SQL_PERSON_REMOVE,
    SQL_PERSON_RENAME,
    SQL_RENAME_ENTRIES,
    SQL_RENAME_SEATS,
    SQL_PERSON_FIND,
    SQL_SESSION_NEW,
    SQL_SESSION_FIND,
    SQL_SESSION_END,
    SQL_SESSION_USE,
    SQL_PERSON_USE,
    SQL_SESSIONS_EXPIRE,
    SQL_ACCOUNT_NEW,
    SQL_ACCOUNT_FIND,
    SQL_PASSWORD_SET,
    SQL_SESSIONS_END_OTHERS,
    SQL_RECOVERY_FIND,
    SQL_RECOVERY_USE,
    SQL_RECOVERY_SET,
    SQL_PERSON_CHECK,
    SQL_FORGET_TEXTS,
    SQL_FORGET_ENTRIES,
    SQL_FORGET_SEATS,
    SQL_FORGET_HOST,
    SQL_FORGET_TABLES,
    SQL_PURGE_LAST,
    SQL_PURGE_SESSIONS,
    SQL_PURGE_HOSTS,
    SQL_PURGE_TABLES,
    SQL_PURGE_PEOPLE,
    SQL_TABLE_NEW,
    SQL_TABLE_KEY,
    SQL_TABLE_INVITE,
    SQL_TABLE_FIND,
    SQL_TABLE_CLOSE,
    SQL_TABLE_PERSON,
    SQL_RECORD_PERSON,
    SQL_TABLES_OPEN,
    SQL_TABLES_ENDED,
    SQL_TABLES_KEYS,
    SQL_ENTRY_NEW,
    SQL_ENTRY_TIME,
    SQL_ENTRY_LAST,
    SQL_ENTRIES,
    SQL_RECORD_NEW,
    SQL_RECORD_SEAT_NEW,
    SQL_RECORD_GET,
    SQL_RECORD_SEATS,
    SQL_RECORDS,
    SQL_RECORDS_GAME,
    SQL_RECORDS_SHARED,
    SQL_RECORDS_SHARED_GAME,
    SQL_RECORDS_PERSON,
    SQL_RECORD_SHARE,
    SQL_STATISTICS_GAMES,
    SQL_STATISTICS_LEVELS,
    SQL_STATISTICS_SEATS,
    SQL_STATISTICS_PARTS,
    SQL_STATISTICS_LAST,
    SQL_RECORDS_RATED,
    SQL_LISTING_SET,
    SQL_LISTINGS,
    SQL_PEOPLE_FIND,
    SQL_PERSON_CHANGED,
    SQL_SESSION_CHANGED,
    SQL_CHANGES_TRIM,
    SQL_CHANGES,
    SQL_CHANGES_LAST,
    SQL_PROBE,
    SQL_STATEMENTS
};

struct sqlite_connection {
    sqlite3 *handle;
    sqlite3_stmt *statements[SQL_STATEMENTS]; /* NULL until used */
    bool failed;                              /* in this transaction */
    int code;                                 /* SQLite's code for the failure */
};

/* Finalises the statements and closes the handle, which may be NULL. */
void sqlite_disconnect(struct sqlite_connection *connection);

/* Binds values to a statement: t text, o optional text ("" means NULL), i int64_t, d double,
 * h hash (all zero means NULL). NULL if it failed, which the functions below accept. */
sqlite3_stmt *sqlite_query(struct sqlite_connection *connection, enum sqlite_statement which,
                           const char *types, ...);

/* Steps to the next row. False after the last one, or if it failed. */
bool sqlite_row(struct sqlite_connection *connection, sqlite3_stmt *statement);

/* Ends a query before its last row. */
void sqlite_end(sqlite3_stmt *statement);

/* Whether a query has a row. Ends it. */
bool sqlite_finds_row(struct sqlite_connection *connection, sqlite3_stmt *statement);

/* Runs a statement that changes rows, with values as above. Returns how many it changed. */
int sqlite_change(struct sqlite_connection *connection, enum sqlite_statement which,
                  const char *types, ...);

/* Runs a query for one number. Returns `fallback` if there is none. */
int64_t sqlite_number(struct sqlite_connection *connection, sqlite3_stmt *statement,
                      int64_t fallback);

/* Runs BEGIN or COMMIT; tries again while others lock the database. */
bool sqlite_transact(struct sqlite_connection *connection, enum sqlite_statement which);

/* Remembers a failure, unless there was one before. */
void sqlite_fail(struct sqlite_connection *connection, int code);

/* Copies a text column; "" for NULL. */
void sqlite_copy_text(char *to, size_t size, sqlite3_stmt *statement, int column);
/* Allocates a copy of a text column; NULL for NULL. */
char *sqlite_take_text(sqlite3_stmt *statement, int column);

#endif
