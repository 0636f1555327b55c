/* The SQLite database: opening, transactions.
 *
 * Chapters: running jobs; only one server uses the file; opening and closing. */
#include "store/sqlite/sqlite_internal.h"

#include "base/system/system.h"

#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

enum {
    PAGE_BYTES = 4096,       /* smaller pages cost more: the system writes this many bytes */
    CACHE_KIB = 4096,        /* the last pages of a thousand tables; older ones are rarely read */
    CHECKPOINT_PAGES = 8192, /* length of the WAL at which it is copied into the file */
    LOG_BYTES_KEPT = 64 << 20,
    FILE_GONE = SQLITE_READONLY_DBMOVED, /* SQLite's own check is not reliable */
};

struct sqlite_database {
    struct database interface; /* must be the first member */
    struct sqlite_connection connection;
    struct sqlite_file file;
    int log_pages;                            /* after the latest commit */
    struct sqlite_checkpointer *checkpointer; /* NULL without threads */
};

/* ---- Running jobs ---- */

enum store_outcome sqlite_probe(struct sqlite_connection *connection, struct store_job *job)
{
    (void)job;
    sqlite_change(connection, SQL_PROBE, "");
    return STORE_OK;
}

/* ---- Only one server uses the file ---- */

enum store_outcome sqlite_leases(struct sqlite_connection *connection, struct store_job *job)
{
    (void)connection;
    store_job_grant_leases(job);
    return STORE_OK;
}

enum store_outcome sqlite_leases_end(struct sqlite_connection *connection, struct store_job *job)
{
    (void)connection, (void)job;
    return STORE_OK;
}

enum store_outcome sqlite_tell(struct sqlite_connection *connection, struct store_job *job)
{
    (void)connection, (void)job;
    return STORE_OK;
}

static enum store_outcome run_job(struct sqlite_connection *connection, struct store_job *job)
{
    static enum store_outcome (*const functions[STORE_KINDS])(struct sqlite_connection *,
                                                              struct store_job *) = {
#define FUNCTION(kind, name, ...) [STORE_##kind] = sqlite_##name,
        STORE_EVERY_JOB(FUNCTION)
#undef FUNCTION
    };
    return functions[job->kind](connection, job);
}

static bool only_reads(const struct store_job *jobs)
{
    while (jobs && !store_job_letter(jobs->kind))
        jobs = jobs->next;
    return !jobs;
}

/* Ends the transaction if the failure has not, and forgets what was learnt in it. */
static void roll_back(struct sqlite_database *database)
{
    sqlite3 *handle = database->connection.handle;
    if (!sqlite3_get_autocommit(handle))
        sqlite3_exec(handle, "ROLLBACK", NULL, NULL, NULL);
    sqlite_tables_restore(&database->connection.tables);
    sqlite_statistics_forget(&database->connection);
}

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
    struct sqlite_connection *connection = &database->connection;
    bool reads = only_reads(jobs);
    connection->failed = false;
    sqlite_transact(connection, reads ? SQL_BEGIN_READING : SQL_BEGIN);
    for (struct store_job *job = jobs; job && !connection->failed; job = job->next)
        job->outcome = run_job(connection, job);
    bool is_done =
        !connection->failed && sqlite_transact(connection, reads ? SQL_END_READING : SQL_COMMIT);
    /* After the commit: an acknowledged change was in the right file then. */
    if (is_done && sqlite_file_is_same(&database->file)) {
        sqlite_tables_keep(&connection->tables);
        return;
    }
    if (is_done)
        sqlite_fail(connection, FILE_GONE);
    roll_back(database);
    for (struct store_job *job = jobs; job; job = job->next) {
        bool is_damaged = job->kind == STORE_TABLE_READ && is_damage(connection->code);
        job->outcome = is_damaged ? STORE_DAMAGED : STORE_FAILED;
        job->error = error_text(connection->code);
    }
}

/* If a job meets damaged data, each job runs in a transaction of its own, so that the others do not
 * fail with it. */
