/* SQLite: finished matches, and statistics of them. */
#include "store/sqlite/sqlite_internal.h"

#include "base/system/system.h"
#include "store/database/database.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

void sqlite_record_add(struct sqlite_connection *connection, int64_t table_key,
                       const struct store_record *record)
{
    if (!sqlite_change(connection, SQL_RECORD_NEW, "itiiitiii", table_key, record->game,
                       record->ended_ms, (int64_t)record->seats, (int64_t)record->move_count,
                       record->record, (int64_t)record->is_shared, (int64_t)record->is_rated,
                       (int64_t)record->is_continued))
        return;
    int64_t record_key = sqlite3_last_insert_rowid(connection->handle);
    for (int i = 0; i < record->seats && i < STORE_SEATS_MAX; i++) {
        const struct store_result_seat *seat = &record->seat[i];
        sqlite_change(connection, SQL_RECORD_SEAT_NEW, "iiottidit", record_key, (int64_t)i,
                      seat->person, seat->name, seat->level, (int64_t)seat->score, seat->won,
                      record->ended_ms, seat->part);
        if (seat->person[0])
            sqlite_change(connection, SQL_RECORD_PERSON, "ti", seat->person, table_key);
    }
    sqlite_change(connection, SQL_TABLE_HOST, "it", table_key, record->host);
}

static void read_seats(struct sqlite_connection *connection, int64_t record_key,
                       struct store_record *record)
{
    sqlite3_stmt *statement = sqlite_query(connection, SQL_RECORD_SEATS, "i", record_key);
    while (sqlite_row(connection, statement)) {
        int number = sqlite3_column_int(statement, 0);
        if (number < 0 || number >= STORE_SEATS_MAX)
            continue;
        struct store_result_seat *seat = &record->seat[number];
        sqlite_copy_text(seat->person, sizeof seat->person, statement, 1);
        sqlite_copy_text(seat->name, sizeof seat->name, statement, 2);
        sqlite_copy_text(seat->level, sizeof seat->level, statement, 3);
        seat->score = sqlite3_column_int(statement, 4);
        seat->won = sqlite3_column_double(statement, 5);
        sqlite_copy_text(seat->part, sizeof seat->part, statement, 6);
    }
}

static void read_record(struct sqlite_connection *connection, sqlite3_stmt *statement,
                        struct store_record *record)
{
    sqlite_copy_text(record->table, sizeof record->table, statement, 1);
    sqlite_copy_text(record->game, sizeof record->game, statement, 2);
    record->ended_ms = sqlite3_column_int64(statement, 3);
    int seats = sqlite3_column_int(statement, 4);
    record->seats = seats < 0 || seats > STORE_SEATS_MAX ? 0 : seats;
    record->move_count = sqlite3_column_int(statement, 5);
    record->is_shared = sqlite3_column_int(statement, 6);
    sqlite_copy_text(record->host, sizeof record->host, statement, 7);
    record->is_rated = sqlite3_column_int(statement, 8);
    record->is_continued = sqlite3_column_int(statement, 9);
    read_seats(connection, sqlite3_column_int64(statement, 0), record);
}

enum store_outcome sqlite_record_get(struct sqlite_connection *connection, struct store_job *job)
{
    sqlite3_stmt *statement =
        sqlite_query(connection, SQL_RECORD_GET, "tt", job->table, job->viewer);
    if (!sqlite_row(connection, statement))
        return STORE_ABSENT;
    if (!job->sees_all && !sqlite3_column_int(statement, 11)) {
        sqlite_end(statement);
        return STORE_FORBIDDEN;
    }
    struct store_record *record = store_job_add_record(job);
    read_record(connection, statement, record);
    record->record = sqlite_take_text(statement, 10);
    sqlite_end(statement);
    return STORE_OK;
}

static sqlite3_stmt *query_list(struct sqlite_connection *connection, const struct store_job *job)
{
    int64_t before_ms = job->before_ms > 0 ? job->before_ms : INT64_MAX;
    bool all = job->sees_all;
    if (job->person.id[0])
        return sqlite_query(connection, SQL_RECORDS_PERSON, "iotit", before_ms, job->game,
                            job->person.id, (int64_t)all, job->viewer);
    if (job->game[0])
        return sqlite_query(connection, all ? SQL_RECORDS_GAME : SQL_RECORDS_SHARED_GAME, "it",
                            before_ms, job->game);
    return sqlite_query(connection, all ? SQL_RECORDS : SQL_RECORDS_SHARED, "i", before_ms);
}

enum store_outcome sqlite_record_list(struct sqlite_connection *connection, struct store_job *job)
{
    sqlite3_stmt *statement = query_list(connection, job);
    for (int64_t last_ms = 0; sqlite_row(connection, statement);) {
        int64_t ended_ms = sqlite3_column_int64(statement, 3);
        /* Records of the same millisecond stay together: the next list begins before it. */
        if ((int)job->record_count >= job->limit && ended_ms != last_ms) {
            sqlite_end(statement);
            break;
        }
        last_ms = ended_ms;
        read_record(connection, statement, store_job_add_record(job));
    }
    return STORE_OK;
}

enum store_outcome sqlite_records_rated(struct sqlite_connection *connection, struct store_job *job)
{
    sqlite3_stmt *statement = sqlite_query(connection, SQL_RECORDS_RATED, "titi", job->game,
                                           job->from, job->table, (int64_t)job->limit);
    while (sqlite_row(connection, statement))
        read_record(connection, statement, store_job_add_record(job));
    return STORE_OK;
}

enum store_outcome sqlite_record_share(struct sqlite_connection *connection, struct store_job *job)
{
    sqlite3_stmt *statement = sqlite_query(connection, SQL_RECORD_GET, "tt", job->table, "");
    if (!sqlite_row(connection, statement))
        return STORE_ABSENT;
    struct store_record found = {0};
    read_record(connection, statement, &found);
    int64_t key = sqlite3_column_int64(statement, 0);
    sqlite_end(statement);
    if (!found.host[0] || strcmp(found.host, job->person.id) != 0)
        return STORE_FORBIDDEN;
    sqlite_change(connection, SQL_RECORD_SHARE, "i", key);
    return STORE_OK;
}

/* ---- Statistics ---- */

/* SQLite: statistics of each game. Records are counted once: a later job adds only those that have
 * ended since. So a job is cheap, and never delays moves for long. */

struct sqlite_game_sums {
    struct sqlite_game_sums *next;
    char game[32];
    int64_t last_key; /* records up to this key are counted */
    struct statistics_sums sums;
};

void sqlite_statistics_forget(struct sqlite_connection *connection)
{
    while (connection->statistics) {
        struct sqlite_game_sums *next = connection->statistics->next;
        free(connection->statistics);
        connection->statistics = next;
    }
}

static struct sqlite_game_sums *find_game(struct sqlite_connection *connection, const char *name)
{
    for (struct sqlite_game_sums *game = connection->statistics; game; game = game->next)
        if (strcmp(game->game, name) == 0)
            return game;
    struct sqlite_game_sums *game = alloc_new(sizeof *game);
    snprintf(game->game, sizeof game->game, "%s", name);
    game->next = connection->statistics;
    connection->statistics = game;
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

enum store_outcome sqlite_statistics(struct sqlite_connection *connection, struct store_job *job)
{
    struct sqlite_game_sums *game = find_game(connection, job->game);
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
    job->statistics_count = 1;
    return STORE_OK;
}
