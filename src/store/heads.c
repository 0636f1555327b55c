/* Open tables in a hash table with open addressing. Tables that are closed stay in it until it
 * grows: then they are left behind. */
#include "store/heads.h"

#include "base/check.h"

#include <stdlib.h>
#include <string.h>

/* The place of the id, or the free place where it would be. */
static struct head *slot_of(const struct heads *heads, const char *id)
{
    uint64_t hash = 14695981039346656037u; /* FNV-1a; ids are random already */
    for (const char *c = id; *c; c++)
        hash = (hash ^ (unsigned char)*c) * 1099511628211u;
    size_t mask = heads->slot_count - 1, at = (size_t)(hash ^ hash >> 32) & mask;
    while (heads->slots[at].id[0] && strcmp(heads->slots[at].id, id) != 0)
        at = (at + 1) & mask;
    return &heads->slots[at];
}

void heads_free(struct heads *heads)
{
    free(heads->slots);
    free(heads->undo);
    *heads = (struct heads){0};
}

struct head *heads_find(const struct heads *heads, const char *id)
{
    if (!heads->slot_count)
        return NULL;
    struct head *head = slot_of(heads, id);
    return head->id[0] && head->is_open ? head : NULL;
}

static void grow(struct heads *heads)
{
    size_t open = 0;
    for (size_t i = 0; i < heads->slot_count; i++)
        open += heads->slots[i].id[0] && heads->slots[i].is_open;
    struct heads larger = {.slot_count = 64};
    while (larger.slot_count < 4 * open)
        larger.slot_count *= 2;
    larger.slots = calloc(larger.slot_count, sizeof *larger.slots);
    CHECK(larger.slots);
    for (size_t i = 0; i < heads->slot_count; i++)
        if (heads->slots[i].id[0] && heads->slots[i].is_open) {
            *slot_of(&larger, heads->slots[i].id) = heads->slots[i];
            larger.used++;
        }
    free(heads->slots);
    heads->slots = larger.slots;
    heads->slot_count = larger.slot_count;
    heads->used = larger.used;
}

/* The place where the id is from now on. */
static struct head *make_slot(struct heads *heads, const char *id)
{
    struct head *slot = heads->slot_count ? slot_of(heads, id) : NULL;
    if (slot && slot->id[0])
        return slot;
    if (2 * (heads->used + 1) > heads->slot_count) {
        grow(heads);
        slot = slot_of(heads, id);
    }
    heads->used++;
    memcpy(slot->id, id, sizeof slot->id);
    slot->is_open = false;
    return slot;
}

void heads_put(struct heads *heads, const struct head *head)
{
    struct head changed = *head; /* it may be one of those that move */
    struct head *slot = make_slot(heads, changed.id);
    if (heads->undo_count == heads->undo_capacity) {
        heads->undo_capacity = heads->undo_capacity ? 2 * heads->undo_capacity : 64;
        heads->undo = realloc(heads->undo, heads->undo_capacity * sizeof *heads->undo);
        CHECK(heads->undo);
    }
    heads->undo[heads->undo_count++] = *slot;
    *slot = changed;
}

void heads_keep(struct heads *heads)
{
    heads->undo_count = 0;
}

void heads_restore(struct heads *heads)
{
    while (heads->undo_count) {
        struct head before = heads->undo[--heads->undo_count];
        *make_slot(heads, before.id) = before;
    }
}
