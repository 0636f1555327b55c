/* Checked allocation. */
#include "base/memory.h"

#include "base/check.h"

#include <stdint.h>
#include <stdlib.h>
#include <string.h>

void *memory_new(size_t size)
{
    return memory_new_array(1, size);
}

void *memory_new_array(size_t count, size_t size)
{
    void *memory = calloc(count, size);
    CHECK(memory || !count || !size);
    return memory;
}

void *memory_new_raw(size_t count, size_t size)
{
    return memory_resize(NULL, count, size);
}

void *memory_resize(void *old, size_t count, size_t size)
{
    CHECK(!size || count <= SIZE_MAX / size);
    void *memory = realloc(old, count * size);
    CHECK(memory || !count || !size);
    return memory;
}

void *memory_copy(const void *bytes, size_t size)
{
    void *copy = memory_new_raw(size + 1, 1); /* of 0 bytes, malloc might return NULL */
    memcpy(copy, bytes, size);
    return copy;
}

char *memory_text(const char *text)
{
    char *copy = text ? strdup(text) : NULL;
    CHECK(copy || !text);
    return copy;
}
