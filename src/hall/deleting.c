#include "hall/deleting.h"

#include "hall/talk.h"
#include "table/forget.h"
#include "table/seats.h"

void deleting_forget(const struct live_tables *tables, const char *person)
{
    size_t at = 0;
    for (struct live_table *live; (live = live_tables_next(tables, &at));) {
        table_forget_person(live->table, person);
        chat_log_forget(&live->chat, person);
    }
}

void deleting_leave_tables(struct changes *changes, const char *person)
{
    size_t at = 0;
    for (struct live_table *live; (live = live_tables_next(changes->tables, &at));) {
        const struct table *table = live->table;
        int seat = table_seat_of(table, person);
        if (seat >= 0 && (table->state == TABLE_WAITING || table->state == TABLE_PLAYING))
            change_submit(changes, live, &(struct change){.kind = ENTRY_STAND, .seat = seat});
    }
    deleting_forget(changes->tables, person);
    talk_say(changes->environment, TALK_DELETED, "%s", person);
}
