/* Small replacements of large functions in libraries: BLAKE2b, what else libsodium needs, numbers for
 * jansson, strerror.
 *
 * Chapters: BLAKE2b; Libsodium; numbers; messages of errors. */
#include "wasm/wasm.h"

#include "base/base.h"

#include <blake2.h>
#include <jansson_private.h>
#include <math.h>
#include <private/common.h>
#include <sodium.h>
#include <stdlib.h>
#include <strbuffer.h>
#include <string.h>

/* ---- BLAKE2b ---- */

/* The compression function of BLAKE2b (RFC 7693, 3.2), in a loop: libsodium's has twelve copies of a
 * round, which take 5 kB. */

static const uint64_t START[8] = {
    0x6a09e667f3bcc908, 0xbb67ae8584caa73b, 0x3c6ef372fe94f82b, 0xa54ff53a5f1d36f1,
    0x510e527fade682d1, 0x9b05688c2b3e6c1f, 0x1f83d9abfb41bd6b, 0x5be0cd19137e2179,
};

/* The order of the words of a message in each round; the last two are those of the first two. */
static const uint8_t ORDER[10][16] = {
    {0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15},
    {14, 10, 4, 8, 9, 15, 13, 6, 1, 12, 0, 2, 11, 7, 5, 3},
    {11, 8, 12, 0, 5, 2, 15, 13, 10, 14, 3, 6, 7, 1, 9, 4},
    {7, 9, 3, 1, 13, 12, 11, 14, 2, 6, 5, 10, 4, 0, 15, 8},
    {9, 0, 5, 7, 2, 4, 10, 15, 14, 1, 11, 12, 6, 8, 3, 13},
    {2, 12, 6, 10, 0, 11, 8, 3, 4, 13, 7, 5, 15, 14, 1, 9},
    {12, 5, 1, 15, 14, 13, 4, 10, 0, 7, 6, 3, 9, 2, 8, 11},
    {13, 11, 7, 14, 12, 1, 3, 9, 5, 0, 15, 4, 8, 6, 2, 10},
    {6, 15, 14, 9, 11, 3, 0, 8, 12, 2, 13, 7, 1, 4, 10, 5},
    {10, 2, 8, 4, 7, 6, 1, 5, 15, 11, 9, 14, 3, 12, 13, 0},
};

/* Mixes two words of the message into four words of `v`: a column, or from 4 on a diagonal. */
static void mix(uint64_t v[16], int which, uint64_t x, uint64_t y)
{
    int diagonal = which / 4, column = which % 4;
    uint64_t *a = &v[column], *b = &v[4 + (column + diagonal) % 4],
             *c = &v[8 + (column + 2 * diagonal) % 4], *d = &v[12 + (column + 3 * diagonal) % 4];
    *a += *b + x;
    *d = ROTR64(*d ^ *a, 32);
    *c += *d;
    *b = ROTR64(*b ^ *c, 24);
    *a += *b + y;
    *d = ROTR64(*d ^ *a, 16);
    *c += *d;
    *b = ROTR64(*b ^ *c, 63);
}

int blake2b_compress_ref(blake2b_state *state, const uint8_t block[BLAKE2B_BLOCKBYTES])
{
    uint64_t v[16];
    for (int i = 0; i < 8; i++) {
        v[i] = state->h[i];
        v[i + 8] = START[i];
    }
    v[12] ^= state->t[0];
    v[13] ^= state->t[1];
    v[14] ^= state->f[0];
    v[15] ^= state->f[1];
    for (int round = 0; round < 12; round++)
        for (int i = 0; i < 8; i++) {
            const uint8_t *order = &ORDER[round % 10][2 * i];
            mix(v, i, LOAD64_LE(block + 8 * order[0]), LOAD64_LE(block + 8 * order[1]));
        }
    for (int i = 0; i < 8; i++)
        state->h[i] ^= v[i] ^ v[i + 8];
    return 0;
}

/* ---- Libsodium ---- */

/* The parts of libsodium that depend on a system, for a browser: wiping memory and its start. */

int sodium_init(void)
{
    return 0;
}

void sodium_memzero(void *const memory, const size_t size)
{
    volatile unsigned char *bytes = memory;
    for (size_t i = 0; i < size; i++)
        bytes[i] = 0;
}

void sodium_misuse(void)
{
    __builtin_trap();
}

/* ---- Numbers ---- */

/* Real numbers in JSON, read and written by JavaScript: the C library needs 10 kB for that. Replaces
 * jansson's strconv.c. */

/* Nobody asks where the number ends. */
double strtod(const char *text, char **end)
{
    CHECK(!end);
    return import_number_read(text, strlen(text));
}

int jsonp_strtod(strbuffer_t *text, double *value)
{
    *value = import_number_read(text->value, text->length);
    return isinf(*value) ? -1 : 0;
}

/* Writes as many digits as it takes to read the same number again. */
int jsonp_dtostr(char *text, size_t capacity, double value, int precision)
{
    (void)precision;
    return import_number_write(value, text, capacity);
}

/* ---- Messages of errors ---- */

/* The C library has a table of error messages only because printf could be asked for one (%m).
 * Nobody asks. */

char *strerror(int error)
{
    static char nothing[] = "";
    (void)error;
    return nothing;
}
