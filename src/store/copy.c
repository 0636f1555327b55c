#include "store/copy.h"

#include "base/hash.h"
#include "store/copy_side.h"
#include "store/open.h"
#include "store/postgres_copy.h"
#include "store/sqlite_copy.h"

#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

const char *const copy_types[COPY_TABLE_COUNT] = {
    [COPY_PEOPLE] = "tttthii",         [COPY_SESSIONS] = "hti",     [COPY_TABLES] = "thhit",
    [COPY_TABLE_PEOPLE] = "tti",       [COPY_ENTRIES] = "tiiiiitt", [COPY_RECORDS] = "ttiiitiii",
    [COPY_RECORD_SEATS] = "titttidit",
};

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
    return store_is_file(location) ? sqlite_copy_open(location, writes, error, error_size)
                                   : postgres_copy_open(location, writes, error, error_size);
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
