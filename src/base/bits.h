/* Small sets as machine words. Hands, racks and seats are bit masks, so that copying, counting and
 * picking take a few instructions. */
#ifndef BASE_BITS_H
#define BASE_BITS_H

#include "base/check.h"

#include <stdbool.h>
#include <stdint.h>

static inline uint64_t bit(int index)
{
    return UINT64_C(1) << index;
}

static inline bool bits_have(uint64_t set, int index)
{
    return (set >> index) & 1;
}

static inline int bits_count(uint64_t set)
{
    return __builtin_popcountll(set);
}

/* The lowest member; the set must not be empty. */
static inline int bits_first(uint64_t set)
{
    return __builtin_ctzll(set);
}

/* Removes the lowest member and returns it: `while (set) use(bits_pop(&set));` */
static inline int bits_pop(uint64_t *set)
{
    int first = bits_first(*set);
    *set &= *set - 1;
    return first;
}

/* The member that has `rank` smaller ones; the set must have more than `rank` members. */
static inline int bits_nth(uint64_t set, int rank)
{
    while (rank-- > 0)
        set &= set - 1;
    return bits_first(set);
}

#endif
