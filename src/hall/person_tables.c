/* Which tables a person hosts or sits at: asked at every hello, sitting down and opening, and too
 * slow to look for among all tables when thousands come back at once. */
#include "hall/inside.h"

#include "base/check.h"

#include <stdlib.h>
#include <string.h>

struct place {
    char id[STORE_ID_TEXT]; /* the person's; first: for struct id_map */
    struct live_table **tables;
    int count, capacity;
};

static void place_add(struct hall *hall, const char *person, struct live_table *live)
{
    for (int i = 0; i < live->placed_count; i++)
        if (strcmp(live->placed[i], person) == 0)
            return;
    strcpy(live->placed[live->placed_count++], person);
    struct place *place = id_map_find(&hall->places, person);
    if (!place) {
        place = calloc(1, sizeof *place);
        CHECK(place);
        strcpy(place->id, person);
        id_map_add(&hall->places, place);
    }
    if (place->count == place->capacity) {
        place->capacity = place->capacity ? 2 * place->capacity : 2;
        place->tables =
            realloc(place->tables, (size_t)place->capacity * sizeof(struct live_table *));
        CHECK(place->tables);
    }
    place->tables[place->count++] = live;
}

static void place_free(struct place *place)
{
    free(place->tables);
    free(place);
}

void person_tables_forget(struct live_table *live)
{
    struct hall *hall = live->hall;
    for (int i = 0; i < live->placed_count; i++) {
        struct place *place = id_map_find(&hall->places, live->placed[i]);
        CHECK(place);
        int at = 0;
        while (place->tables[at] != live)
            at++;
        place->tables[at] = place->tables[--place->count];
        if (place->count == 0) {
            id_map_remove(&hall->places, place->id);
            place_free(place);
        }
    }
    live->placed_count = 0;
}

void person_tables_note(struct live_table *live)
{
    const struct table *table = live->table;
    person_tables_forget(live);
    if (table->state == TABLE_CLOSED)
        return;
    if (table->host[0])
        place_add(live->hall, table->host, live);
    for (int seat = 0; seat < table->seats; seat++)
        if (table->seat[seat].person[0])
            place_add(live->hall, table->seat[seat].person, live);
}

int person_tables_of(const struct hall *hall, const char *person, struct live_table *const **tables)
{
    const struct place *place = id_map_find(&hall->places, person);
    *tables = place ? place->tables : NULL;
    return place ? place->count : 0;
}

void person_tables_free(struct hall *hall)
{
    for (size_t i = 0; i < hall->places.capacity; i++)
        if (hall->places.slots[i])
            place_free(hall->places.slots[i]);
    id_map_free(&hall->places);
}
