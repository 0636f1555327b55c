#include "hall/person_tables.h"

#include "base/alloc.h"
#include "base/check.h"

#include <stdlib.h>
#include <string.h>

struct indexed_person {
    char id[STORE_ID_TEXT]; /* first: for struct id_map */
    struct live_table **tables;
    int count, capacity;
};

static void add(struct person_tables *index, struct live_table *live, struct table_people *people,
                const char *id)
{
    for (int i = 0; i < people->count; i++)
        if (strcmp(people->id[i], id) == 0)
            return;
    strcpy(people->id[people->count++], id);
    struct indexed_person *person = id_map_find(&index->people, id);
    if (!person) {
        person = alloc_new(sizeof *person);
        strcpy(person->id, id);
        id_map_add(&index->people, person);
    }
    if (person->count == person->capacity) {
        person->capacity = person->capacity ? 2 * person->capacity : 2;
        person->tables =
            alloc_resize(person->tables, (size_t)person->capacity, sizeof(struct live_table *));
    }
    person->tables[person->count++] = live;
}

static void person_free(struct indexed_person *person)
{
    free(person->tables);
    free(person);
}

void person_tables_remove(struct person_tables *index, const struct live_table *live,
                          struct table_people *people)
{
    for (int i = 0; i < people->count; i++) {
        struct indexed_person *person = id_map_find(&index->people, people->id[i]);
        CHECK(person);
        int at = 0;
        while (person->tables[at] != live)
            at++;
        person->tables[at] = person->tables[--person->count];
        if (person->count == 0) {
            id_map_remove(&index->people, person->id);
            person_free(person);
        }
    }
    people->count = 0;
}

void person_tables_update(struct person_tables *index, struct live_table *live,
                          struct table_people *people, const struct table *table)
{
    person_tables_remove(index, live, people);
    if (table->state == TABLE_CLOSED)
        return;
    if (table->settings.host[0])
        add(index, live, people, table->settings.host);
    for (int seat = 0; seat < table->settings.seats; seat++)
        if (table->seat[seat].person[0])
            add(index, live, people, table->seat[seat].person);
}

int person_tables_of(const struct person_tables *index, const char *person,
                     struct live_table *const **tables)
{
    const struct indexed_person *found = id_map_find(&index->people, person);
    *tables = found ? found->tables : NULL;
    return found ? found->count : 0;
}

void person_tables_free(struct person_tables *index)
{
    size_t at = 0;
    for (struct indexed_person *person; (person = id_map_next(&index->people, &at));)
        person_free(person);
    id_map_free(&index->people);
}
