/* ludosaure admin: the open tables. Each action returns an exit code. */
#include "cli/admin/admin.h"

#include "base/system/system.h"
#include "game/game.h"
#include "hall/people/people.h"
#include "table/table.h"
#include "terminal/screen/screen.h"

#include <stdlib.h>
#include <string.h>
#include <time.h>

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

/* ---- Records ---- */

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

int admin_list_records(struct admin *admin, char **unused)
{
    (void)unused;
    struct store_job *job = store_job_new(STORE_RECORD_LIST, NULL, NULL);
    job->limit = admin->limit;
    job->sees_all = true;
    snprintf(job->game, sizeof job->game, "%s", admin->game ? admin->game : "");
    snprintf(job->person.id, sizeof job->person.id, "%s", admin->person ? admin->person : "");
    struct store_job *list = admin_ask(admin, job);
    int code = list->outcome == STORE_OK ? CONSOLE_OK : admin_database_failure(admin);
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
    struct store_job *job = admin_table_job(STORE_RECORDS_RATED, "");
    job->from = INT64_MIN;
    for (;;) {
        snprintf(job->game, sizeof job->game, "%s", game->id);
        job->limit = AT_ONCE;
        struct store_job *rated = admin_ask(admin, job);
        size_t count = rated->record_count;
        bool good = rated->outcome == STORE_OK;
        for (size_t i = 0; i < count; i++)
            ratings_add(ratings, game, &rated->records[i]);
        if (good && count == AT_ONCE) {
            job = admin_table_job(STORE_RECORDS_RATED, rated->records[count - 1].table);
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
        printf("%-13s  %5d ± %-4d  %7lld  %s", game->id, ratings_shown(player->rating.mean),
               ratings_shown(2 * player->rating.deviation), (long long)player->matches, name);
        if (level)
            printf(" (%s)", admin_text(admin, "computer"));
        printf("%s\n", is_provisional ? admin_text(admin, "provisional") : "");
    }
    free(sorted);
}

int admin_list_ratings(struct admin *admin, char **unused)
{
    (void)unused;
    struct store_job *listings = admin_ask(admin, store_job_new(STORE_LISTINGS, NULL, NULL));
    bool good = listings->outcome == STORE_OK;
    if (good)
        printf("%s\n", admin_text(admin, "ratings_head"));
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
    return good ? CONSOLE_OK : admin_database_failure(admin);
}
