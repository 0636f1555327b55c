/* What the files of the SQLite database share. */
#ifndef STORE_SQLITE_SQLITE_INTERNAL_H
#define STORE_SQLITE_SQLITE_INTERNAL_H

#include "store/sqlite/sqlite.h"

#include "store/database/database.h"
#include "store/job/job.h"

#include <sqlite3.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <sys/stat.h>

/* ---- The checkpointer ---- */

/* Copies the write-ahead log (WAL) of a SQLite database into its file, so that the WAL does not grow
 * without limit. Moves must not wait for that: most of it happens on a thread with a connection of its
 * own, while moves are still appended to the WAL. The owner copies the few pages that they add
 * meanwhile, between two transactions; then the WAL starts over. */

struct sqlite_checkpointer;

/* Owns the connection. */
struct sqlite_checkpointer *sqlite_checkpointer_new(sqlite3 *connection);
/* NULL is allowed. */
void sqlite_checkpointer_free(struct sqlite_checkpointer *checkpointer);

/* Starts a checkpoint unless one is running. Returns true once after each that has finished: the
 * caller then copies the rest. */
bool sqlite_checkpointer_poll(struct sqlite_checkpointer *checkpointer);

/* ---- Connect ---- */

/* Connections to SQLite files. Functions that fail put the reason into `error`. */

/* Connects to a file that exists. NULL if it fails. */
sqlite3 *sqlite_connect(const char *path, char *error, size_t error_size);

/* Runs statements separated by semicolons. */
bool sqlite_execute(sqlite3 *handle, const char *statements, char *error, size_t error_size);

/* The number that a query returns; -1 if it fails. */
int64_t sqlite_ask(sqlite3 *handle, const char *query);

/* Sets the reason. Always false. */
bool sqlite_error(char *error, size_t error_size, const char *reason);

/* ---- Files ---- */

/* Detects that a database file was deleted or replaced while it was open. SQLite would keep writing
 * to the old file, where the data would be lost. */

struct sqlite_file {
    char *path, *wal_path; /* of the database and of its write-ahead log */
    dev_t device, wal_device;
    ino_t inode, wal_inode;
    bool has_wal; /* the WAL has been seen */
};

/* Remembers the file that is at `path` now. */
void sqlite_file_remember(struct sqlite_file *file, const char *path);
/* Whether the paths still lead to the same files. */
bool sqlite_file_is_same(struct sqlite_file *file);
void sqlite_file_free(struct sqlite_file *file);

/* ---- Query ---- */

/* Prepared statements of one SQLite connection. The first failure is remembered; after it, queries
 * give no rows and change nothing, so callers need not check each of them. */

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
    SQL_FORGET_NOTE,
    SQL_PURGE_LAST,
    SQL_PURGE_SESSIONS,
    SQL_PURGE_HOSTS,
    SQL_PURGE_TABLES,
    SQL_PURGE_PEOPLE,
    SQL_TABLE_NEW,
    SQL_TABLE_KEY,
    SQL_TABLE_INVITE,
    SQL_TABLE_FIND,
    SQL_TABLE_HOST,
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
    SQL_FACE_SET,
    SQL_PAGE_SET,
    SQL_PAGE_FIND,
    SQL_PAGE_OF,
    SQL_PEOPLE_FIND,
    SQL_PERSON_CHANGED,
    SQL_SESSION_CHANGED,
    SQL_CHANGES_TRIM,
    SQL_CHANGES,
    SQL_CHANGES_LAST,
    SQL_NOTE_GET,
    SQL_NOTE_SET,
    SQL_RELATION_ADD,
    SQL_RELATION_ADDED,
    SQL_RELATION_DROP,
    SQL_RELATIONS_OF,
    SQL_PERSON_SEEN,
    SQL_REPORT_ADD,
    SQL_REPORT_ADDED,
    SQL_REPORTS_OF,
    SQL_REPORT_CLOSE,
    SQL_PROBE,
    SQL_STATEMENTS
};

/* What is known of the tables (tables.c). A move is one insertion into `entries`: for each table played
 * at, each transaction writes one page to the WAL, with one sync for all of them. */
struct sqlite_tables {
    struct open_tables open;
    int64_t people_key, people_key_read; /* of the latest change of people that was reported; and in
                                          * this transaction */
    int64_t data_version; /* of the database at the latest scan for changes; -1: must scan */
    uint64_t scan;        /* counts scans */
};

/* The sums over the records of a game (records.c). */
struct sqlite_game_sums;

struct sqlite_connection {
    sqlite3 *handle;
    sqlite3_stmt *statements[SQL_STATEMENTS]; /* NULL until used */
    bool failed;                              /* in this transaction */
    int code;                                 /* SQLite's code for the failure */
    struct sqlite_tables tables;
    struct sqlite_game_sums *statistics; /* a list */
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

/* ---- Jobs ---- */

/* One function for each kind, sqlite_NAME. It returns the outcome; see job.h. */
#define SQLITE_JOB(kind, name, ...) \
    enum store_outcome sqlite_##name(struct sqlite_connection *connection, struct store_job *job);
STORE_EVERY_JOB(SQLITE_JOB)
#undef SQLITE_JOB

/* ---- Records ---- */

/* SQLite: finished matches. */

/* Adds the record of a table, unless it has one. */
void sqlite_record_add(struct sqlite_connection *connection, int64_t table_key,
                       const struct store_record *record);

/* ---- The schema ---- */

/* The tables and indexes of a SQLite database, and how older databases become current ones. */

/* Marks a file as a database of this program: "Ludo". */
#define SQLITE_SCHEMA_APPLICATION 1282761839

/* Creates the schema in an empty file, or brings an older schema up to date. Call it inside a
 * transaction. False, with the reason, for databases of other programs and for newer schemas. */
bool sqlite_schema_upgrade(sqlite3 *handle, char *error, size_t error_size);

/* Whether the file is a database of this program; if not, `error` says so. */
bool sqlite_schema_is_ours(sqlite3 *handle, char *error, size_t error_size);
/* Whether this version of the program knows the schema; if not, `error` says so. */
bool sqlite_schema_is_known(sqlite3 *handle, char *error, size_t error_size);

/* ---- Statistics ---- */

/* Frees all sums. Call it when a transaction has failed, too: the sums may include its records. */
void sqlite_statistics_forget(struct sqlite_connection *connection);

/* ---- Tables ---- */

/* Reads which tables are open. False if it failed. */
bool sqlite_tables_start(struct sqlite_connection *connection);

/* Ends a transaction: keeps what was learnt in it, or forgets it. */
void sqlite_tables_keep(struct sqlite_tables *tables);
void sqlite_tables_restore(struct sqlite_tables *tables);

#endif
