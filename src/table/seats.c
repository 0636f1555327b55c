/* A person who has had a seat in a match has seen its hand. So a person can only have one seat during a
 * match. */
#include "table/seats.h"

#include "base/alloc.h"

#include <string.h>

bool table_seat_is_free(const struct table_seat *seat)
{
    return !seat->person[0] && !seat->bot;
}

bool table_is_full(const struct table *table)
{
    for (int seat = 0; seat < table->settings.seats; seat++)
        if (table_seat_is_free(&table->seat[seat]))
            return false;
    return true;
}

int table_seat_of(const struct table *table, const char *person)
{
    for (int i = 0; i < table->settings.seats; i++)
        if (person[0] && strcmp(table->seat[i].person, person) == 0)
            return i;
    return -1;
}

static struct table_holder *holder_find(const struct table *table, const char *person)
{
    for (int i = 0; i < table->holder_count; i++)
        if (strcmp(table->holders[i].person, person) == 0)
            return &table->holders[i];
    return NULL;
}

int table_seat_held(const struct table *table, const char *person)
{
    const struct table_holder *holder = holder_find(table, person);
    return holder ? holder->seat : -1;
}

int table_seat_for(const struct table *table, const char *person)
{
    int seat = table_seat_held(table, person);
    for (int i = 0; i < table->settings.seats && seat < 0; i++)
        if (table_seat_is_free(&table->seat[i]))
            seat = i;
    return seat;
}

const char *table_name_held(const struct table *table, const char *person)
{
    const struct table_holder *holder = holder_find(table, person);
    return holder ? holder->name : NULL;
}

bool table_may_show(const struct table *table, int viewer, const char *text, struct fault *fault)
{
    return table->state != TABLE_PLAYING || !table->settings.game->may_say ||
           table->settings.game->may_say(table->match.state.bytes, viewer, text, fault);
}

/* At old tables, from before this rule, a person may have had several: the latest counts. */
static void hold(struct table *table, const char *person, int seat)
{
    struct table_holder *holder = holder_find(table, person);
    if (!holder) {
        if (table->holder_count == table->holder_capacity) {
            table->holder_capacity =
                table->holder_capacity ? 2 * table->holder_capacity : table->settings.seats;
            table->holders = alloc_resize(table->holders, (size_t)table->holder_capacity,
                                          sizeof *table->holders);
        }
        holder = &table->holders[table->holder_count++];
        strcpy(holder->person, person);
        strcpy(holder->name, table->seat[seat].name);
    }
    holder->seat = seat;
}

void table_seats_hold(struct table *table)
{
    for (int i = 0; i < table->settings.seats; i++)
        if (table->seat[i].person[0])
            hold(table, table->seat[i].person, i);
}

uint32_t table_may_sit(const struct table *table, int held)
{
    uint32_t seats = 0;
    for (int i = 0; i < table->settings.seats && table->state < TABLE_OVER; i++)
        if (held < 0 ? table_seat_is_free(&table->seat[i]) : i == held && !table->seat[i].person[0])
            seats |= UINT32_C(1) << i;
    return seats;
}

bool table_may_return(const struct table *table, int seat, const char *person)
{
    return table->seat[seat].bot && table_seat_held(table, person) == seat;
}

bool table_check_own_seat(const struct table *table, int seat, const char *person,
                          struct fault *fault)
{
    int held = table_seat_held(table, person);
    return held < 0 || held == seat ||
           fault_set(fault, FAULT_FORBIDDEN, NULL, "server.own_seat_only", "%d", held + 1);
}
