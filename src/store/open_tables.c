#include "store/open_tables.h"

#include "base/alloc.h"

#include <stdlib.h>
#include <string.h>

struct open_tables_change {
    struct open_table before;
    bool was_open; /* false: only before.id counts */
};

void open_tables_free(struct open_tables *tables)
{
    size_t at = 0;
    for (struct open_table *table; (table = id_map_next(&tables->by_id, &at));)
        free(table);
    id_map_free(&tables->by_id);
    free(tables->changes);
    *tables = (struct open_tables){0};
}

const struct open_table *open_tables_find(const struct open_tables *tables, const char *id)
{
    return id_map_find(&tables->by_id, id);
}

static void set(struct open_tables *tables, const struct open_table *table)
{
    struct open_table *known = id_map_find(&tables->by_id, table->id);
    if (known) {
        *known = *table;
        return;
    }
    known = alloc_new(sizeof *known);
    *known = *table;
    id_map_add(&tables->by_id, known);
}

static void clear(struct open_tables *tables, const char *id)
{
    struct open_table *known = id_map_find(&tables->by_id, id);
    id_map_remove(&tables->by_id, id);
    free(known);
}

/* Remembers what is known of a table before it changes. */
static void note_change(struct open_tables *tables, const char *id)
{
    const struct open_table *known = id_map_find(&tables->by_id, id);
    if (tables->change_count == tables->change_capacity) {
        tables->change_capacity = tables->change_capacity ? 2 * tables->change_capacity : 64;
        tables->changes =
            alloc_resize(tables->changes, tables->change_capacity, sizeof *tables->changes);
    }
    struct open_tables_change *change = &tables->changes[tables->change_count++];
    *change = (struct open_tables_change){.was_open = known != NULL};
    if (known)
        change->before = *known;
    else
        memcpy(change->before.id, id, strnlen(id, STORE_ID_TEXT - 1));
}

void open_tables_put(struct open_tables *tables, const struct open_table *table)
{
    note_change(tables, table->id);
    set(tables, table);
}

void open_tables_remove(struct open_tables *tables, const char *id)
{
    note_change(tables, id);
    clear(tables, id);
}

struct removal {
    struct open_tables *tables;
    uint64_t scan;
    void (*removed)(void *context, const struct open_table *table);
    void *context;
};

static bool is_older(void *context, void *item)
{
    const struct removal *removal = context;
    struct open_table *table = item;
    if (table->scan == removal->scan)
        return false;
    removal->removed(removal->context, table);
    note_change(removal->tables, table->id);
    free(table);
    return true;
}

void open_tables_remove_older(struct open_tables *tables, uint64_t scan,
                              void (*removed)(void *context, const struct open_table *table),
                              void *context)
{
    struct removal removal = {tables, scan, removed, context};
    id_map_remove_if(&tables->by_id, is_older, &removal);
}

void open_tables_keep(struct open_tables *tables)
{
    tables->change_count = 0;
}

void open_tables_restore(struct open_tables *tables)
{
    while (tables->change_count) {
        const struct open_tables_change *change = &tables->changes[--tables->change_count];
        if (change->was_open)
            set(tables, &change->before);
        else
            clear(tables, change->before.id);
    }
}
