/* Tables by id, and limits that fill again. */
#include "hall/inside.h"

#include "base/check.h"

#include <stdlib.h>
#include <string.h>

/* Ids come from entropy, so their first bytes spread well enough; a multiplication brings all eight
 * to bear. What was asked for may be shorter than an id, and is then just not found. */
static size_t home(const struct id_map *map, const char *id)
{
    uint64_t word = 0;
    memcpy(&word, id, strnlen(id, sizeof word));
    return (size_t)((word * UINT64_C(0x9E3779B97F4A7C15)) >> 32) & (map->capacity - 1);
}

/* Where the id is, or the free slot where it would be. */
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
    larger.slots = calloc(larger.capacity, sizeof *larger.slots);
    CHECK(larger.slots);
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

/* Those behind it move up, so that no search ends too early. */
void id_map_remove(struct id_map *map, const char *id)
{
    if (!map->capacity)
        return;
    size_t hole = slot_of(map, id), mask = map->capacity - 1;
    if (!map->slots[hole])
        return;
    map->count--;
    for (size_t at = (hole + 1) & mask; map->slots[at]; at = (at + 1) & mask) {
        size_t wanted = home(map, map->slots[at]);
        if (((at - wanted) & mask) < ((at - hole) & mask))
            continue; /* it would come to lie before its home */
        map->slots[hole] = map->slots[at];
        hole = at;
    }
    map->slots[hole] = NULL;
}

void id_map_free(struct id_map *map)
{
    free(map->slots);
    *map = (struct id_map){0};
}

/* One taking costs a thousand; a millisecond brings per_minute / 60. */
bool bucket_has(struct bucket *bucket, int per_minute, int burst, int64_t now_ms)
{
    const int64_t full = (int64_t)burst * 1000;
    if (bucket->at_ms == 0) {
        bucket->at_ms = now_ms;
        bucket->level = full;
    }
    if (now_ms < bucket->at_ms) /* the clock was put back */
        bucket->at_ms = now_ms;
    int64_t elapsed_ms = now_ms - bucket->at_ms;
    if (elapsed_ms > 60 * 1000)
        elapsed_ms = 60 * 1000;
    int64_t gained = elapsed_ms * per_minute / 60;
    /* Time too short to bring anything stays on the account. */
    if (gained > 0) {
        bucket->level += gained;
        bucket->at_ms = now_ms;
    }
    if (bucket->level > full)
        bucket->level = full;
    return bucket->level >= 1000;
}

bool bucket_take(struct bucket *bucket, int per_minute, int burst, int64_t now_ms)
{
    if (!bucket_has(bucket, per_minute, burst, now_ms))
        return false;
    bucket->level -= 1000;
    return true;
}

void bucket_give(struct bucket *bucket, int burst)
{
    if (bucket->level < (int64_t)burst * 1000)
        bucket->level += 1000;
}
