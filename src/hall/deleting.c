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

/* Other servers. The one that has deleted a person may not know of all seats of this person. */

static void people_checked(struct store_job *job)
{
    const struct deleting *deleting = job->context;
    for (size_t i = 0; job->outcome == STORE_OK && i < job->people_count; i++)
        deleting_person(deleting, job->people[i]);
}

static void ask(void *job, const char *person)
{
    if (store_id_is_valid(person))
        store_job_add_person(job, person);
}

void deleting_check(struct deleting *deleting, const char *person)
{
    struct store_job *job = store_job_new(STORE_PEOPLE_GONE, people_checked, deleting);
    size_t at = 0;
    if (person)
        ask(job, person);
    else
        for (struct live_table *live; (live = live_tables_next(deleting->changes->tables, &at));) {
            table_named_people(live->table, ask, job);
            chat_log_people(&live->chat, ask, job);
        }
    store_submit(deleting->changes->environment->store, job);
}
