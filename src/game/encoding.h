/* Views as bytes and moves as numbers, for programs that learn. A part of the contract.
 *
 * An observation has the same number of bytes whatever the number of seats. It is made from a view
 * and nothing else, so it shows no more than the view does; it may show less, and docs/library.md says
 * for each game what it leaves out. Seats are relative: the viewer is the first, its left neighbour the
 * second. Actions are numbered from 0, and those that name a seat are relative in the same way.
 *
 * Most bytes are 0 or 1: a set has one byte for each possible member, a choice is a set of one. Counts
 * are numbers up to 255. */
#ifndef GAME_ENCODING_H
#define GAME_ENCODING_H

#include "base/bits.h"

#include <stddef.h>
#include <string.h>

struct move;

#if __BYTE_ORDER__ != __ORDER_LITTLE_ENDIAN__
#error "encode_set is written for little-endian machines"
#endif

/* A run of bytes in an observation, or of numbers of actions. */
struct encoding_part {
    const char *name;
    uint16_t size;
    bool each_seat; /* in an observation: there is one for every seat */
};

/* Where the next part of an observation goes. The bytes are zero beforehand. */
struct encoder {
    uint8_t *at;
};

struct game_encoding {
    /* Both end with a NULL name. In an observation the shared parts come first; then come all parts
     * of the first seat, of the second, and so on up to the game's largest number of seats. */
    const struct encoding_part *observation;
    const struct encoding_part *actions;

    /* Writes all parts of the observation. `viewer` is a seat or GAME_SPECTATOR, who is placed at
     * seat 0 and has nothing of its own. */
    void (*observe)(const void *view, int viewer, struct encoder *to);

    /* The number of a move; -1: it has none. Every move that `legal` lists has one. */
    int (*number)(const void *state, int seat, const struct move *move);
    /* The move with this number, in a buffer of move_size bytes; it may be illegal. False: the number
     * stands for no move now. */
    bool (*decode)(const void *state, int seat, int number, struct move *move);
    /* Adds the numbers of legal moves of an open kind to the mask. NULL: they have none. */
    void (*open_mask)(const void *state, int seat, uint8_t *mask);
};

static inline void encode_number(struct encoder *to, int number)
{
    CHECK(number >= 0 && number <= UINT8_MAX);
    *to->at++ = (uint8_t)number;
}

/* One of `count`; -1: none of them. */
static inline void encode_choice(struct encoder *to, int choice, int count)
{
    CHECK(choice >= -1 && choice < count);
    if (choice >= 0)
        to->at[choice] = 1;
    to->at += count;
}

static inline void encode_set(struct encoder *to, uint64_t set, int count)
{
    uint8_t *at = to->at;
    int i = 0;
    for (; i + 8 <= count; i += 8) {
        /* Eight bits become eight bytes: bit k alone in byte k, and then 1 for what is not 0. */
        uint64_t byte = (set >> i & 0xff) * UINT64_C(0x0101010101010101);
        uint64_t apart = (byte & UINT64_C(0x8040201008040201)) + UINT64_C(0x7f7f7f7f7f7f7f7f);
        uint64_t bytes = apart >> 7 & UINT64_C(0x0101010101010101);
        memcpy(at + i, &bytes, sizeof bytes);
    }
    for (; i < count; i++)
        at[i] = set >> i & 1;
    to->at += count;
}

/* Leaves a part zero. */
static inline void encode_nothing(struct encoder *to, int count)
{
    to->at += count;
}

/* The seat at a distance, clockwise, from where `viewer` sits, and the other way round. */
static inline int encoding_seat(int distance, int viewer, int seats)
{
    int seat = (viewer < 0 ? 0 : viewer) + distance;
    return seat >= seats ? seat - seats : seat;
}

static inline int encoding_distance(int seat, int viewer, int seats)
{
    int distance = seat - (viewer < 0 ? 0 : viewer);
    return distance < 0 ? distance + seats : distance;
}

#endif
