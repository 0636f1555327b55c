/* What the files of the SQLite store share.
 *
 *     sqlite.c             opening, the schema, transactions, checkpoints, copies
 *     sqlite_jobs.c        what each job means
 *     carrier.c            the log, over to the database
 *     own_file.c           whether the file is still there
 *     sqlite_statistics.c  what all finished games say together
 */
#ifndef STORE_SQLITE_H
#define STORE_SQLITE_H

#include "store/carrier.h"
#include "store/database.h"
#include "store/heads.h"
#include "store/own_file.h"

#include <sqlite3.h>

enum sqlite_statement {
    SQL_BEGIN,
    SQL_BEGIN_READING,
    SQL_COMMIT,
    SQL_DATA_VERSION,
    SQL_PERSON_NEW,
    SQL_PERSON_REMOVE,
    SQL_PERSON_RENAME,
    SQL_PERSON_FIND,
    SQL_SESSION_NEW,
    SQL_SESSION_FIND,
    SQL_SESSION_END,
    SQL_ACCOUNT_NEW,
    SQL_ACCOUNT_FIND,
    SQL_PASSWORD_SET,
    SQL_SESSIONS_END_OTHERS,
    SQL_TABLE_NEW,
    SQL_TABLE_KEY,
    SQL_TABLE_INVITE,
    SQL_TABLE_FIND,
    SQL_TABLE_CLOSE,
    SQL_TABLES_OPEN,
    SQL_TABLES_ENDED,
    SQL_TABLES_HEADS,
    SQL_ENTRY_NEW,
    SQL_ENTRY_LAST,
    SQL_ENTRIES,
    SQL_RECORD_NEW,
    SQL_RECORD_SEAT_NEW,
    SQL_RECORD_GET,
    SQL_RECORD_SEATS,
    SQL_RECORDS,
    SQL_RECORDS_GAME,
    SQL_RECORDS_PERSON,
    SQL_STATISTICS_GAMES,
    SQL_STATISTICS_LEVELS,
    SQL_STATISTICS_LAST,
    SQL_PROBE,
    SQL_STATEMENTS
};

struct statistics_sums; /* what the games counted so far say */

struct sqlite_database {
    struct database interface; /* must be the first member */
    sqlite3 *connection;
    struct own_file file;
    sqlite3_stmt *statements[SQL_STATEMENTS];
    bool failed; /* something of this transaction went wrong: all of it is taken back */
    int code;    /* of SQLite, if it failed: why */
    struct heads heads;
    int64_t data_version; /* when the heads were last compared; -1: never */
    uint64_t scan;
    int wal_pages;           /* of the log, as of the latest commit */
    struct carrier *carrier; /* NULL: no threads */
    struct statistics_sums *sums;
};

/* A statement with its values: t text, o text that is NULL if it is empty, i int64_t, d double,
 * h hash that is NULL if it is all zero. */
sqlite3_stmt *sqlite_ask(struct sqlite_database *database, enum sqlite_statement which,
                         const char *types, ...);

/* The next row; false after the last one, or if it failed. */
bool sqlite_row(struct sqlite_database *database, sqlite3_stmt *statement);

/* What went wrong last, for database->failed. */
void sqlite_failed(struct sqlite_database *database, int code);

/* Only the first row matters: after this one. */
void sqlite_end(sqlite3_stmt *statement);

/* Does it, and says how many rows it changed. */
int sqlite_change(struct sqlite_database *database, sqlite3_stmt *statement);

/* One statement that gives one number; `standard` if it gives none. */
int64_t sqlite_number(struct sqlite_database *database, sqlite3_stmt *statement, int64_t standard);

void sqlite_job(struct sqlite_database *database, struct store_job *job);

/* Compares the heads with what is there, and remembers what is new. With a job: lists in it the
 * tables that have entries which this store has neither written nor read. */
void sqlite_heads_compare(struct sqlite_database *database, struct store_job *job);

void sqlite_statistics(struct sqlite_database *database, struct store_job *job);
/* Forgets what was counted, since some of it may never have happened. */
void sqlite_statistics_forget(struct sqlite_database *database);

/* NULL if the file cannot be opened or made; `error` says why. With `has_threads` checkpoints run on
 * a thread of their own. */
struct database *sqlite_open(const char *path, bool has_threads, char *error, size_t error_size);

/* See store/open.h. */
bool sqlite_backup(const char *path, const char *to, char *error, size_t error_size);
bool sqlite_check(const char *path, char *error, size_t error_size);

#endif
