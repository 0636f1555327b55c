#include "cli/admin_tables.h"

#include "base/alloc.h"
#include "base/clock.h"
#include "table/table.h"
#include "terminal/complain.h"
#include "terminal/say.h"

#include <string.h>

static const char *table_state(struct admin *admin, const struct store_job *table)
{
    bool started = false;
    for (size_t i = 0; i < table->entry_count; i++)
        started |= table->entries[i].kind == ENTRY_START;
    if (!started)
        return "waiting";
    struct store_job *get = admin_table_job(STORE_RECORD_GET, table->table);
    get->sees_all = true;
    struct store_job *record = admin_ask(admin, get);
    bool over = record->outcome == STORE_OK;
    store_job_free(record);
    return over ? "over" : "playing";
}

static void print_seats(const struct admin *admin, const struct table *table)
{
    for (int i = 0; i < table->settings.seats; i++) {
        const struct table_seat *seat = &table->seat[i];
        printf("%s", i ? ", " : "");
        if (!seat->person[0] && !seat->bot)
            printf("%s", admin_text(admin, "free_seat"));
        else
            admin_print_name(seat->name, 0);
        if (seat->bot)
            printf(" (%s)", admin_text(admin, "computer"));
    }
}

/* A table that cannot be loaded is shown up to the entry that is wrong. */
static void print_table(struct admin *admin, const struct store_job *job)
{
    enum { GAME_WIDTH = 13, STATE_WIDTH = 8, AGE_WIDTH = 8, ACCESS_WIDTH = 8, HOST_WIDTH = 16 };
    if (!job->entry_count)
        return;
    struct fault fault;
    struct table *table = table_new(job->table, admin->console->data_folder);
    table_fold_all(table, job->entries, job->entry_count, &fault);
    const struct table_settings *settings = &table->settings;
    printf("%-12s  ", job->table);
    admin_print_name(settings->game ? settings->game->id : "?", GAME_WIDTH + 2);
    admin_print_name(admin_text(admin, table_state(admin, job)), STATE_WIDTH + 2);
    printf("%7zu  ", job->entry_count);
    admin_print_age(admin, job->entries[job->entry_count - 1].at_ms, AGE_WIDTH + 2);
    admin_print_name(admin_text(admin, settings->is_public ? "public" : "private"),
                     ACCESS_WIDTH + 2);
    admin_print_name(settings->host_name, HOST_WIDTH);
    printf("  ");
    print_seats(admin, table);
    putchar('\n');
    table_free(table);
}

/* False if the database fails. */
static bool list_table(struct admin *admin, const char *id)
{
    struct store_job *table = admin_ask(admin, admin_table_job(STORE_TABLE_READ, id));
    bool is_damaged = table->outcome == STORE_DAMAGED, good = table->outcome == STORE_OK;
    if (good)
        print_table(admin, table);
    if (is_damaged)
        admin_file_failure(admin->console, "table_damaged", id, table->error);
    store_job_free(table);
    return good || is_damaged;
}

int admin_list_tables(struct admin *admin, char **unused)
{
    (void)unused;
    struct store_job *open = admin_ask(admin, store_job_new(STORE_TABLES_OPEN, NULL, NULL));
    bool good = open->outcome == STORE_OK;
    if (good)
        printf("%s\n", admin_text(admin, "tables_head"));
    for (size_t i = 0; i < open->table_count && good; i++)
        good = list_table(admin, open->tables[i]);
    for (size_t i = 0; i < open->ended_count && good; i++)
        good = list_table(admin, open->ended[i].table);
    store_job_free(open);
    return good ? CONSOLE_OK : admin_database_failure(admin);
}

/* Appends the entry that closes the table. */
static enum store_outcome append_close(struct admin *admin, const struct store_job *table)
{
    struct store_job *job = admin_table_job(STORE_TABLE_APPEND, table->table);
    job->closes = true;
    job->entries = alloc_new(sizeof *job->entries);
    job->entry_count = 1;
    *job->entries = (struct store_entry){.number = (int64_t)table->entry_count,
                                         .at_ms = clock_wall_ms(),
                                         .kind = ENTRY_CLOSE,
                                         .seat = -1,
                                         .text = alloc_text("{\"why\":\"admin\"}")};
    struct store_job *answer = admin_ask(admin, job);
    enum store_outcome outcome = answer->outcome;
    store_job_free(answer);
    return outcome;
}

int admin_close_table(struct admin *admin, char **words)
{
    const char *id = words[0];
    size_t entries;
    enum store_outcome outcome;
    if (strlen(id) >= STORE_ID_TEXT)
        return complain_failure(admin->console, "no_table", id);
    do { /* try again if someone has moved meanwhile */
        struct store_job *table = admin_ask(admin, admin_table_job(STORE_TABLE_READ, id));
        outcome = table->outcome;
        entries = table->entry_count + 1;
        bool is_closed =
            table->entry_count && table->entries[table->entry_count - 1].kind == ENTRY_CLOSE;
        if (outcome == STORE_OK && !is_closed)
            outcome = append_close(admin, table);
        store_job_free(table);
        if (is_closed)
            return complain_failure(admin->console, "table_closed", id);
    } while (outcome == STORE_TAKEN);
    if (outcome == STORE_ABSENT)
        return complain_failure(admin->console, "no_table", id);
    if (outcome != STORE_OK)
        return admin_database_failure(admin);
    admin_say(admin, "closed", id, SAY_NUMBER((long long)entries), NULL);
    return CONSOLE_OK;
}
