/* ludosaure admin: maintains the database of a server, even while it runs. To the server it is
 * another user of the database: changes reach it as those of another server would.
 *
 * Then: asking the store. */
#include "cli/admin/admin.h"

#include "base/system/system.h"
#include "cli/cli.h"
#include "store/store.h"
#include "table/table.h"
#include "terminal/screen/screen.h"
#include "text/text.h"

#include <errno.h>
#include <stdio.h>
#include <string.h>
#include <unistd.h>

enum { PATIENCE_MS = 600000 }; /* nobody waits for a move here, and some changes touch all tables */

static int report_copied(const struct admin *admin, const char *to,
                         const struct store_copied *copied)
{
    admin_say(admin, "copied", to, SAY_NUMBER(copied->people), SAY_NUMBER(copied->tables),
              SAY_NUMBER(copied->entries), SAY_NUMBER(copied->records), NULL);
    return CONSOLE_OK;
}

static int back_up(struct admin *admin, char **words)
{
    char error[200];
    struct store_copied copied;
    if (store_backup(admin->location, words[0], &copied, error, sizeof error))
        return report_copied(admin, words[0], &copied);
    return admin_file_failure(admin->console, "cannot_copy", words[0], error);
}

/* Whether a server could load the table; prints what is wrong. */
static bool check_table(struct admin *admin, const char *id)
{
    char why[600] = "", storage[500];
    struct fault fault;
    struct buffer text;
    struct store_job *job = admin_ask(admin, admin_table_job(STORE_TABLE_READ, id));
    struct table *table = table_new(id, admin->console->data_folder);
    buffer_start(&text, storage, sizeof storage);
    if (job->outcome != STORE_OK) {
        snprintf(why, sizeof why, "%s", job->error ? job->error : "?");
    } else if (!table_fold_all(table, job->entries, job->entry_count, &fault)) {
        texts_fault(admin->console->texts, admin->console->language, &fault, &text);
        snprintf(why, sizeof why, "#%lld: %s", (long long)table->version + 1, text.text);
    }
    if (why[0])
        admin_file_failure(admin->console, "table_damaged", id, why);
    table_free(table);
    store_job_free(job);
    return !why[0];
}

/* The tables that a server loads at start. If they cannot be listed, store_check reports why. */
static bool check_tables(struct admin *admin)
{
    char error[200];
    admin->store = store_open(admin->location, NULL, NULL, error, sizeof error);
    if (!admin->store)
        return true;
    bool good = true;
    struct store_job *open = admin_ask(admin, store_job_new(STORE_TABLES_OPEN, NULL, NULL));
    for (size_t i = 0; i < open->table_count; i++)
        good &= check_table(admin, open->tables[i]);
    store_job_free(open);
    store_close(admin->store);
    return good;
}

static int check(struct admin *admin, char **unused)
{
    (void)unused;
    char error[200];
    bool good = check_tables(admin);
    if (!store_check(admin->location, error, sizeof error))
        return admin_file_failure(admin->console, "not_in_order", admin->shown, error);
    if (!good)
        return CONSOLE_FAILED;
    admin_say(admin, "in_order", NULL);
    return CONSOLE_OK;
}

static int copy_database(struct admin *admin, char **words)
{
    const struct console *console = admin->console;
    const char *from = words[0], *to = words[1];
    char error[300], shown[4096];
    struct store_copied copied;
    if (!cli_database(console, from) || !cli_database(console, to))
        return CONSOLE_USAGE;
    if (store_is_file(from) && access(from, F_OK) != 0) /* not created here */
        return complain_cannot_read(console, from, errno);
    store_location_text(shown, sizeof shown, to);
    if (store_copy(from, to, &copied, error, sizeof error))
        return report_copied(admin, shown, &copied);
    return admin_file_failure(console, "cannot_copy", shown, error);
}

static const struct action {
    const char *name;
    int (*run)(struct admin *admin, char **words);
    int least, most;          /* words after the name; a NULL ends them */
    const char *word_missing; /* the message if there are fewer */
    enum { NEEDS_NOTHING, NEEDS_DATABASE, NEEDS_STORE } needs;
} actions[] = {
    {"tables", admin_list_tables, 0, 0, NULL, NEEDS_STORE},
    {"close", admin_close_table, 1, 1, "table_needed", NEEDS_STORE},
    {"people", admin_list_people, 0, 1, NULL, NEEDS_STORE},
    {"rename", admin_rename_person, 2, 2, "new_name_needed", NEEDS_STORE},
    {"remove", admin_remove_person, 1, 1, "person_needed", NEEDS_STORE},
    {"recover", admin_recover_person, 1, 1, "person_needed", NEEDS_STORE},
    {"unpublish", admin_unpublish_person, 1, 1, "person_needed", NEEDS_STORE},
    {"reports", admin_list_reports, 0, 0, NULL, NEEDS_STORE},
    {"report", admin_show_report, 1, 2, "report_needed", NEEDS_STORE},
    {"records", admin_list_records, 0, 0, NULL, NEEDS_STORE},
    {"ratings", admin_list_ratings, 0, 0, NULL, NEEDS_STORE},
    {"backup", back_up, 1, 1, "file_needed", NEEDS_DATABASE},
    {"copy", copy_database, 2, 2, "databases_needed", NEEDS_NOTHING},
    {"check", check, 0, 0, NULL, NEEDS_DATABASE},
};
enum { ACTION_COUNT = sizeof actions / sizeof *actions };

