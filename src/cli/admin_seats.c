#include "cli/admin_seats.h"

#include "base/alloc.h"
#include "base/clock.h"
#include "hall/bot_name.h"
#include "table/seats.h"
#include "table/table.h"

#include <stdlib.h>
#include <string.h>

static void add(struct admin_seats *seats, const char *person, const char *table)
{
    if (seats->count == seats->capacity) {
        seats->capacity = seats->capacity ? 2 * seats->capacity : 64;
        seats->seat = alloc_resize(seats->seat, seats->capacity, sizeof *seats->seat);
    }
    struct admin_seat *seat = &seats->seat[seats->count++];
    memcpy(seat->person, person, sizeof seat->person);
    memcpy(seat->table, table, sizeof seat->table);
}

static bool read_table(struct admin *admin, const char *id, struct admin_seats *seats)
{
    struct fault fault;
    struct store_job *job = admin_ask(admin, admin_table_job(STORE_TABLE_READ, id));
    struct table *table = table_new(id, admin->console->data_folder);
    bool good = job->outcome != STORE_FAILED;
    if (job->outcome == STORE_OK && table_fold_all(table, job->entries, job->entry_count, &fault))
        for (int i = 0; i < table->settings.seats; i++)
            if (table->seat[i].person[0])
                add(seats, table->seat[i].person, table->id);
    table_free(table);
    store_job_free(job);
    return good;
}

bool admin_seats_read(struct admin *admin, struct admin_seats *seats)
{
    *seats = (struct admin_seats){0};
    struct store_job *open = admin_ask(admin, store_job_new(STORE_TABLES_OPEN, NULL, NULL));
    bool good = open->outcome == STORE_OK;
    for (size_t i = 0; good && i < open->table_count; i++)
        good = read_table(admin, open->tables[i], seats);
    store_job_free(open);
    return good;
}

void admin_seats_free(struct admin_seats *seats)
{
    free(seats->seat);
}

/* Appends the entry by which the person stands up; TAKEN if someone was faster. */
static enum store_outcome append_stand(struct admin *admin, const struct table *table, int seat)
{
    const struct environment environment = {.settings = {.texts = admin->console->texts}};
    struct store_job *job = admin_table_job(STORE_TABLE_APPEND, table->id);
    job->entries = alloc_new(sizeof *job->entries);
    job->entry_count = 1;
    *job->entries = (struct store_entry){.number = table->version + 1,
                                         .at_ms = clock_wall_ms(),
                                         .kind = ENTRY_STAND,
                                         .seat = seat,
                                         .text = alloc_text("{}")};
    bot_name_entry(&environment, table, job->entries);
    struct store_job *answer = admin_ask(admin, job);
    enum store_outcome outcome = answer->outcome;
    store_job_free(answer);
    return outcome;
}

bool admin_seats_leave(struct admin *admin, const struct admin_seat *seat)
{
    enum store_outcome outcome;
    do {
        struct fault fault;
        struct store_job *job = admin_ask(admin, admin_table_job(STORE_TABLE_READ, seat->table));
        struct table *table = table_new(seat->table, admin->console->data_folder);
        outcome = job->outcome;
        bool is_read = outcome == STORE_OK &&
                       table_fold_all(table, job->entries, job->entry_count, &fault) &&
                       (table->state == TABLE_WAITING || table->state == TABLE_PLAYING);
        int number = is_read ? table_seat_of(table, seat->person) : -1;
        if (number >= 0)
            outcome = append_stand(admin, table, number);
        table_free(table);
        store_job_free(job);
    } while (outcome == STORE_TAKEN);
    return outcome != STORE_FAILED;
}
