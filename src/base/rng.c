/* Random numbers: ChaCha8 for deals, xoshiro256** for everything else. Then: softmax. */
#include "base/base.h"

#include <string.h>

/* ChaCha works on a square of four by four words: in each round the four columns do the same at once, and
 * then the four diagonals. So a row is a vector. */
typedef uint32_t row __attribute__((vector_size(16)));

static inline row rotate(row x, int by)
{
    return x << by | x >> (32 - by);
}

static inline void columns_mix(row *a, row *b, row *c, row *d)
{
    *a += *b, *d = rotate(*d ^ *a, 16);
    *c += *d, *b = rotate(*b ^ *c, 12);
    *a += *b, *d = rotate(*d ^ *a, 8);
    *c += *d, *b = rotate(*b ^ *c, 7);
}

/* One block of ChaCha8: 16 words from a key of 8 and the block's number. */
static void chacha_block(const uint32_t key[8], uint64_t number, uint32_t out[16])
{
    row start[4] = {{0x61707865, 0x3320646e, 0x79622d32, 0x6b206574}};
    memcpy(start + 1, key, 2 * sizeof(row));
    start[3] = (row){(uint32_t)number, (uint32_t)(number >> 32)};
    row a = start[0], b = start[1], c = start[2], d = start[3];
    for (int round = 0; round < 8; round += 2) {
        columns_mix(&a, &b, &c, &d);
        b = __builtin_shufflevector(b, b, 1, 2, 3, 0); /* diagonals become columns */
        c = __builtin_shufflevector(c, c, 2, 3, 0, 1);
        d = __builtin_shufflevector(d, d, 3, 0, 1, 2);
        columns_mix(&a, &b, &c, &d);
        b = __builtin_shufflevector(b, b, 3, 0, 1, 2);
        c = __builtin_shufflevector(c, c, 2, 3, 0, 1);
        d = __builtin_shufflevector(d, d, 1, 2, 3, 0);
    }
    row end[4] = {a + start[0], b + start[1], c + start[2], d + start[3]};
    memcpy(out, end, sizeof end);
}

void deal_start(struct deal *deal, const char *seed, size_t length)
{
    memset(deal, 0, sizeof *deal);
    /* 32 bytes of the seed at a time go into the key, and the block function mixes them; the
     * length in the block number tells "a" from "a\0". Bytes, not words: the order of bytes in a
     * word differs between machines. */
    for (size_t at = 0; at == 0 || at < length; at += 32) {
        for (size_t i = 0; i < 32 && at + i < length; i++)
            deal->key[i / 4] ^= (uint32_t)(unsigned char)seed[at + i] << (8 * (i % 4));
        uint32_t mixed[16];
        chacha_block(deal->key, ~(uint64_t)(length - at), mixed);
        memcpy(deal->key, mixed, sizeof deal->key);
    }
}

void deal_shuffle(struct deal *deal, uint8_t *items, size_t count)
{
    CHECK(count <= 256);
    uint32_t block[16];
    size_t used = 16;
    for (size_t left = count; left > 1; left--) {
        uint32_t limit = (uint32_t)left;
        uint64_t product;
        do { /* redraw the few low products that would favour some results */
            if (used == 16) {
                chacha_block(deal->key, deal->block++, block);
                used = 0;
            }
            product = (uint64_t)block[used++] * limit;
        } while ((uint32_t)product < limit && (uint32_t)product < (uint32_t)-limit % limit);
        size_t chosen = (size_t)(product >> 32);
        uint8_t swapped = items[left - 1];
        items[left - 1] = items[chosen];
        items[chosen] = swapped;
    }
}

void rng_start(struct rng *rng, uint64_t seed)
{
    for (int i = 0; i < 4; i++) { /* SplitMix64 spreads one word over four */
        uint64_t x = seed += UINT64_C(0x9e3779b97f4a7c15);
        x = (x ^ x >> 30) * UINT64_C(0xbf58476d1ce4e5b9);
        x = (x ^ x >> 27) * UINT64_C(0x94d049bb133111eb);
        rng->word[i] = x ^ x >> 31;
    }
}

uint64_t rng_product_fair(struct rng *rng, uint32_t limit, uint64_t product)
{
    uint32_t unfair = (uint32_t)-limit % limit;
    while ((uint32_t)product < unfair)
        product = (rng_next(rng) >> 32) * limit;
    return product;
}

void rng_shuffle(struct rng *rng, uint8_t *items, size_t count)
{
    for (size_t left = count; left > 1; left--) {
        size_t chosen = rng_below(rng, (uint32_t)left);
        uint8_t swapped = items[left - 1];
        items[left - 1] = items[chosen];
        items[chosen] = swapped;
    }
}

/* ---- Softmax ---- */

double softmax_exp(double x)
{
    if (x < -700)
        return 0;
    double part = x / 1024, power = 1;
    for (int i = 12; i > 0; i--)
        power = 1 + power * part / i;
    for (int i = 0; i < 10; i++)
        power *= power;
    return power;
}

/* How likely a value is, up to a common factor. */
static double weight(float value, float best, double softness)
{
    return softmax_exp(((double)value - (double)best) / softness);
}

int softmax_draw(const float values[], int count, double softness, struct rng *rng)
{
    float best = values[0];
    double sum = 0;
    for (int i = 1; i < count; i++)
        best = values[i] > best ? values[i] : best;
    for (int i = 0; i < count; i++)
        sum += weight(values[i], best, softness);
    double point = (double)(rng_next(rng) >> 11) / 9007199254740992.0 * sum; /* 2^53 */
    int drawn = 0;
    for (; drawn < count - 1; drawn++) {
        point -= weight(values[drawn], best, softness);
        if (point < 0)
            break;
    }
    return drawn;
}