static int run_action(struct admin *admin, const struct action *action, char **words)
{
    char error[200];
    if (action->needs == NEEDS_NOTHING)
        return action->run(admin, words);
    store_set_patience(PATIENCE_MS);
    if (!cli_database(admin->console, admin->location))
        return CONSOLE_USAGE;
    if (store_is_file(admin->location) && access(admin->location, F_OK) != 0)
        return complain_cannot_read(admin->console, admin->location, errno); /* not created here */
    if (action->needs == NEEDS_DATABASE)
        return action->run(admin, words);
    admin->store = store_open(admin->location, NULL, NULL, error, sizeof error);
    if (!admin->store)
        return admin_file_failure(admin->console, "cannot_open", admin->shown, error);
    int code = action->run(admin, words);
    store_close(admin->store);
    return code;
}

/* Names all actions. */
static int complain_action(const struct console *console, const char *word)
{
    char storage[300];
    struct buffer names;
    buffer_start(&names, storage, sizeof storage);
    for (int i = 0; i < ACTION_COUNT; i++)
        buffer_add_format(&names, "%s%s", i ? ", " : "", actions[i].name);
    complain_say(console, CONSOLE_USAGE, "admin", word ? "no_action" : "which_action", names.text,
                 word, NULL);
    return complain_point_to_help(console);
}

int cli_admin(struct console *console, int argc, char **argv)
{
    const char *database = NULL;
    struct admin admin = {.console = console, .limit = 50};
    const struct cli_option options[] = {
        {.name = "database", .type = CLI_TEXT, .target = &database},
        {.name = "game", .type = CLI_TEXT, .target = &admin.game},
        {.name = "person", .type = CLI_TEXT, .target = &admin.person},
        {.name = "limit", .type = CLI_NUMBER, .target = &admin.limit, .low = 1, .high = 1000000},
        {.name = NULL}};
    int code;
    if (!cli_parse(console, &argc, argv, options, &code))
        return code;
    const struct action *action = NULL;
    for (int i = 0; argc && i < ACTION_COUNT; i++)
        if (strcmp(actions[i].name, argv[0]) == 0)
            action = &actions[i];
    if (!action)
        return complain_action(console, argc ? argv[0] : NULL);
    int words = argc - 1;
    argv[argc] = NULL; /* ends the words, without options */
    if (words < action->least)
        return complain_usage(console, action->word_missing, "");
    if (words > action->most)
        return complain_usage(console, "unexpected_word", argv[1 + action->most]);
    if (admin.game) {
        const struct game *game = cli_game(console, admin.game);
        if (!game)
            return CONSOLE_USAGE;
        admin.game = game->id;
    }
    admin.location = database ? database : cli_data_path(CLI_DATABASE, false);
    store_location_text(admin.shown, sizeof admin.shown, admin.location);
    return run_action(&admin, action, argv + 1);
}

/* ---- Asking the store ---- */

int admin_file_failure(const struct console *console, const char *key, const char *path,
                       const char *reason)
{
    return complain_say(console, CONSOLE_FAILED, "admin", key, path, reason, NULL);
}

int admin_database_failure(const struct admin *admin)
{
    return admin_file_failure(admin->console, "cannot", admin->shown, "");
}

/* Completion callback: hands the finished job to the waiting caller through `context`. */
static void hand_over(struct store_job *job)
{
    struct store_job *answer = job->context, empty = *answer;
    *answer = *job; /* with all that it owns */
    answer->next = NULL;
    empty.next = job->next;
    *job = empty;
}

struct store_job *admin_ask(struct admin *admin, struct store_job *job)
{
    struct store_job *answer = store_job_new(job->kind, NULL, NULL);
    job->done = hand_over;
    job->context = answer;
    store_submit(admin->store, job);
    store_work(admin->store);
    store_collect(admin->store);
    return answer;
}

struct store_job *admin_table_job(enum store_kind kind, const char *table)
{
    struct store_job *job = store_job_new(kind, NULL, NULL);
    snprintf(job->table, sizeof job->table, "%s", table);
    return job;
}

const char *admin_text(const struct admin *admin, const char *key)
{
    return texts_core(admin->console->texts, admin->console->language, "admin", key);
}

void admin_say(const struct admin *admin, const char *key, ...)
{
    char storage[5000];
    struct buffer text;
    buffer_start(&text, storage, sizeof storage);
    va_list words;
    va_start(words, key);
    say_fill(&text, admin_text(admin, key), words);
    va_end(words);
    printf("%s\n", text.text);
}

void admin_print_padded(const char *text, int width)
{
    int padding = width - text_characters(text);
    printf("%s%*s", text, padding > 0 ? padding : 0, "");
}

void admin_print_name(const char *name, int width)
{
    char clean[STORE_NAME_MAX];
    snprintf(clean, sizeof clean, "%s", name);
    say_clean(clean);
    admin_print_padded(clean, width);
}

void admin_print_age(const struct admin *admin, int64_t at_ms, int width)
{
    static const struct {
        int64_t seconds;
        const char *unit;
    } units[] = {{86400, "days"}, {3600, "hours"}, {60, "minutes"}, {1, "seconds"}};
    int64_t ms = clock_wall_ms() - at_ms, seconds = ms > 0 ? ms / 1000 : 0;
    size_t unit = 0;
    while (unit < 3 && seconds < units[unit].seconds)
        unit++;
    char age[60];
    snprintf(age, sizeof age, "%lld %s", (long long)(seconds / units[unit].seconds),
             admin_text(admin, units[unit].unit));
    admin_print_padded(age, width);
}
