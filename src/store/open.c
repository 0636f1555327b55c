#include "store/open.h"

#include "store/postgres.h"
#include "store/postgres_admin.h"
#include "store/postgres_connect.h"
#include "store/queue.h"
#include "store/queue_thread.h"
#include "store/sqlite.h"
#include "store/sqlite_admin.h"

#include <stdio.h>
#include <string.h>

struct store *store_open(const char *location, void (*notify)(void *context), void *context,
                         char *error, size_t error_size)
{
    struct database *database = postgres_is_url(location)
                                    ? postgres_open(location, error, error_size)
                                    : sqlite_open(location, notify != NULL, error, error_size);
    if (!database)
        return NULL;
    return store_new(notify ? queue_thread_new(database, notify, context) : queue_new(database));
}

void store_set_patience(int64_t ms)
{
    postgres_patience_ms = ms;
}

bool store_is_file(const char *location)
{
    return !postgres_is_url(location);
}

/* Whether it begins like a URL: letters, and "://". */
static bool is_url(const char *location)
{
    size_t letters =
        strspn(location, "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789+");
    return letters > 0 && strncmp(location + letters, "://", 3) == 0;
}

bool store_is_unknown_url(const char *location)
{
    return is_url(location) && !postgres_is_url(location);
}

/* Parameters after the "?" may contain a password too. */
void store_location_text(char *text, size_t size, const char *location)
{
    snprintf(text, size, "%s", location);
    if (!is_url(location))
        return;
    text[strcspn(text, "?")] = '\0';
    char *person = strstr(text, "://") + 3, *host = strrchr(person, '@');
    char *password = memchr(person, ':', host ? (size_t)(host - person) : 0);
    if (password)
        memmove(password, host, strlen(host) + 1);
}

bool store_backup(const char *location, const char *to, struct store_copied *copied, char *error,
                  size_t error_size)
{
    if (!store_is_file(location)) {
        snprintf(error, error_size, "pg_dump is for copies of a PostgreSQL database");
        return false;
    }
    return sqlite_backup(location, to, copied, error, error_size);
}

bool store_check(const char *location, char *error, size_t error_size)
{
    return store_is_file(location) ? sqlite_check(location, error, error_size)
                                   : postgres_check(location, error, error_size);
}
