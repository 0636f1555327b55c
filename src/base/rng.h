/* The two sources of random numbers in the program. Both give the same numbers on every machine.
 *
 * struct deal   the stream of a match: every shuffle that the rules ask for comes from it, and it
 *               depends on the seed alone. ChaCha with 8 rounds, so that nobody can predict the
 *               next shuffle from the cards already seen. A game that shuffles again after the
 *               start keeps it in its state.
 * struct rng    for players, tests and simulation: xoshiro256**, small and fast, not secret. */
#ifndef BASE_RNG_H
#define BASE_RNG_H

#include <stddef.h>
#include <stdint.h>

struct deal {
    uint32_t key[8];
    uint64_t block; /* blocks of the stream used so far */
};

/* The stream depends on every byte of `seed`, which may hold any bytes. */
void deal_start(struct deal *deal, const char *seed, size_t length);

/* Shuffles at most 256 items; every order is equally likely. */
void deal_shuffle(struct deal *deal, uint8_t *items, size_t count);

struct rng {
    uint64_t word[4];
};

void rng_start(struct rng *rng, uint64_t seed);
uint64_t rng_next(struct rng *rng);
void rng_shuffle(struct rng *rng, uint8_t *items, size_t count);

/* A number from 0 to limit - 1, all equally likely; `limit` is from 1 to 2^31. */
static inline uint32_t rng_below(struct rng *rng, uint32_t limit)
{
    /* Multiply and shift; the few low products that would favour some results are redrawn. */
    uint64_t product = (rng_next(rng) >> 32) * limit;
    if ((uint32_t)product < limit) {
        uint32_t unfair = (uint32_t)-limit % limit;
        while ((uint32_t)product < unfair)
            product = (rng_next(rng) >> 32) * limit;
    }
    return (uint32_t)(product >> 32);
}

#endif
