#include "server/wiping.h"

#include <jansson.h>
#include <malloc.h>
#include <sodium.h>
#include <stdlib.h>

/* Values made before wiping_start come here too, which does no harm. */
static void wipe_and_free(void *memory)
{
    if (memory)
        sodium_memzero(memory, malloc_usable_size(memory));
    free(memory);
}

void wiping_start(void)
{
    json_set_alloc_funcs(malloc, wipe_and_free);
}
