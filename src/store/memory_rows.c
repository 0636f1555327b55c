#include "store/memory_rows.h"

#include "base/memory.h"

#include <stdlib.h>
#include <string.h>

void *memory_row_new(struct memory *memory, size_t size)
{
    void *row = memory_new(size);
    undo_call(&memory->undo, free, row);
    return row;
}

char *memory_row_text(struct memory *memory, const char *text)
{
    char *copy = memory_text(text);
    if (copy)
        undo_call(&memory->undo, free, copy);
    return copy;
}

bool memory_hash_equals(const unsigned char *a, const unsigned char *b)
{
    static const unsigned char none[STORE_HASH_BYTES];
    return memcmp(a, b, STORE_HASH_BYTES) == 0 && memcmp(a, none, STORE_HASH_BYTES) != 0;
}
