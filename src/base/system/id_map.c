/* Open addressing with linear probing. */
#include "base/system/system.h"

#include "base/base.h"

#include <stdint.h>
#include <stdlib.h>
#include <string.h>

static size_t home(const struct id_map *map, const char *id)
{
    uint64_t hash = hash_text(HASH_START, id);
    return (size_t)(hash ^ hash >> 32) & (map->capacity - 1);
}

/* The slot that holds the id, or the free slot where it would go. */
static size_t slot_of(const struct id_map *map, const char *id)
{
    size_t slot = home(map, id);
    while (map->slots[slot] && strcmp(map->slots[slot], id) != 0)
        slot = (slot + 1) & (map->capacity - 1);
    return slot;
}

void *id_map_find(const struct id_map *map, const char *id)
{
    return map->capacity ? map->slots[slot_of(map, id)] : NULL;
}

static void grow(struct id_map *map)
{
    struct id_map larger = {.count = map->count,
                            .capacity = map->capacity ? 2 * map->capacity : 64};
    larger.slots = alloc_array(larger.capacity, sizeof *larger.slots);
    for (size_t i = 0; i < map->capacity; i++)
        if (map->slots[i])
            larger.slots[slot_of(&larger, map->slots[i])] = map->slots[i];
    free(map->slots);
    *map = larger;
}

void id_map_add(struct id_map *map, void *item)
{
    if (2 * map->count >= map->capacity)
        grow(map);
    size_t slot = slot_of(map, item);
    CHECK(!map->slots[slot]);
    map->slots[slot] = item;
    map->count++;
}

/* Later items of the same run move up to fill the hole, so that no search stops too early. */
static void empty_slot(struct id_map *map, size_t hole)
{
    size_t mask = map->capacity - 1;
    map->count--;
    for (size_t at = (hole + 1) & mask; map->slots[at]; at = (at + 1) & mask) {
        size_t wanted = home(map, map->slots[at]);
        if (((at - wanted) & mask) < ((at - hole) & mask))
            continue; /* moving it would put it before its home */
        map->slots[hole] = map->slots[at];
        hole = at;
    }
    map->slots[hole] = NULL;
}

void id_map_remove(struct id_map *map, const char *id)
{
    if (!map->capacity)
        return;
    size_t slot = slot_of(map, id);
    if (map->slots[slot])
        empty_slot(map, slot);
}

/* An item that moves up lands in the slot just emptied, which is looked at again, or in a later one;
 * only at the end of the array may an item that was asked about move to a later slot. */
void id_map_remove_if(struct id_map *map, bool (*is_removed)(void *context, void *item),
                      void *context)
{
    for (size_t slot = 0; slot < map->capacity; slot++)
        while (map->slots[slot] && is_removed(context, map->slots[slot]))
            empty_slot(map, slot);
}

void *id_map_next(const struct id_map *map, size_t *at)
{
    while (*at < map->capacity) {
        void *item = map->slots[(*at)++];
        if (item)
            return item;
    }
    return NULL;
}

void id_map_free(struct id_map *map)
{
    free(map->slots);
    *map = (struct id_map){0};
}
