#include "store/sqlite_connect.h"

#include <stdio.h>

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
