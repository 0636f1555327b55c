#include "store/sqlite_admin.h"

#include "store/sqlite_connect.h"
#include "store/sqlite_schema.h"

#include <errno.h>
#include <fcntl.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

static sqlite3 *connect_to_ours(const char *path, char *error, size_t error_size)
{
    sqlite3 *handle = sqlite_connect(path, error, error_size);
    if (handle && sqlite_schema_is_ours(handle, error, error_size))
        return handle;
    sqlite3_close(handle);
    return NULL;
}

/* `to` is the path of `file`, which is new and empty. */
static bool copy_into(sqlite3 *handle, const char *to, int file, char *error, size_t error_size)
{
    sqlite3_stmt *statement = NULL;
    sqlite3_prepare_v2(handle, "VACUUM INTO ?", -1, &statement, NULL);
    sqlite3_bind_text(statement, 1, to, -1, SQLITE_STATIC);
    bool good = sqlite3_step(statement) == SQLITE_DONE ||
                sqlite_error(error, error_size, sqlite3_errmsg(handle));
    sqlite3_finalize(statement);
    return good && (fsync(file) == 0 || sqlite_error(error, error_size, strerror(errno)));
}

/* Counts what is in the copy. */
static bool count_rows(const char *path, struct store_copied *copied, char *error,
                       size_t error_size)
{
    sqlite3 *handle;
    sqlite3_open_v2(path, &handle, SQLITE_OPEN_READONLY | SQLITE_OPEN_NOMUTEX, NULL);
    *copied = (struct store_copied){.people = sqlite_ask(handle, "SELECT count(*) FROM people"),
                                    .tables = sqlite_ask(handle, "SELECT count(*) FROM tables"),
                                    .entries = sqlite_ask(handle, "SELECT count(*) FROM entries"),
                                    .records = sqlite_ask(handle, "SELECT count(*) FROM records")};
    bool good = (copied->people >= 0 && copied->tables >= 0 && copied->entries >= 0 &&
                 copied->records >= 0) ||
                sqlite_error(error, error_size, sqlite3_errmsg(handle));
    sqlite3_close(handle);
    return good;
}

bool sqlite_backup(const char *path, const char *to, struct store_copied *copied, char *error,
                   size_t error_size)
{
    int file = open(to, O_RDWR | O_CREAT | O_EXCL | O_CLOEXEC, S_IRUSR | S_IWUSR);
    if (file < 0)
        return sqlite_error(error, error_size, strerror(errno));
    sqlite3 *handle = connect_to_ours(path, error, error_size);
    bool good = handle && copy_into(handle, to, file, error, error_size) &&
                count_rows(to, copied, error, error_size);
    sqlite3_close(handle);
    close(file);
    if (!good)
        unlink(to);
    return good;
}

/* True if the query finds nothing. Its first row says what is wrong. */
static bool finds_nothing(sqlite3 *handle, const char *query, char *error, size_t error_size)
{
    sqlite3_stmt *statement = NULL;
    sqlite3_prepare_v2(handle, query, -1, &statement, NULL);
    int code = sqlite3_step(statement);
    bool good = code == SQLITE_DONE ||
                sqlite_error(error, error_size,
                             code == SQLITE_ROW ? (const char *)sqlite3_column_text(statement, 0)
                                                : sqlite3_errmsg(handle));
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
    sqlite3 *handle = connect_to_ours(path, error, error_size);
    bool good = handle && sqlite_schema_is_known(handle, error, error_size);
    for (size_t i = 0; i < sizeof queries / sizeof *queries && good; i++)
        good = finds_nothing(handle, queries[i], error, error_size);
    sqlite3_close(handle);
    return good;
}
