#include "store/journal_rows.h"

#include "base/alloc.h"

#include <stdlib.h>
#include <string.h>

void *journal_row_new(struct journal *journal, size_t size)
{
    void *row = alloc_new(size);
    undo_call(&journal->undo, free, row);
    return row;
}

char *journal_row_text(struct journal *journal, const char *text)
{
    char *copy = alloc_text(text);
    if (copy)
        undo_call(&journal->undo, free, copy);
    return copy;
}

struct journal_person *journal_person_find(const struct journal *journal, const char *id)
{
    struct journal_person *person = journal->people;
    while (person && (person->is_removed || strcmp(person->person.id, id) != 0))
        person = person->next;
    return person;
}

bool journal_table_has(const struct journal_table *table, const char *person)
{
    const struct journal_table_person *at = *person ? table->people : NULL;
    while (at && strcmp(at->id, person) != 0)
        at = at->next;
    return at != NULL;
}

bool journal_hash_equals(const unsigned char *a, const unsigned char *b)
{
    static const unsigned char none[STORE_HASH_BYTES];
    return memcmp(a, b, STORE_HASH_BYTES) == 0 && memcmp(a, none, STORE_HASH_BYTES) != 0;
}
