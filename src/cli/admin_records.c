#include "cli/admin_records.h"

#include "game/registry.h"
#include "hall/ratings.h"
#include "terminal/say.h"

#include <stdlib.h>
#include <string.h>
#include <time.h>

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
