/* Numbered placings: the simple ones, which move no tile. They are a line from the rack as a new
 * group, across, and one tile added to a group at the first place where it fits, from top to bottom
 * and left to right. Numbers count from 0: rows, then sequences, then additions. */
#ifndef GAMES_TRAKKS_ENCODE_PLACE_H
#define GAMES_TRAKKS_ENCODE_PLACE_H

#include "games/trakks/state.h"

enum {
    /* By colour, lowest value and length: 12 of 1, 11 of 2, and so on. */
    TRAKKS_ENCODED_ROWS = TRAKKS_TILE_COLOURS * 78,
    /* By value and missing colour; the last has all four. */
    TRAKKS_ENCODED_SEQUENCES = TRAKKS_TILE_VALUE_MAX * (TRAKKS_TILE_COLOURS + 1),
    /* By group and tile. */
    TRAKKS_ENCODED_ADDITIONS = TRAKKS_GROUPS_MAX * TRAKKS_TILE_COLOURS * TRAKKS_TILE_VALUE_MAX,
};

/* Number tiles counted from 0: yellow 1 to 14, then red, blue and green. */
static inline int trakks_encoded_tile(uint8_t tile)
{
    return tile / TRAKKS_TILE_COLOUR * TRAKKS_TILE_VALUE_MAX + (tile & TRAKKS_TILE_VALUE) - 1;
}

static inline uint8_t trakks_decoded_tile(int number)
{
    return (uint8_t)(number / TRAKKS_TILE_VALUE_MAX * TRAKKS_TILE_COLOUR +
                     number % TRAKKS_TILE_VALUE_MAX + 1);
}

/* The placing with this number, which may be illegal. False: there is none now. */
bool trakks_place_decode(const struct trakks_state *s, int seat, int number,
                         struct trakks_place *place);
/* Sets the byte of every legal one to 1. */
void trakks_place_mask(const struct trakks_state *s, int seat, uint8_t *mask);

#endif
