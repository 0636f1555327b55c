/* ludosaure admin: maintains the database of a server, even while it runs. To the server it is
 * another user of the database: changes reach it as those of another server would. */
#include "cli/commands.h"

#include "base/alloc.h"
#include "base/clock.h"
#include "cli/cli.h"
#include "game/registry.h"
#include "hall/ratings.h"
#include "store/copy.h"
#include "store/open.h"
#include "table/table.h"
#include "terminal/say.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>
#include <unistd.h>

struct admin {
    struct console *console;
    const char *location; /* of the database */
    char shown[4096];     /* the same for messages */
    struct store *store;
    const char *game, *person; /* options, or NULL */
    int limit;
};

/* Prints an error message about a file; returns CONSOLE_FAILED. */
static int file_failure(const struct console *console, const char *key, const char *path,
                        const char *reason)
{
    return complain_say(console, CONSOLE_FAILED, "admin", key, path, reason, NULL);
}

static int database_failure(const struct admin *admin)
{
    return file_failure(admin->console, "cannot", admin->shown, "");
}

/* Completion callback: hands the finished job to the waiting caller through `context`. */
static void hand_over(struct store_job *job)
{
    struct store_job *copy = job->context;
    *copy = *job;
    job->entries = NULL;
    job->entry_count = 0;
    job->tables = NULL;
    job->listed = NULL;
    job->ended = NULL;
    job->records = NULL;
    job->record_count = 0;
}

/* Runs a job and waits for it. Returns it, to be freed. */
static struct store_job *ask(struct admin *admin, struct store_job *job)
{
    struct store_job *answer = store_job_new(job->kind, NULL, NULL);
    job->done = hand_over;
    job->context = answer;
    store_submit(admin->store, job);
    store_work(admin->store);
    store_collect(admin->store);
    return answer;
}

static struct store_job *table_job(enum store_kind kind, const char *table)
{
    struct store_job *job = store_job_new(kind, NULL, NULL);
    snprintf(job->table, sizeof job->table, "%s", table);
    return job;
}

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
    struct store_job *get = table_job(STORE_RECORD_GET, table->table);
    get->sees_all = true;
    struct store_job *record = ask(admin, get);
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
    struct store_job *table = ask(admin, table_job(STORE_TABLE_READ, id));
    bool is_damaged = table->outcome == STORE_DAMAGED, good = table->outcome == STORE_OK;
    if (good)
        print_table(admin, table);
    if (is_damaged)
        file_failure(admin->console, "table_damaged", id, table->error);
    store_job_free(table);
    return good || is_damaged;
}

static int list_tables(struct admin *admin, const char *unused)
{
    (void)unused;
    struct store_job *open = ask(admin, store_job_new(STORE_TABLES_OPEN, NULL, NULL));
    bool good = open->outcome == STORE_OK;
    if (good)
        printf("%s\n",
               texts_core(admin->console->texts, admin->console->language, "admin", "tables_head"));
    for (size_t i = 0; i < open->table_count && good; i++)
        good = list_table(admin, open->tables[i]);
    for (size_t i = 0; i < open->ended_count && good; i++)
        good = list_table(admin, open->ended[i].table);
    store_job_free(open);
    return good ? CONSOLE_OK : database_failure(admin);
}

/* Appends the entry that closes the table. */
static enum store_outcome append_close(struct admin *admin, const struct store_job *table)
{
    struct store_job *job = table_job(STORE_TABLE_APPEND, table->table);
    job->closes = true;
    job->entries = alloc_new(sizeof *job->entries);
    job->entry_count = 1;
    *job->entries = (struct store_entry){.number = (int64_t)table->entry_count,
                                         .at_ms = clock_wall_ms(),
                                         .kind = ENTRY_CLOSE,
                                         .seat = -1,
                                         .text = alloc_text("{\"why\":\"admin\"}")};
    struct store_job *answer = ask(admin, job);
    enum store_outcome outcome = answer->outcome;
    store_job_free(answer);
    return outcome;
}

