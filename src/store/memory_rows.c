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

struct memory_person *memory_person_find(const struct memory *memory, const char *id)
{
    struct memory_person *person = memory->people;
    while (person && (person->is_removed || strcmp(person->person.id, id) != 0))
        person = person->next;
    return person;
}

bool memory_table_has(const struct memory_table *table, const char *person)
{
    const struct memory_table_person *at = *person ? table->people : NULL;
    while (at && strcmp(at->id, person) != 0)
        at = at->next;
    return at != NULL;
}

bool memory_hash_equals(const unsigned char *a, const unsigned char *b)
{
    static const unsigned char none[STORE_HASH_BYTES];
    return memcmp(a, b, STORE_HASH_BYTES) == 0 && memcmp(a, none, STORE_HASH_BYTES) != 0;
}
