#include "store/postgres_admin.h"

#include "store/postgres_connect.h"
#include "store/postgres_schema.h"

#include <stdio.h>

/* True if the query finds nothing. Its first row says what is wrong. */
static bool finds_nothing(PGconn *handle, const char *query, char *error, size_t error_size)
{
    PGresult *result = postgres_execute(handle, query, POSTGRES_LONG, error, error_size);
    bool good = result && PQntuples(result) == 0;
    if (result && !good)
        snprintf(error, error_size, "%s", PQgetvalue(result, 0, 0));
    PQclear(result);
    return good;
}

bool postgres_check(const char *url, char *error, size_t error_size)
{
    static const char gaps[] =
        "SELECT 'table ' || id || ' lacks entries' FROM tables LEFT JOIN"
        " (SELECT table_id, count(*) = max(number) + 1 AND min(number) = 0 AS is_whole"
        "  FROM entries GROUP BY table_id) e ON table_id = id WHERE is_whole IS NOT TRUE LIMIT 1";
    static const char strays[] = "SELECT 'there are entries of no table' FROM entries"
                                 " WHERE table_id NOT IN (SELECT id FROM tables) LIMIT 1";
    PGconn *handle = postgres_connect(url, error, error_size);
    bool good = handle && postgres_schema_is_known(handle, error, error_size) &&
                finds_nothing(handle, gaps, error, error_size) &&
                finds_nothing(handle, strays, error, error_size);
    PQfinish(handle);
    return good;
}
