/* The matches of a seed, by number: number n has the seed "SEED/n", and its random moves come from a stream
 * of that seed too. `ludosaure simulate` numbers matches in the same way. */
#ifndef LIBRARY_NUMBERED_H
#define LIBRARY_NUMBERED_H

#include "library/start.h"

enum { NUMBERED_SEED_MAX = 100, NUMBERED_NOBODY = -1 };

struct numbered {
    struct start start;
    char seed[NUMBERED_SEED_MAX + 1];
};

/* Reads the arguments; *threads 0 becomes the number of processors. False, and a fault, if one is wrong. */
bool numbered_read(struct numbered *numbered, const char *game, int seats, const char *options,
                   const char *seed, const char *folder, int *threads);

/* Deals match `number`, and starts its random numbers. */
void numbered_deal(const struct numbered *numbered, int64_t number, void *state, struct rng *rng);

/* The seat that moves next, at random if there are several; NUMBERED_NOBODY if there is none. */
int numbered_seat(uint32_t to_act, struct rng *rng);

#endif
