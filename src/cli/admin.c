/* ludosaure admin: maintains the database of a server, even while it runs. To the server it is
 * another user of the database: changes reach it as those of another server would. */
#include "cli/commands.h"

#include "cli/admin_records.h"
#include "cli/admin_tables.h"
#include "cli/cli.h"
#include "store/copy.h"
#include "store/open.h"
#include "table/table.h"

#include <errno.h>
#include <string.h>
#include <unistd.h>

static int back_up(struct admin *admin, const char *to)
{
    char error[200];
    if (store_backup(admin->location, to, error, sizeof error))
        return CONSOLE_OK;
    return admin_file_failure(admin->console, "cannot_copy", to, error);
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

static int check(struct admin *admin, const char *unused)
{
    (void)unused;
    char error[200];
    bool good = check_tables(admin);
    if (!store_check(admin->location, error, sizeof error))
        return admin_file_failure(admin->console, "not_in_order", admin->shown, error);
    if (!good)
        return CONSOLE_FAILED;
    printf("%s\n",
           texts_core(admin->console->texts, admin->console->language, "admin", "in_order"));
    return CONSOLE_OK;
}

static int copy_database(const struct console *console, const char *from, const char *to)
{
    char error[300], shown[4096];
    if (store_is_file(from) && access(from, F_OK) != 0) /* not created here */
        return complain_cannot_read(console, from, errno);
    if (store_copy(from, to, error, sizeof error))
        return CONSOLE_OK;
    store_location_text(shown, sizeof shown, to);
    return admin_file_failure(console, "cannot_copy", shown, error);
}

static const struct action {
    const char *name;
    int (*run)(struct admin *admin, const char *word);
    const char *word_missing; /* message if its argument is missing; NULL: it takes none */
    bool needs_store;
} actions[] = {
    {"tables", admin_list_tables, NULL, true},
    {"close", admin_close_table, "table_needed", true},
    {"records", admin_list_records, NULL, true},
    {"backup", back_up, "file_needed", false},
    {"check", check, NULL, false},
    {"ratings", admin_list_ratings, NULL, true},
};

static int run_action(struct admin *admin, const struct action *action, const char *word)
{
    char error[200];
    if (store_is_file(admin->location) && access(admin->location, F_OK) != 0)
        return complain_cannot_read(admin->console, admin->location, errno); /* not created here */
    if (!action->needs_store)
        return action->run(admin, word);
    admin->store = store_open(admin->location, NULL, NULL, error, sizeof error);
    if (!admin->store)
        return admin_file_failure(admin->console, "cannot_open", admin->shown, error);
    int code = action->run(admin, word);
    store_close(admin->store);
    return code;
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
    if (argc && strcmp(argv[0], "copy") == 0) {
        if (argc == 3)
            return copy_database(console, argv[1], argv[2]);
        return complain_usage(console, argc < 3 ? "databases_needed" : "unexpected_word",
                              argc < 3 ? "" : argv[3]);
    }
    const struct action *action = NULL;
    for (size_t i = 0; argc && i < sizeof actions / sizeof *actions; i++)
        if (strcmp(actions[i].name, argv[0]) == 0)
            action = &actions[i];
    if (!action)
        return complain_usage(console, argc ? "unexpected_word" : "admin_what",
                              argc ? argv[0] : "");
    int words = action->word_missing ? 2 : 1;
    if (argc != words)
        return complain_usage(console, argc < words ? action->word_missing : "unexpected_word",
                              argc < words ? "" : argv[words]);
    if (admin.game) {
        const struct game *game = cli_game(console, admin.game);
        if (!game)
            return CONSOLE_USAGE;
        admin.game = game->id;
    }
    admin.location = database ? database : cli_data_path(CLI_DATABASE, false);
    store_location_text(admin.shown, sizeof admin.shown, admin.location);
    return run_action(&admin, action, words == 2 ? argv[1] : NULL);
}
