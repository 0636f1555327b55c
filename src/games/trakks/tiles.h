/* Tiles and collections of them.
 *
 * A number tile is colour * 16 + value, with the colours yellow, red, blue, green and the values 1
 * to 14. Two tiles differ by exactly 1 if and only if they have the same colour and consecutive
 * values; tiles of equal value have the same low four bits. The value 15 is used by the two kinds
 * of action tile.
 *
 * There are two tiles of every kind (K1), so a collection is two bit masks over the kinds: those
 * with at least one tile, and those with two. Adding, removing and comparing whole racks take a few
 * instructions, and equal collections have equal bytes. */
#ifndef GAMES_TRAKKS_TILES_H
#define GAMES_TRAKKS_TILES_H

#include "base/bits.h"

#include <stdbool.h>
#include <stdint.h>

enum {
    TRAKKS_TILE_NONE = 0,
    TRAKKS_TILE_PLUS = 0x0f,
    TRAKKS_TILE_ARROW = 0x1f,
    TRAKKS_TILE_HIDDEN = 255, /* in a view: a tile that the viewer may not know */

    TRAKKS_TILE_VALUE = 0x0f,  /* mask of the value */
    TRAKKS_TILE_COLOUR = 0x10, /* the distance between colours */
    TRAKKS_TILE_COLOURS = 4,
    TRAKKS_TILE_VALUE_MAX = 14,
};

#define TRAKKS_TILES_NUMBERS UINT64_C(0x7ffe7ffe7ffe7ffe)
#define TRAKKS_TILES_ALL (TRAKKS_TILES_NUMBERS | bit(TRAKKS_TILE_PLUS) | bit(TRAKKS_TILE_ARROW))

struct trakks_tiles {
    uint64_t one, two; /* `two` is a subset of `one` */
};

static inline bool trakks_tile_is_number(int tile)
{
    return tile < 64 && bits_have(TRAKKS_TILES_NUMBERS, tile);
}

/* The kinds of the same value in other colours. */
static inline uint64_t trakks_tile_other_colours(int tile)
{
    uint64_t column = bit(0) | bit(TRAKKS_TILE_COLOUR) | bit(2 * TRAKKS_TILE_COLOUR) |
                      bit(3 * TRAKKS_TILE_COLOUR);
    return column << (tile & TRAKKS_TILE_VALUE) & ~bit(tile);
}

/* K10: whether a line can have these number tiles side by side. */
static inline bool trakks_tiles_may_touch(int a, int b)
{
    return a - b == 1 || b - a == 1 || bits_have(trakks_tile_other_colours(a), b);
}

static inline int trakks_tiles_count(struct trakks_tiles tiles)
{
    return bits_count(tiles.one) + bits_count(tiles.two);
}

static inline bool trakks_tiles_have(struct trakks_tiles tiles, int tile)
{
    return bits_have(tiles.one, tile);
}

/* There must be at most one of it. */
static inline void trakks_tiles_add(struct trakks_tiles *tiles, int tile)
{
    tiles->two |= tiles->one & bit(tile);
    tiles->one |= bit(tile);
}

/* There must be at least one of it. */
static inline void trakks_tiles_remove(struct trakks_tiles *tiles, int tile)
{
    tiles->one &= ~bit(tile) | tiles->two;
    tiles->two &= ~bit(tile);
}

/* Those that are no action tiles. */
static inline struct trakks_tiles trakks_tiles_numbers(struct trakks_tiles tiles)
{
    return (struct trakks_tiles){tiles.one & TRAKKS_TILES_NUMBERS,
                                 tiles.two & TRAKKS_TILES_NUMBERS};
}

/* Of each kind as many as in both together, but at most two. */
static inline struct trakks_tiles trakks_tiles_sum(struct trakks_tiles a, struct trakks_tiles b)
{
    return (struct trakks_tiles){a.one | b.one, a.two | b.two | (a.one & b.one)};
}

/* Whether both together have more than two of some kind. */
static inline bool trakks_tiles_exceed(struct trakks_tiles a, struct trakks_tiles b)
{
    return (a.two & b.one) | (a.one & b.two);
}

/* The tiles of `a` without those of `b`; tiles that are not in `a` are ignored. */
static inline struct trakks_tiles trakks_tiles_difference(struct trakks_tiles a,
                                                          struct trakks_tiles b)
{
    return (struct trakks_tiles){(a.one & ~b.one) | (a.two & ~b.two), a.two & ~b.one};
}

/* The tile with this index, from 0 to count - 1. */
static inline uint8_t trakks_tiles_nth(struct trakks_tiles tiles, int rank)
{
    int kinds = bits_count(tiles.one);
    return (uint8_t)(rank < kinds ? bits_nth(tiles.one, rank) : bits_nth(tiles.two, rank - kinds));
}

/* The number of tiles of one kind. */
static inline int trakks_tiles_copies(struct trakks_tiles tiles, int tile)
{
    return bits_have(tiles.one, tile) + bits_have(tiles.two, tile);
}

/* Removes a tile and returns it; there must be one. `while (tiles.one)
 * use(trakks_tiles_pop(&tiles));` visits them in ascending order, equal ones together. */
static inline uint8_t trakks_tiles_pop(struct trakks_tiles *tiles)
{
    uint8_t tile = (uint8_t)bits_first(tiles->one);
    trakks_tiles_remove(tiles, tile);
    return tile;
}

#endif
