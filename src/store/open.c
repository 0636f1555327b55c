#include "store/open.h"

#include "store/queue.h"
#include "store/queue_thread.h"
#include "store/sqlite.h"
#include "store/sqlite_admin.h"

struct store *store_open(const char *location, void (*notify)(void *context), void *context,
                         char *error, size_t error_size)
{
    struct database *database = sqlite_open(location, notify != NULL, error, error_size);
    if (!database)
        return NULL;
    return store_new(notify ? queue_thread_new(database, notify, context) : queue_new(database));
}

bool store_backup(const char *location, const char *to, char *error, size_t error_size)
{
    return sqlite_backup(location, to, error, error_size);
}

bool store_check(const char *location, char *error, size_t error_size)
{
    return sqlite_check(location, error, error_size);
}
