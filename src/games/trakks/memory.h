/* What a seat remembers of the other racks, and worlds that agree with it. */
#ifndef GAMES_TRAKKS_MEMORY_H
#define GAMES_TRAKKS_MEMORY_H

#include "games/trakks/state.h"

void trakks_observe(void *memory, int viewer, const struct doc *doc, const struct doc_node *event);
/* Which tiles known from before are in the racks of the others, in one of the worlds that agree
 * with what `viewer` remembers; `unseen` are all the tiles out of its sight now. */
void trakks_memory_world(const struct trakks_memory *memory, int seats, int viewer,
                         struct trakks_tiles unseen, struct rng *rng,
                         struct trakks_tiles held[TRAKKS_SEATS_MAX]);

#endif
