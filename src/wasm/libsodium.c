/* The parts of libsodium that depend on a system, for a browser: wiping memory, its start, and
 * passwords, of which there are none here. */
#include <sodium.h>

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

int crypto_pwhash_str(char out[crypto_pwhash_STRBYTES], const char *const password,
                      unsigned long long length, unsigned long long operations, size_t memory)
{
    (void)out, (void)password, (void)length, (void)operations, (void)memory;
    return -1;
}

int crypto_pwhash_str_verify(const char *hashed, const char *const password,
                             unsigned long long length)
{
    (void)hashed, (void)password, (void)length;
    return -1;
}
