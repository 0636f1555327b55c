/* Which tables a person hosts or sits at: asked at every hello, sitting down and opening, and too
 * slow to look for among all tables when thousands come back at once. */
#include "server/inside.h"

#include "base/check.h"

#include <stdlib.h>
#include <string.h>

struct place {
    char id[STORE_ID_TEXT]; /* the person's; first: for struct index */
    struct seating **tables;
    int count, room;
};

static void place_add(struct hall *hall, const char *person, struct seating *seating)
{
    for (int i = 0; i < seating->placed_count; i++)
        if (strcmp(seating->placed[i], person) == 0)
            return;
    strcpy(seating->placed[seating->placed_count++], person);
    struct place *place = index_find(&hall->places, person);
    if (!place) {
        place = calloc(1, sizeof *place);
        CHECK(place);
        strcpy(place->id, person);
        index_add(&hall->places, place);
    }
    if (place->count == place->room) {
        place->room = place->room ? 2 * place->room : 2;
        place->tables = realloc(place->tables, (size_t)place->room * sizeof(struct seating *));
        CHECK(place->tables);
    }
    place->tables[place->count++] = seating;
}

static void place_free(struct place *place)
{
    free(place->tables);
    free(place);
}

void places_forget(struct seating *seating)
{
    struct hall *hall = seating->hall;
    for (int i = 0; i < seating->placed_count; i++) {
        struct place *place = index_find(&hall->places, seating->placed[i]);
        CHECK(place);
        int at = 0;
        while (place->tables[at] != seating)
            at++;
        place->tables[at] = place->tables[--place->count];
        if (place->count == 0) {
            index_remove(&hall->places, place->id);
            place_free(place);
        }
    }
    seating->placed_count = 0;
}

void places_note(struct seating *seating)
{
    const struct room *room = seating->room;
    places_forget(seating);
    if (room->stage == ROOM_CLOSED)
        return;
    if (room->host[0])
        place_add(seating->hall, room->host, seating);
    for (int seat = 0; seat < room->seats; seat++)
        if (room->seat[seat].person[0])
            place_add(seating->hall, room->seat[seat].person, seating);
}

int places_of(const struct hall *hall, const char *person, struct seating *const **tables)
{
    const struct place *place = index_find(&hall->places, person);
    *tables = place ? place->tables : NULL;
    return place ? place->count : 0;
}

void places_free(struct hall *hall)
{
    for (size_t i = 0; i < hall->places.room; i++)
        if (hall->places.slots[i])
            place_free(hall->places.slots[i]);
    index_free(&hall->places);
}
