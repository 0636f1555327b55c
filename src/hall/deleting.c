#include "hall/deleting.h"

#include "table/forget.h"
#include "table/seats.h"

static void forget(const struct deleting *deleting, const char *person)
{
    size_t at = 0;
    for (struct live_table *live; (live = live_tables_next(deleting->changes->tables, &at));) {
        table_forget_person(live->table, person);
        chat_log_forget(&live->chat, person);
    }
    leaderboards_forget(deleting->leaderboards);
}

void deleting_person(const struct deleting *deleting, const char *person)
{
    struct changes *changes = deleting->changes;
    size_t at = 0;
    for (struct live_table *live; (live = live_tables_next(changes->tables, &at));) {
        const struct table *table = live->table;
        int seat = table_seat_of(table, person);
        if (seat >= 0 && (table->state == TABLE_WAITING || table->state == TABLE_PLAYING))
            change_submit(changes, live, &(struct change){.kind = ENTRY_STAND, .seat = seat});
    }
    forget(deleting, person);
}