static void run(struct database *interface, struct store_job *jobs)
{
    struct sqlite_database *database = (struct sqlite_database *)interface;
    run_together(database, jobs);
    if (!database->connection.failed || !is_damage(database->connection.code) || !jobs->next)
        return;
    for (struct store_job *job = jobs; job; job = job->next) {
        struct store_job *next = job->next;
        job->next = NULL;
        store_job_forget_answer(job);
        run_together(database, job);
        job->next = next;
    }
}

static int note_log_pages(void *context, sqlite3 *handle, const char *name, int pages)
{
    (void)handle, (void)name;
    ((struct sqlite_database *)context)->log_pages = pages;
    return SQLITE_OK;
}

static void tidy(struct database *interface)
{
    struct sqlite_database *database = (struct sqlite_database *)interface;
    if (database->log_pages < CHECKPOINT_PAGES)
        return;
    if (database->checkpointer && !sqlite_checkpointer_poll(database->checkpointer))
        return;
    sqlite3_wal_checkpoint_v2(database->connection.handle, NULL, SQLITE_CHECKPOINT_PASSIVE, NULL,
                              NULL);
    database->log_pages = 0;
}

/* ---- Opening and closing ---- */

static bool prepare_file(sqlite3 *handle, char *error, size_t error_size)
{
    char settings[400];
    snprintf(settings, sizeof settings,
             "PRAGMA page_size = %d; PRAGMA journal_mode = WAL; PRAGMA synchronous = FULL;"
             "PRAGMA foreign_keys = ON; PRAGMA journal_size_limit = %d; PRAGMA cache_size = -%d;"
             "PRAGMA temp_store = MEMORY; BEGIN IMMEDIATE;",
             PAGE_BYTES, LOG_BYTES_KEPT, CACHE_KIB);
    if (!sqlite_execute(handle, settings, error, error_size))
        return false;
    if (sqlite_schema_upgrade(handle, error, error_size))
        return sqlite_execute(handle, "COMMIT", error, error_size);
    sqlite_execute(handle, "ROLLBACK", NULL, 0); /* keeps the first error */
    return false;
}

/* SQLite would create a file that everyone may read. */
static bool make_private_file(const char *path, char *error, size_t error_size)
{
    int file = open(path, O_RDWR | O_CREAT | O_CLOEXEC, S_IRUSR | S_IWUSR);
    if (file < 0)
        return sqlite_error(error, error_size, strerror(errno));
    close(file);
    return true;
}

static bool start_checkpointer(struct sqlite_database *database, const char *path, char *error,
                               size_t error_size)
{
    sqlite3 *handle = sqlite_connect(path, error, error_size);
    if (!handle || !sqlite_execute(handle, "PRAGMA synchronous = FULL", error, error_size)) {
        sqlite3_close(handle);
        return false;
    }
    database->checkpointer = sqlite_checkpointer_new(handle);
    return true;
}

static bool start(struct sqlite_database *database, const char *path, bool has_threads, char *error,
                  size_t error_size)
{
    if (!make_private_file(path, error, error_size))
        return false;
    sqlite3 *handle = sqlite_connect(path, error, error_size);
    database->connection.handle = handle;
    if (!handle || !prepare_file(handle, error, error_size))
        return false;
    sqlite_file_remember(&database->file, path);
    sqlite3_wal_hook(handle, note_log_pages, database);
    if (!sqlite_tables_start(&database->connection))
        return sqlite_error(error, error_size, error_text(database->connection.code));
    return !has_threads || start_checkpointer(database, path, error, error_size);
}

static void close_database(struct database *interface)
{
    struct sqlite_database *database = (struct sqlite_database *)interface;
    sqlite_checkpointer_free(database->checkpointer);
    sqlite_disconnect(&database->connection);
    open_tables_free(&database->connection.tables.open);
    sqlite_statistics_forget(&database->connection);
    sqlite_file_free(&database->file);
    free(database);
}

struct database *sqlite_open(const char *path, bool has_threads, char *error, size_t error_size)
{
    struct sqlite_database *database = alloc_new(sizeof *database);
    database->interface = (struct database){.run = run, .tidy = tidy, .close = close_database};
    if (start(database, path, has_threads, error, error_size))
        return &database->interface;
    close_database(&database->interface);
    return NULL;
}
