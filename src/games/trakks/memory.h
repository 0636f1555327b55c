/* What a seat remembers about the other racks, and worlds that agree with it. */
#ifndef GAMES_TRAKKS_MEMORY_H
#define GAMES_TRAKKS_MEMORY_H

#include "games/trakks/state.h"

bool trakks_observe(void *memory, int viewer, const struct doc *doc, const struct doc_node *event);
/* What a viewer cannot see. */
struct trakks_unseen {
    struct trakks_tiles tiles;
    int racks[TRAKKS_SEATS_MAX]; /* how many of them are in each rack */
};

/* The known tiles in the racks of the others, in one of the worlds that agree with the memory of
 * `viewer`. False if there is none. */
bool trakks_memory_world(const struct trakks_memory *memory, int seats, int viewer,
                         const struct trakks_unseen *unseen, struct rng *rng,
                         struct trakks_tiles held[TRAKKS_SEATS_MAX]);

#endif
