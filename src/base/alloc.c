/* Checked allocation. */
#include "base/alloc.h"

#include "base/check.h"

#include <stdint.h>
#include <stdlib.h>
#include <string.h>

void *alloc_new(size_t size)
{
    return alloc_array(1, size);
}

void *alloc_array(size_t count, size_t size)
{
    void *memory = calloc(count, size);
    CHECK(memory || !count || !size);
    return memory;
}

void *alloc_raw(size_t count, size_t size)
{
    return alloc_resize(NULL, count, size);
}

void *alloc_resize(void *old, size_t count, size_t size)
{
    CHECK(!size || count <= SIZE_MAX / size);
    void *memory = realloc(old, count * size);
    CHECK(memory || !count || !size);
    return memory;
}

void *alloc_copy(const void *bytes, size_t size)
{
    void *copy = alloc_raw(size + 1, 1); /* of 0 bytes, malloc might return NULL */
    memcpy(copy, bytes, size);
    return copy;
}

char *alloc_text(const char *text)
{
    char *copy = text ? strdup(text) : NULL;
    CHECK(copy || !text);
    return copy;
}
