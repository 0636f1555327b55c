/* Open addressing with linear probing. Closed tables keep their slots until the table grows. */
#include "store/open_tables.h"

#include "base/hash.h"
#include "base/memory.h"

#include <stdlib.h>
#include <string.h>

/* The slot of this id, or the free slot where it belongs. */
static struct open_table *find_slot(const struct open_tables *tables, const char *id)
{
    uint64_t hash = hash_text(HASH_START, id);
    size_t mask = tables->slot_count - 1, at = (size_t)(hash ^ hash >> 32) & mask;
    while (tables->slots[at].id[0] && strcmp(tables->slots[at].id, id) != 0)
        at = (at + 1) & mask;
    return &tables->slots[at];
}

void open_tables_free(struct open_tables *tables)
{
    free(tables->slots);
    free(tables->undo);
    *tables = (struct open_tables){0};
}

struct open_table *open_tables_find(const struct open_tables *tables, const char *id)
{
    if (!tables->slot_count)
        return NULL;
    struct open_table *table = find_slot(tables, id);
    return table->id[0] && table->is_open ? table : NULL;
}

static void grow(struct open_tables *tables)
{
    size_t open = 0;
    for (size_t i = 0; i < tables->slot_count; i++)
        open += tables->slots[i].id[0] && tables->slots[i].is_open;
    struct open_tables larger = {.slot_count = 64};
    while (larger.slot_count < 4 * open)
        larger.slot_count *= 2;
    larger.slots = memory_new_array(larger.slot_count, sizeof *larger.slots);
    for (size_t i = 0; i < tables->slot_count; i++)
        if (tables->slots[i].id[0] && tables->slots[i].is_open) {
            *find_slot(&larger, tables->slots[i].id) = tables->slots[i];
            larger.used++;
        }
    free(tables->slots);
    tables->slots = larger.slots;
    tables->slot_count = larger.slot_count;
    tables->used = larger.used;
}

/* The slot of this id, which is taken for it if it had none. */
static struct open_table *make_slot(struct open_tables *tables, const char *id)
{
    struct open_table *slot = tables->slot_count ? find_slot(tables, id) : NULL;
    if (slot && slot->id[0])
        return slot;
    if (2 * (tables->used + 1) > tables->slot_count) {
        grow(tables);
        slot = find_slot(tables, id);
    }
    tables->used++;
    memcpy(slot->id, id, sizeof slot->id);
    slot->is_open = false;
    return slot;
}

void open_tables_put(struct open_tables *tables, const struct open_table *table)
{
    struct open_table changed = *table; /* `table` may point to a slot, and slots move */
    struct open_table *slot = make_slot(tables, changed.id);
    if (tables->undo_count == tables->undo_capacity) {
        tables->undo_capacity = tables->undo_capacity ? 2 * tables->undo_capacity : 64;
        tables->undo = memory_resize(tables->undo, tables->undo_capacity, sizeof *tables->undo);
    }
    tables->undo[tables->undo_count++] = *slot;
    *slot = changed;
}

void open_tables_keep(struct open_tables *tables)
{
    tables->undo_count = 0;
}

void open_tables_restore(struct open_tables *tables)
{
    while (tables->undo_count) {
        struct open_table before = tables->undo[--tables->undo_count];
        *make_slot(tables, before.id) = before;
    }
}
