/* PostgreSQL: jobs about finished matches. Each has a function that sends its statement and one that
 * reads the result.
 *
 * Chapters: arrays; records; statistics. */
#include "store/postgres/postgres_internal.h"

#include "store/database/database.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* ---- Arrays ---- */

static void array_add(char *array, const char *element)
{
    char *at = array + strlen(array);
    *at++ = *array ? ',' : '{';
    *at++ = '"';
    for (; *element; element++) {
        if (*element == '"' || *element == '\\')
            *at++ = '\\';
        *at++ = *element;
    }
    *at++ = '"';
    *at = '\0';
}

/* Adds NULL for "". */
static void array_add_optional(char *array, const char *element)
{
    if (*element)
        array_add(array, element);
    else
        strcat(array, *array ? ",NULL" : "{NULL");
}

static void array_end(char *array)
{
    strcat(array, *array ? "}" : "{}");
}

void postgres_seats_write(struct postgres_seats *seats, const struct store_record *record)
{
    *seats = (struct postgres_seats){0};
    for (int i = 0; record && i < record->seats && i < STORE_SEATS_MAX; i++) {
        const struct store_result_seat *seat = &record->seat[i];
        char number[40];
        array_add_optional(seats->person, seat->person);
        array_add(seats->name, seat->name);
        array_add(seats->level, seat->level);
        snprintf(number, sizeof number, "%d", (int)seat->score);
        array_add(seats->score, number);
        snprintf(number, sizeof number, "%.17g", seat->won);
        array_add(seats->won, number);
        array_add(seats->part, seat->part);
    }
    array_end(seats->person);
    array_end(seats->name);
    array_end(seats->level);
    array_end(seats->score);
    array_end(seats->won);
    array_end(seats->part);
}

/* ---- Records ---- */

static void read_record(const PGresult *result, int row, struct store_record *record)
{
    postgres_copy_text(record->table, sizeof record->table, result, row, 0);
    postgres_copy_text(record->game, sizeof record->game, result, row, 1);
    record->ended_ms = postgres_integer(result, row, 2);
    int64_t seats = postgres_integer(result, row, 3);
    record->seats = seats < 0 || seats > STORE_SEATS_MAX ? 0 : (int)seats;
    record->move_count = (int)postgres_integer(result, row, 4);
    record->is_shared = *PQgetvalue(result, row, 11) == 't';
    postgres_copy_text(record->host, sizeof record->host, result, row, 12);
    record->is_rated = *PQgetvalue(result, row, 13) == 't';
    record->is_continued = *PQgetvalue(result, row, 15) == 't';
}

static void read_seat(const PGresult *result, int row, struct store_record *record)
{
    int64_t number = postgres_integer(result, row, 5);
    if (PQgetisnull(result, row, 5) || number < 0 || number >= STORE_SEATS_MAX)
        return;
    struct store_result_seat *seat = &record->seat[number];
    postgres_copy_text(seat->person, sizeof seat->person, result, row, 6);
    postgres_copy_text(seat->name, sizeof seat->name, result, row, 7);
    postgres_copy_text(seat->level, sizeof seat->level, result, row, 8);
    seat->score = (int32_t)postgres_integer(result, row, 9);
    seat->won = strtod(PQgetvalue(result, row, 10), NULL);
    postgres_copy_text(seat->part, sizeof seat->part, result, row, 14);
}

static enum store_outcome records_found(struct postgres_connection *connection,
                                        struct store_job *job)
{
    PGresult *result = postgres_next(connection);
    bool is_one = job->kind == STORE_RECORD_GET;
    struct store_record *record = NULL;
    if (is_one && PQntuples(result) > 0 && !job->sees_all && *PQgetvalue(result, 0, 17) != 't') {
        PQclear(result);
        return STORE_FORBIDDEN;
    }
    for (int row = 0; row < PQntuples(result); row++) {
        if (!record || strcmp(record->table, PQgetvalue(result, row, 0)) != 0) {
            record = store_job_add_record(job);
            read_record(result, row, record);
            if (is_one)
                record->record = postgres_take_text(result, row, 16);
        }
        read_seat(result, row, record);
    }
    PQclear(result);
    return record || !is_one ? STORE_OK : STORE_ABSENT;
}