static int close_table(struct admin *admin, const char *id)
{
    enum store_outcome outcome;
    if (strlen(id) >= STORE_ID_TEXT)
        return complain_failure(admin->console, "no_table", id);
    do { /* try again if someone has moved meanwhile */
        struct store_job *table = ask(admin, table_job(STORE_TABLE_READ, id));
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
    return outcome == STORE_OK ? CONSOLE_OK : database_failure(admin);
}

static void print_record(const struct store_record *record)
{
    char ended[32] = "?";
    time_t seconds = (time_t)(record->ended_ms / 1000);
    struct tm local;
    if (localtime_r(&seconds, &local))
        strftime(ended, sizeof ended, "%Y-%m-%d %H:%M", &local);
    printf("%s  %-12s  %-13s ", ended, record->table, record->game);
    for (int i = 0; i < record->seats && i < STORE_SEATS_MAX; i++) {
        struct store_result_seat seat = record->seat[i];
        say_clean(seat.name);
        printf("%s %s %d%s", i ? "," : "", seat.name, (int)seat.score, seat.won > 0 ? "*" : "");
    }
    putchar('\n');
}

static int list_records(struct admin *admin, const char *unused)
{
    (void)unused;
    struct store_job *job = store_job_new(STORE_RECORD_LIST, NULL, NULL);
    job->limit = admin->limit;
    job->sees_all = true;
    snprintf(job->game, sizeof job->game, "%s", admin->game ? admin->game : "");
    snprintf(job->person.id, sizeof job->person.id, "%s", admin->person ? admin->person : "");
    struct store_job *list = ask(admin, job);
    int code = list->outcome == STORE_OK ? CONSOLE_OK : database_failure(admin);
    /* The store returns all entries of the last timestamp, for paging; this list ends here. */
    for (size_t i = 0; i < list->record_count && i < (size_t)admin->limit; i++)
        print_record(&list->records[i]);
    store_job_free(list);
    return code;
}

/* Adds all rated records of the game. False if the database fails. */
static bool rate_all(struct admin *admin, const struct game *game, struct ratings *ratings)
{
    enum { AT_ONCE = 1000 };
    struct store_job *job = table_job(STORE_RECORDS_RATED, "");
    job->from = INT64_MIN;
    for (;;) {
        snprintf(job->game, sizeof job->game, "%s", game->id);
        job->limit = AT_ONCE;
        struct store_job *rated = ask(admin, job);
        size_t count = rated->record_count;
        bool good = rated->outcome == STORE_OK;
        for (size_t i = 0; i < count; i++)
            ratings_add(ratings, game, &rated->records[i]);
        if (good && count == AT_ONCE) {
            job = table_job(STORE_RECORDS_RATED, rated->records[count - 1].table);
            job->from = rated->records[count - 1].ended_ms;
        }
        store_job_free(rated);
        if (!good || count < AT_ONCE)
            return good;
    }
}

static const struct store_person *find_listed(const struct store_job *listings, const char *id)
{
    for (size_t i = 0; i < listings->listed_count; i++)
        if (strcmp(listings->listed[i].id, id) == 0)
            return &listings->listed[i];
    return NULL;
}

/* Prints what the leaderboard of a server would show. */
static void print_ratings(const struct admin *admin, const struct game *game,
                          const struct ratings *ratings, const struct store_job *listings)
{
    const struct rated_player **sorted = ratings_sorted(ratings);
    for (size_t i = 0; sorted[i]; i++) {
        const struct rated_player *player = sorted[i];
        const char *level = rated_player_level(player);
        const struct store_person *person = level ? NULL : find_listed(listings, player->key);
        bool is_provisional = rated_player_is_provisional(player);
        if (player->matches == 0 || (!level && (!person || is_provisional)))
            continue;
        char name[STORE_NAME_MAX];
        snprintf(name, sizeof name, "%s", level ? level : person->name);
        say_clean(name);
        printf("%-13s  %5d ± %-4d  %7lld  %s%s%s\n", game->id, ratings_shown(player->rating.mean),
               ratings_shown(2 * player->rating.deviation), (long long)player->matches,
               level ? "*" : "", name,
               is_provisional ? texts_core(admin->console->texts, admin->console->language, "admin",
                                           "provisional")
                              : "");
    }
    free(sorted);
}

static int list_ratings(struct admin *admin, const char *unused)
{
    (void)unused;
    struct store_job *listings = ask(admin, store_job_new(STORE_LISTINGS, NULL, NULL));
    bool good = listings->outcome == STORE_OK;
    if (good)
        printf("%s\n", texts_core(admin->console->texts, admin->console->language, "admin",
                                  "ratings_head"));
    for (size_t i = 0; good && games_all[i]; i++) {
        struct ratings ratings = {0};
        if (admin->game && strcmp(admin->game, games_all[i]->id) != 0)
            continue;
        good = rate_all(admin, games_all[i], &ratings);
        if (good)
            print_ratings(admin, games_all[i], &ratings, listings);
        ratings_free(&ratings);
    }
    store_job_free(listings);
    return good ? CONSOLE_OK : database_failure(admin);
}

static int back_up(struct admin *admin, const char *to)
{
    char error[200];
    if (store_backup(admin->location, to, error, sizeof error))
        return CONSOLE_OK;
    return file_failure(admin->console, "cannot_copy", to, error);
}

/* Whether a server could load the table; prints what is wrong. */
static bool check_table(struct admin *admin, const char *id)
{
    char why[600] = "", storage[500];
    struct fault fault;
    struct buffer text;
    struct store_job *job = ask(admin, table_job(STORE_TABLE_READ, id));
    struct table *table = table_new(id, admin->console->data_folder);
    buffer_start(&text, storage, sizeof storage);
    if (job->outcome != STORE_OK) {
        snprintf(why, sizeof why, "%s", job->error ? job->error : "?");
    } else if (!table_fold_all(table, job->entries, job->entry_count, &fault)) {
        texts_fault(admin->console->texts, admin->console->language, &fault, &text);
        snprintf(why, sizeof why, "#%lld: %s", (long long)table->version + 1, text.text);
    }
    if (why[0])
        file_failure(admin->console, "table_damaged", id, why);
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
    struct store_job *open = ask(admin, store_job_new(STORE_TABLES_OPEN, NULL, NULL));
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
        return file_failure(admin->console, "not_in_order", admin->shown, error);
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
    return file_failure(console, "cannot_copy", shown, error);
}

static const struct action {
    const char *name;
    int (*run)(struct admin *admin, const char *word);
    const char *word_missing; /* message if its argument is missing; NULL: it takes none */
    bool needs_store;
} actions[] = {
    {"tables", list_tables, NULL, true},   {"close", close_table, "table_needed", true},
    {"records", list_records, NULL, true}, {"backup", back_up, "file_needed", false},
    {"check", check, NULL, false},         {"ratings", list_ratings, NULL, true},
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
        return file_failure(admin->console, "cannot_open", admin->shown, error);
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
