#include "hall/change_check.h"

#include "hall/watch.h"
#include "table/seats.h"

#include <string.h>

static bool check_seat(const struct table *table, int seat, const char *person, struct fault *fault)
{
    return table_seat_of(table, person) == seat ||
           fault_set(fault, FAULT_FORBIDDEN, NULL, "server.not_your_seat", NULL);
}

static bool check_move_count(const struct table *table, int seat, struct fault *fault)
{
    /* A match that gets too long ends for all: no player alone can bring that about. */
    return (table->moves_of[seat] < CHANGE_MOVES_MAX / table->settings.seats &&
            table->match.move_count < CHANGE_MOVES_MAX) ||
           fault_set(fault, FAULT_LIMIT, NULL, "server.too_many_moves", NULL);
}

static bool check_seat_changes(const struct table *table, struct fault *fault)
{
    return table->version - (int64_t)table->match.move_count <= CHANGE_SEAT_CHANGES_MAX ||
           fault_set(fault, FAULT_LIMIT, NULL, "server.too_many_changes", NULL);
}

static bool check_sit(const struct live_table *live, const char *person, struct fault *fault)
{
    const struct table *table = live->table;
    if (table_seat_of(table, person) < 0 && strcmp(table->settings.host, person) != 0 &&
        live_tables_count_of(live->tables, person) >=
            live->environment->settings.limits.tables_per_person)
        return fault_set(fault, FAULT_LIMIT, NULL, "server.too_many_tables", NULL);
    return check_seat_changes(table, fault);
}

static bool check_bot(const struct live_table *live, int seat, struct fault *fault)
{
    const struct table *table = live->table;
    if (table->state == TABLE_PLAYING && seat >= 0 && seat < table->settings.seats &&
        table->seat[seat].person[0] && !watch_is_away(live, seat))
        return fault_set(fault, FAULT_FORBIDDEN, NULL, "server.person_is_there", NULL);
    return check_seat_changes(table, fault);
}

bool change_check(const struct live_table *live, const struct store_entry *entry,
                  const char *person, struct fault *fault)
{
    switch (entry->kind) {
    case ENTRY_MOVE:
        return check_seat(live->table, entry->seat, person, fault) &&
               check_move_count(live->table, entry->seat, fault);
    case ENTRY_STAND:
        return check_seat(live->table, entry->seat, person, fault);
    case ENTRY_SIT:
        return check_sit(live, person, fault);
    case ENTRY_BOT:
        return check_bot(live, entry->seat, fault);
    default:
        return true;
    }
}