postgres_reader *postgres_record_get(struct postgres_connection *connection,
                                     const struct store_job *job)
{
    postgres_send(connection, PG_RECORD_GET, "tt", job->table, job->viewer);
    return records_found;
}

postgres_reader *postgres_record_list(struct postgres_connection *connection,
                                      const struct store_job *job)
{
    int64_t before_ms = job->before_ms > 0 ? job->before_ms : INT64_MAX;
    postgres_send(connection, PG_RECORDS, "iooitt", before_ms, job->game, job->person.id,
                  (int64_t)(job->limit > 0 ? job->limit : 0), job->viewer,
                  job->sees_all ? "true" : "false");
    return records_found;
}

postgres_reader *postgres_records_rated(struct postgres_connection *connection,
                                        const struct store_job *job)
{
    postgres_send(connection, PG_RECORDS_RATED, "titi", job->game, job->from, job->table,
                  (int64_t)job->limit);
    return records_found;
}

postgres_reader *postgres_record_share(struct postgres_connection *connection,
                                       const struct store_job *job)
{
    postgres_send(connection, PG_RECORD_SHARE, "tt", job->table, job->person.id);
    return postgres_outcome;
}

/* ---- Statistics ---- */

static double read_won(const PGresult *result, int row)
{
    return strtod(PQgetvalue(result, row, 11), NULL);
}

static void read_matches(const PGresult *result, int row, struct statistics_sums *sums)
{
    int64_t seats = postgres_integer(result, row, 2);
    if (seats < 0 || seats > STORE_SEATS_MAX)
        return;
    statistics_seats_add(&sums->by_seats[seats],
                         &(struct statistics_seats){
                             .matches = postgres_integer(result, row, 3),
                             .moves = postgres_integer(result, row, 4),
                             .score = postgres_integer(result, row, 5),
                             .best_score = postgres_integer(result, row, 6),
                             .shortest = postgres_integer(result, row, 7),
                             .longest = postgres_integer(result, row, 8),
                             .lowest_score = postgres_integer(result, row, 9),
                             .highest_score = postgres_integer(result, row, 10),
                         });
}

static void read_level(const PGresult *result, int row, struct statistics_sums *sums)
{
    char name[sizeof((struct statistics_level *)0)->level];
    postgres_copy_text(name, sizeof name, result, row, 1);
    struct statistics_level *level = statistics_level(sums, name);
    if (!level)
        return;
    level->seats += postgres_integer(result, row, 3);
    level->score += postgres_integer(result, row, 5);
    level->won += read_won(result, row);
}

static void read_part(const PGresult *result, int row, struct statistics_sums *sums)
{
    char name[STORE_PART_TEXT];
    postgres_copy_text(name, sizeof name, result, row, 1);
    struct store_statistics_part *part = statistics_part(sums, name);
    if (!part)
        return;
    part->seats += postgres_integer(result, row, 3);
    part->won += read_won(result, row);
}

static void read_wins(const PGresult *result, int row, struct statistics_sums *sums)
{
    int64_t seats = postgres_integer(result, row, 2), seat = postgres_integer(result, row, 3);
    if (seats >= 0 && seats <= STORE_SEATS_MAX && seat >= 0 && seat < STORE_SEATS_MAX)
        sums->by_seats[seats].won[seat] += read_won(result, row);
}

static enum store_outcome statistics_found(struct postgres_connection *connection,
                                           struct store_job *job)
{
    PGresult *result = postgres_next(connection);
    struct statistics_sums sums = {0};
    for (int row = 0; row < PQntuples(result); row++) {
        switch (*PQgetvalue(result, row, 0)) {
        case 'm':
            read_matches(result, row, &sums);
            break;
        case 'l':
            read_level(result, row, &sums);
            break;
        case 'p':
            read_part(result, row, &sums);
            break;
        default:
            read_wins(result, row, &sums);
        }
    }
    PQclear(result);
    job->statistics = statistics_new(&sums);
    job->statistics_count = 1;
    return STORE_OK;
}

postgres_reader *postgres_statistics(struct postgres_connection *connection,
                                     const struct store_job *job)
{
    postgres_send(connection, PG_STATISTICS, "t", job->game);
    return statistics_found;
}
