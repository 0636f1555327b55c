/* Opening a store by the location of its database: the path of a SQLite file, or the URL of a
 * PostgreSQL database (postgresql://…); and copying one database to another. */
#include "store/store.h"

#include "base/base.h"
#include "store/database/database.h"
#include "store/postgres/copy/copy.h"
#include "store/postgres/postgres.h"
#include "store/sqlite/sqlite.h"

#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* The kinds of databases. The first one whose locations look like this is meant. */
static const struct kind {
    bool (*is_location)(const char *location); /* NULL: any other is the path of a file */
    struct database *(*open)(const char *location, bool has_threads, char *error,
                             size_t error_size);
    bool (*check)(const char *location, char *error, size_t error_size);
    struct copy_side *(*copy_open)(const char *location, bool writes, char *error,
                                   size_t error_size);
    /* NULL: `backup_with` says what to use instead */
    bool (*backup)(const char *location, const char *to, struct store_copied *copied, char *error,
                   size_t error_size);
    const char *backup_with;
} kinds[] = {
    {.is_location = postgres_is_url,
     .open = postgres_open,
     .check = postgres_check,
     .copy_open = postgres_copy_open,
     .backup_with = "use pg_dump to back up a PostgreSQL database"},
    {.open = sqlite_open,
     .check = sqlite_check,
     .copy_open = sqlite_copy_open,
     .backup = sqlite_backup},
};

static const struct kind *kind_of(const char *location)
{
    const struct kind *kind = kinds;
    while (kind->is_location && !kind->is_location(location))
        kind++;
    return kind;
}

struct store *store_open(const char *location, void (*notify)(void *context), void *context,
                         char *error, size_t error_size)
{
    struct database *database =
        kind_of(location)->open(location, notify != NULL, error, error_size);
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
    return !kind_of(location)->is_location;
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
    return is_url(location) && store_is_file(location);
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
    const struct kind *kind = kind_of(location);
    if (kind->backup)
        return kind->backup(location, to, copied, error, error_size);
    snprintf(error, error_size, "%s", kind->backup_with);
    return false;
}

bool store_check(const char *location, char *error, size_t error_size)
{
    return kind_of(location)->check(location, error, error_size);
}

/* ---- Copying ---- */

/* What the rows of a table add up to. */
struct sum {
    enum copy_table table;
    struct copy_side *to; /* where rows are written; NULL: nowhere */
    int64_t count;
    uint64_t hash;
};

static uint64_t hash_value(uint64_t hash, char type, const char *value)
{
    if (!value)
        return hash_bytes(hash, "", 1);
    char number[40];
    if (type == 'd') { /* databases write the same number in different ways */
        snprintf(number, sizeof number, "%.17g", strtod(value, NULL));
        value = number;
    }
    return hash_bytes(hash_bytes(hash, "=", 1), value, strlen(value) + 1);
}

static bool add_row(void *context, const char *const *values)
{
    struct sum *sum = context;
    const char *types = copy_types[sum->table];
    sum->count++;
    for (int i = 0; types[i]; i++)
        sum->hash = hash_value(sum->hash, types[i], values[i]);
    return !sum->to || sum->to->write(sum->to, sum->table, values);
}

static bool copy_table(struct copy_side *from, struct copy_side *to, enum copy_table table,
                       int64_t *count)
{
    struct sum read = {.table = table, .to = to, .hash = HASH_START};
    struct sum written = {.table = table, .hash = HASH_START};
    if (!to->write_begin(to, table) || !from->read(from, table, add_row, &read) ||
        !to->write_end(to) || !to->read(to, table, add_row, &written))
        return false;
    *count = written.count;
    if (read.count == written.count && read.hash == written.hash)
        return true;
    snprintf(to->error, sizeof to->error, "the copy is not equal");
    return false;
}

static bool is_row(void *context, const char *const *values)
{
    (void)values;
    *(bool *)context = true;
    return false;
}

/* People and tables: everything else belongs to them. */
static bool is_empty(struct copy_side *side)
{
    bool has_rows = false;
    side->read(side, COPY_PEOPLE, is_row, &has_rows);
    side->read(side, COPY_TABLES, is_row, &has_rows);
    if (has_rows)
        snprintf(side->error, sizeof side->error, "this database is not empty");
    return !has_rows && !side->error[0];
}

static bool copy_all(struct copy_side *from, struct copy_side *to, struct store_copied *copied)
{
    if (!is_empty(to))
        return false;
    int64_t counts[COPY_TABLE_COUNT];
    for (int table = 0; table < COPY_TABLE_COUNT; table++)
        if (!copy_table(from, to, (enum copy_table)table, &counts[table]))
            return false;
    *copied = (struct store_copied){.people = counts[COPY_PEOPLE],
                                    .tables = counts[COPY_TABLES],
                                    .entries = counts[COPY_ENTRIES],
                                    .records = counts[COPY_RECORDS]};
    return to->commit(to);
}

/* Opens one side, after bringing its schema up to date. */
static struct copy_side *open_side(const char *location, bool writes, char *error,
                                   size_t error_size)
{
    struct store *store = store_open(location, NULL, NULL, error, error_size);
    if (!store)
        return NULL;
    store_close(store);
    return kind_of(location)->copy_open(location, writes, error, error_size);
}

bool store_copy(const char *from, const char *to, struct store_copied *copied, char *error,
                size_t error_size)
{
    struct copy_side *source = open_side(from, false, error, error_size);
    struct copy_side *target = source ? open_side(to, true, error, error_size) : NULL;
    bool good = target && copy_all(source, target, copied);
    if (target && !good)
        snprintf(error, error_size, "%s", source->error[0] ? source->error : target->error);
    if (source)
        source->close(source);
    if (target)
        target->close(target);
    return good;
}
