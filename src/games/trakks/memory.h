/* What a seat remembers about the other racks, and worlds that agree with it. */
#ifndef GAMES_TRAKKS_MEMORY_H
#define GAMES_TRAKKS_MEMORY_H

#include "games/trakks/state.h"

void trakks_observe(void *memory, int viewer, const struct doc *doc, const struct doc_node *event);
/* The known tiles in the racks of the others, in one of the worlds that agree with the memory of
 * `viewer`; `unseen` are all tiles that it cannot see now. */
void trakks_memory_world(const struct trakks_memory *memory, int seats, int viewer,
                         struct trakks_tiles unseen, struct rng *rng,
                         struct trakks_tiles held[TRAKKS_SEATS_MAX]);

#endif
