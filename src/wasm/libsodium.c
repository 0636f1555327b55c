/* The parts of libsodium that depend on a system, for a browser: wiping memory and its start. */
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
