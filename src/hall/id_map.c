/* Tables by id, and limits that fill again. */
#include "hall/inside.h"

#include "base/check.h"

#include <stdlib.h>
#include <string.h>

/* Ids come from entropy, so their first bytes spread well enough; a multiplication brings all eight
 * to bear. What was asked for may be shorter than an id, and is then just not found. */
static size_t home(const struct id_map *index, const char *id)
{
    uint64_t word = 0;
    memcpy(&word, id, strnlen(id, sizeof word));
    return (size_t)((word * UINT64_C(0x9E3779B97F4A7C15)) >> 32) & (index->table - 1);
}

/* Where the id is, or the free slot where it would be. */
static size_t slot_of(const struct id_map *index, const char *id)
{
    size_t slot = home(index, id);
    while (index->slots[slot] && strcmp(index->slots[slot], id) != 0)
        slot = (slot + 1) & (index->table - 1);
    return slot;
}

void *id_map_find(const struct id_map *index, const char *id)
{
    return index->table ? index->slots[slot_of(index, id)] : NULL;
}

static void grow(struct id_map *index)
{
    struct id_map larger = {.count = index->count, .table = index->table ? 2 * index->table : 64};
    larger.slots = calloc(larger.table, sizeof *larger.slots);
    CHECK(larger.slots);
    for (size_t i = 0; i < index->table; i++)
        if (index->slots[i])
            larger.slots[slot_of(&larger, index->slots[i])] = index->slots[i];
    free(index->slots);
    *index = larger;
}

void id_map_add(struct id_map *index, void *item)
{
    if (2 * index->count >= index->table)
        grow(index);
    size_t slot = slot_of(index, item);
    CHECK(!index->slots[slot]);
    index->slots[slot] = item;
    index->count++;
}

/* Those behind it move up, so that no search ends too early. */
void id_map_remove(struct id_map *index, const char *id)
{
    if (!index->table)
        return;
    size_t hole = slot_of(index, id), mask = index->table - 1;
    if (!index->slots[hole])
        return;
    index->count--;
    for (size_t at = (hole + 1) & mask; index->slots[at]; at = (at + 1) & mask) {
        size_t wanted = home(index, index->slots[at]);
        if (((at - wanted) & mask) < ((at - hole) & mask))
            continue; /* it would come to lie before its home */
        index->slots[hole] = index->slots[at];
        hole = at;
    }
    index->slots[hole] = NULL;
}

void id_map_free(struct id_map *index)
{
    free(index->slots);
    *index = (struct id_map){0};
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
