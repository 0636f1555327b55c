/* SQLite: what all finished games of a kind say together. Only those that have ended since it was
 * last asked are counted; the rest is remembered. So asking often costs nothing, and never keeps
 * moves waiting for long. */
#include "store/sqlite.h"

#include "base/check.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum {
    LEVELS_MAX =
        sizeof((struct store_statistics *)0)->by_level / sizeof(struct store_statistics_level)
};

/* Of one game. */
struct statistics_sums {
    struct statistics_sums *next;
    char game[32];
    int64_t last_key; /* of the records counted */
    struct seats_sums {
        int64_t games, moves, score, best_score;
        double won, won_first;
    } by_seats[STORE_SEATS_MAX + 1];
    struct level_sums {
        char level[16];
        int64_t seats, score;
        double won;
    } by_level[LEVELS_MAX];
    int level_count;
};

void sqlite_statistics_forget(struct sqlite_database *database)
{
    while (database->sums) {
        struct statistics_sums *next = database->sums->next;
        free(database->sums);
        database->sums = next;
    }
}

static struct statistics_sums *sums_of(struct sqlite_database *database, const char *game)
{
    for (struct statistics_sums *sums = database->sums; sums; sums = sums->next)
        if (strcmp(sums->game, game) == 0)
            return sums;
    struct statistics_sums *sums = calloc(1, sizeof *sums);
    CHECK(sums);
    snprintf(sums->game, sizeof sums->game, "%s", game);
    sums->next = database->sums;
    database->sums = sums;
    return sums;
}

static void count_games(struct sqlite_database *database, struct statistics_sums *sums)
{
    sqlite3_stmt *row =
        sqlite_ask(database, SQL_STATISTICS_GAMES, "ti", sums->game, sums->last_key);
    while (sqlite_row(database, row)) {
        int seats = sqlite3_column_int(row, 0);
        if (seats < 0 || seats > STORE_SEATS_MAX)
            continue;
        struct seats_sums *line = &sums->by_seats[seats];
        line->games += sqlite3_column_int64(row, 1);
        line->moves += sqlite3_column_int64(row, 2);
        line->score += sqlite3_column_int64(row, 3);
        line->best_score += sqlite3_column_int64(row, 4);
        line->won += sqlite3_column_double(row, 5);
        line->won_first += sqlite3_column_double(row, 6);
    }
}

/* NULL: too many. */
static struct level_sums *level_of(struct statistics_sums *sums, const char *level)
{
    for (int i = 0; i < sums->level_count; i++)
        if (strcmp(sums->by_level[i].level, level) == 0)
            return &sums->by_level[i];
    if (sums->level_count == LEVELS_MAX)
        return NULL;
    struct level_sums *line = &sums->by_level[sums->level_count++];
    snprintf(line->level, sizeof line->level, "%s", level);
    return line;
}

static void count_levels(struct sqlite_database *database, struct statistics_sums *sums)
{
    sqlite3_stmt *row =
        sqlite_ask(database, SQL_STATISTICS_LEVELS, "ti", sums->game, sums->last_key);
    while (sqlite_row(database, row)) {
        const unsigned char *level = sqlite3_column_text(row, 0);
        struct level_sums *line = level_of(sums, level ? (const char *)level : "");
        if (!line)
            continue;
        line->seats += sqlite3_column_int64(row, 1);
        line->won += sqlite3_column_double(row, 2);
        line->score += sqlite3_column_int64(row, 3);
    }
}

static void tell(const struct statistics_sums *sums, struct store_statistics *statistics)
{
    for (int i = 0; i <= STORE_SEATS_MAX; i++) {
        const struct seats_sums *from = &sums->by_seats[i];
        if (!from->games)
            continue;
        double games = (double)from->games;
        statistics->games += from->games;
        statistics->moves += from->moves;
        statistics->by_seats[i] = (struct store_statistics_line){
            .seats = i,
            .games = from->games,
            .mean_moves = (double)from->moves / games,
            .mean_score = (double)from->score / (games * i),
            .mean_best_score = (double)from->best_score / games,
            .first_seat_share = from->won > 0 ? from->won_first / from->won : 0,
        };
    }
    for (int i = 0; i < sums->level_count; i++) {
        const struct level_sums *from = &sums->by_level[i];
        struct store_statistics_level *to = &statistics->by_level[i];
        memcpy(to->level, from->level, sizeof to->level);
        to->seats = from->seats;
        to->won = from->won;
        to->mean_score = (double)from->score / (double)from->seats;
    }
    statistics->level_count = sums->level_count;
}

void sqlite_statistics(struct sqlite_database *database, struct store_job *job)
{
    struct statistics_sums *sums = sums_of(database, job->game);
    int64_t last = sqlite_number(database, sqlite_ask(database, SQL_STATISTICS_LAST, ""), 0);
    if (last > sums->last_key) {
        count_games(database, sums);
        count_levels(database, sums);
        sums->last_key = last;
    }
    job->statistics = calloc(1, sizeof *job->statistics);
    CHECK(job->statistics);
    tell(sums, job->statistics);
}
