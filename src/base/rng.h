/* Two sources of chance, and no other in the program.
 *
 * struct deal   the match's own stream: every shuffle of the rules comes from it, and it comes
 *               from the seed alone. ChaCha with 8 rounds, so that nobody can compute the next
 *               shuffle from the cards already seen. It lives in the state of a game that
 *               shuffles again after the start.
 * struct rng    for players, tests and simulation: xoshiro256**, small and fast, not secret.
 *
 * Both give the same numbers on every machine. */
#ifndef BASE_RNG_H
#define BASE_RNG_H

#include <stddef.h>
#include <stdint.h>

struct deal {
    uint32_t key[8];
    uint64_t block; /* blocks of the key's stream used so far */
};

/* All of `seed`, any bytes, decides the stream. */
void deal_start(struct deal *deal, const char *seed, size_t length);

/* Every order of the `count` items, at most 256, is equally likely. */
void deal_shuffle(struct deal *deal, uint8_t *items, size_t count);

struct rng {
    uint64_t word[4];
};

void rng_start(struct rng *rng, uint64_t seed);
uint64_t rng_next(struct rng *rng);
void rng_shuffle(struct rng *rng, uint8_t *items, size_t count);

/* A number from 0 to limit - 1, all equally likely; limit from 1 to 2^31. */
static inline uint32_t rng_below(struct rng *rng, uint32_t limit)
{
    /* Multiply and shift; the few low products that would favour some results are drawn again. */
    uint64_t product = (rng_next(rng) >> 32) * limit;
    if ((uint32_t)product < limit) {
        uint32_t unfair = (uint32_t)-limit % limit;
        while ((uint32_t)product < unfair)
            product = (rng_next(rng) >> 32) * limit;
    }
    return (uint32_t)(product >> 32);
}

#endif
