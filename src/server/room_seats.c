/* Who may have which seat of a table. Whoever has had a seat in a match has seen its hand: so during
 * that match a person only ever has one and the same seat. */
#include "server/room.h"

#include "base/check.h"

#include <stdlib.h>
#include <string.h>

bool room_seat_is_free(const struct room_seat *seat)
{
    return !seat->person[0] && !seat->bot;
}

int room_seat_of(const struct room *room, const char *person)
{
    for (int i = 0; i < room->seats; i++)
        if (person[0] && strcmp(room->seat[i].person, person) == 0)
            return i;
    return -1;
}

static struct room_holder *holder_find(const struct room *room, const char *person)
{
    for (int i = 0; i < room->holder_count; i++)
        if (strcmp(room->holders[i].person, person) == 0)
            return &room->holders[i];
    return NULL;
}

int room_seat_held(const struct room *room, const char *person)
{
    const struct room_holder *holder = holder_find(room, person);
    return holder ? holder->seat : -1;
}

const char *room_name_held(const struct room *room, const char *person)
{
    const struct room_holder *holder = holder_find(room, person);
    return holder ? holder->name : NULL;
}

bool room_may_show(const struct room *room, int viewer, const char *text, struct fault *fault)
{
    return room->stage != ROOM_PLAYING || !room->game->may_say ||
           room->game->may_say(room->match.state.bytes, viewer, text, fault);
}

/* In tables from before this rule a person may have had several: the latest counts. */
static void hold(struct room *room, const char *person, int seat)
{
    struct room_holder *holder = holder_find(room, person);
    if (!holder) {
        if (room->holder_count == room->holder_room) {
            room->holder_room = room->holder_room ? 2 * room->holder_room : room->seats;
            room->holders =
                realloc(room->holders, (size_t)room->holder_room * sizeof *room->holders);
            CHECK(room->holders);
        }
        holder = &room->holders[room->holder_count++];
        strcpy(holder->person, person);
        strcpy(holder->name, room->seat[seat].name);
    }
    holder->seat = seat;
}

void room_seats_hold(struct room *room)
{
    for (int i = 0; i < room->seats; i++)
        if (room->seat[i].person[0])
            hold(room, room->seat[i].person, i);
}

uint32_t room_may_sit(const struct room *room, int held)
{
    uint32_t seats = 0;
    for (int i = 0; i < room->seats && room->stage < ROOM_OVER; i++)
        if (held < 0 ? room_seat_is_free(&room->seat[i]) : i == held && !room->seat[i].person[0])
            seats |= UINT32_C(1) << i;
    return seats;
}

bool room_may_return(const struct room *room, int seat, const char *person)
{
    return room->seat[seat].bot && room_seat_held(room, person) == seat;
}

bool room_check_own_seat(const struct room *room, int seat, const char *person, struct fault *fault)
{
    int held = room_seat_held(room, person);
    return held < 0 || held == seat ||
           fault_set(fault, FAULT_FORBIDDEN, NULL, "server.own_seat_only", "%d", held + 1);
}
