#include "cli/admin_tables.h"

#include "base/alloc.h"
#include "base/clock.h"
#include "table/table.h"
#include "terminal/complain.h"
#include "terminal/say.h"

#include <string.h>

/* A duration in the largest suitable unit. */
static void print_age(const struct console *console, int64_t ms)
{
    static const struct {
        int64_t seconds;
        const char *unit;
    } units[] = {{86400, "days"}, {3600, "hours"}, {60, "minutes"}, {1, "seconds"}};
    int64_t seconds = ms > 0 ? ms / 1000 : 0;
    size_t unit = 0;
    while (unit < 3 && seconds < units[unit].seconds)
        unit++;
    printf("%lld %s", (long long)(seconds / units[unit].seconds),
           texts_core(console->texts, console->language, "admin", units[unit].unit));
}

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

static void print_table(struct admin *admin, const struct store_job *table)
{
    const struct console *console = admin->console;
    if (!table->entry_count)
        return;
    const char *text = table->entries[0].text;
    json_t *create = json_loads(text ? text : "", 0, NULL);
    const char *game = json_string_value(json_object_get(create, "game"));
    char shown[32];
    snprintf(shown, sizeof shown, "%s", game ? game : "?");
    say_clean(shown);
    printf("%-12s  %-13s  %-8s  %7zu  ", table->table, shown,
           texts_core(console->texts, console->language, "admin", table_state(admin, table)),
           table->entry_count);
    print_age(console, clock_wall_ms() - table->entries[table->entry_count - 1].at_ms);
    putchar('\n');
    json_decref(create);
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

int admin_list_tables(struct admin *admin, const char *unused)
{
    (void)unused;
    struct store_job *open = admin_ask(admin, store_job_new(STORE_TABLES_OPEN, NULL, NULL));
    bool good = open->outcome == STORE_OK;
    if (good)
        printf("%s\n",
               texts_core(admin->console->texts, admin->console->language, "admin", "tables_head"));
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

int admin_close_table(struct admin *admin, const char *id)
{
    enum store_outcome outcome;
    if (strlen(id) >= STORE_ID_TEXT)
        return complain_failure(admin->console, "no_table", id);
    do { /* try again if someone has moved meanwhile */
        struct store_job *table = admin_ask(admin, admin_table_job(STORE_TABLE_READ, id));
        outcome = table->outcome;
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
    return outcome == STORE_OK ? CONSOLE_OK : admin_database_failure(admin);
}
