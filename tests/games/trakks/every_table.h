/* An exhaustive search over all tables of a few tiles, and random tiles for it. */
#ifndef TESTS_TRAKKS_EVERY_TABLE_H
#define TESTS_TRAKKS_EVERY_TABLE_H

#include "base/base.h"
#include "games/trakks/trakks.h"

enum {
    EVERY_TABLE_TILES = 10, /* at most */
    EVERY_TABLE_GROUPS = 3, /* likewise */
    EVERY_TABLE_NONE = 99,
};

/* The fewest tiles that a table leaves which has all required ones, or EVERY_TABLE_NONE. `complete`: there
 * were not too many tables to see all of them. */
int every_table_least(struct trakks_tiles all, struct trakks_tiles required, int groups_max,
                      bool *complete);

/* At least three tiles of a few colours and nearby values, so that many but not all of them fit. */
struct trakks_tiles every_table_tiles(struct rng *rng, int most);
/* About one in `one_in` of these tiles. */
struct trakks_tiles every_table_some(struct trakks_tiles tiles, struct rng *rng, uint32_t one_in);

#endif
