#include "store/sqlite_statistics.h"

#include "base/alloc.h"
#include "store/statistics.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

struct sqlite_game_sums {
    struct sqlite_game_sums *next;
    char game[32];
    int64_t last_key; /* records up to this key are counted */
    struct statistics_sums sums;
};

void sqlite_statistics_forget(struct sqlite_statistics *statistics)
{
    while (statistics->games) {
        struct sqlite_game_sums *next = statistics->games->next;
        free(statistics->games);
        statistics->games = next;
    }
}

static struct sqlite_game_sums *find_game(struct sqlite_statistics *statistics, const char *name)
{
    for (struct sqlite_game_sums *game = statistics->games; game; game = game->next)
        if (strcmp(game->game, name) == 0)
            return game;
    struct sqlite_game_sums *game = alloc_new(sizeof *game);
    snprintf(game->game, sizeof game->game, "%s", name);
    game->next = statistics->games;
    statistics->games = game;
    return game;
}

static void count_games(struct sqlite_connection *connection, struct sqlite_game_sums *game)
{
    sqlite3_stmt *row =
        sqlite_query(connection, SQL_STATISTICS_GAMES, "ti", game->game, game->last_key);
    while (sqlite_row(connection, row)) {
        int seats = sqlite3_column_int(row, 0);
        if (seats < 0 || seats > STORE_SEATS_MAX)
            continue;
        statistics_seats_add(&game->sums.by_seats[seats],
                             &(struct statistics_seats){
                                 .matches = sqlite3_column_int64(row, 1),
                                 .moves = sqlite3_column_int64(row, 2),
                                 .score = sqlite3_column_int64(row, 3),
                                 .best_score = sqlite3_column_int64(row, 4),
                                 .shortest = sqlite3_column_int64(row, 5),
                                 .longest = sqlite3_column_int64(row, 6),
                                 .lowest_score = sqlite3_column_int64(row, 7),
                                 .highest_score = sqlite3_column_int64(row, 8),
                             });
    }
}

static void count_wins(struct sqlite_connection *connection, struct sqlite_game_sums *game)
{
    sqlite3_stmt *row =
        sqlite_query(connection, SQL_STATISTICS_SEATS, "ti", game->game, game->last_key);
    while (sqlite_row(connection, row)) {
        int seats = sqlite3_column_int(row, 0), seat = sqlite3_column_int(row, 1);
        if (seats >= 0 && seats <= STORE_SEATS_MAX && seat >= 0 && seat < STORE_SEATS_MAX)
            game->sums.by_seats[seats].won[seat] += sqlite3_column_double(row, 2);
    }
}

static void count_parts(struct sqlite_connection *connection, struct sqlite_game_sums *game)
{
    sqlite3_stmt *row =
        sqlite_query(connection, SQL_STATISTICS_PARTS, "ti", game->game, game->last_key);
    while (sqlite_row(connection, row)) {
        char part[STORE_PART_TEXT];
        sqlite_copy_text(part, sizeof part, row, 0);
        struct store_statistics_part *line = statistics_part(&game->sums, part);
        if (!line)
            continue;
        line->seats += sqlite3_column_int64(row, 1);
        line->won += sqlite3_column_double(row, 2);
    }
}

static void count_levels(struct sqlite_connection *connection, struct sqlite_game_sums *game)
{
    sqlite3_stmt *row =
        sqlite_query(connection, SQL_STATISTICS_LEVELS, "ti", game->game, game->last_key);
    while (sqlite_row(connection, row)) {
        char level[sizeof((struct statistics_level *)0)->level];
        sqlite_copy_text(level, sizeof level, row, 0);
        struct statistics_level *line = statistics_level(&game->sums, level);
        if (!line)
            continue;
        line->seats += sqlite3_column_int64(row, 1);
        line->won += sqlite3_column_double(row, 2);
        line->score += sqlite3_column_int64(row, 3);
    }
}

void sqlite_statistics_get(struct sqlite_statistics *statistics,
                           struct sqlite_connection *connection, struct store_job *job)
{
    struct sqlite_game_sums *game = find_game(statistics, job->game);
    int64_t last_key =
        sqlite_number(connection, sqlite_query(connection, SQL_STATISTICS_LAST, ""), 0);
    if (last_key > game->last_key) {
        count_games(connection, game);
        count_levels(connection, game);
        count_wins(connection, game);
        count_parts(connection, game);
        game->last_key = last_key;
    }
    job->statistics = statistics_new(&game->sums);
}
