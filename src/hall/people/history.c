/* Finished matches: records, lists of records, and statistics, all from the store. */
#include "hall/people/people.h"

#include "base/system/system.h"
#include "game/game.h"
#include "hall/front/front.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum {
    LISTED_MAX = 50,
    READING_US = 2000, /* what it costs the store's thread, roughly */
};

/* The text of a record, with the names of the seats. Free it. */
static char *record_text(const struct store_record *record)
{
    json_t *json = json_loads(record->record, 0, NULL);
    json_t *names = json_array();
    for (int i = 0; i < record->seats; i++)
        json_array_append_new(names, json_string(record->seat[i].name));
    json_object_set_new(json, "names", names);
    char *text = json_dumps(json, JSON_COMPACT);
    json_decref(json);
    return text;
}

static void answer_record(struct task *task, const struct store_record *record)
{
    struct client *client = task->client;
    char *text = record_text(record);
    if (!text)
        task_refuse_unavailable(task); /* it is damaged */
    else if (client->is_http)
        client_answer_raw(client, text);
    else
        client_answer_text(client, task->request.id, "record", text);
    free(text);
}

static void record_read_done(struct store_job *job)
{
    struct task *task = job->context;
    if (task_has_record(task, job))
        answer_record(task, &job->records[0]);
    task_free(task);
}

static json_t *number(double value)
{
    return json_real(isfinite(value) ? value : 0);
}

static const char *or_null(const char *text)
{
    return text[0] ? text : NULL;
}

/* The level of a computer player, which the record may name as an earlier version did; "": a
 * person. */
static const char *level_today(const char *game_id, const char *level)
{
    const struct game *game = game_find(games_all, game_id);
    return game ? player_name_in_game(game, level) : level;
}

json_t *history_record_json(const struct store_record *record)
{
    json_t *seats = json_array();
    for (int i = 0; i < record->seats; i++) {
        const struct store_result_seat *seat = &record->seat[i];
        json_array_append_new(
            seats, json_pack("{s:s?, s:s, s:s?, s:i, s:o}", "person", or_null(seat->person), "name",
                             seat->name, "level", or_null(level_today(record->game, seat->level)),
                             "score", (int)seat->score, "won", number(seat->won)));
    }
    return json_pack("{s:s, s:s, s:I, s:i, s:s?, s:b, s:b, s:o}", "table", record->table, "game",
                     record->game, "ended", (json_int_t)record->ended_ms, "moves",
                     record->move_count, "host", or_null(record->host), "shared", record->is_shared,
                     "rated", record->is_rated, "seats", seats);
}

static void records_read_done(struct store_job *job)
{
    struct task *task = job->context;
    if (job->outcome != STORE_OK) {
        task_refuse_unavailable(task);
    } else {
        json_t *list = json_array();
        for (size_t i = 0; i < job->record_count; i++)
            json_array_append_new(list, history_record_json(&job->records[i]));
        client_answer(task->client, task->request.id, json_pack("{s:o}", "records", list));
    }
    task_free(task);
}

static void record_shared(struct store_job *job)
{
    struct task *task = job->context;
    if (job->outcome == STORE_OK)
        client_answer(task->client, task->request.id, NULL);
    else if (job->outcome == STORE_ABSENT)
        task_refuse(task, FAULT_NO_TABLE, "server.no_record");
    else if (job->outcome == STORE_FORBIDDEN)
        task_refuse(task, FAULT_FORBIDDEN, "server.host_only");
    else
        task_refuse_unavailable(task);
    task_free(task);
}

static json_t *seats_json(const struct store_statistics_line *line)
{
    json_t *shares = json_array();
    for (int i = 0; i < line->seats; i++)
        json_array_append_new(shares, number(line->seat_shares[i]));
    return json_pack(
        "{s:i, s:I, s:o, s:I, s:I, s:o, s:o, s:I, s:I, s:o, s:o}", "seats", line->seats, "games",
        (json_int_t)line->matches, "mean_moves", number(line->mean_moves), "shortest",
        (json_int_t)line->shortest, "longest", (json_int_t)line->longest, "mean_score",
        number(line->mean_score), "mean_best_score", number(line->mean_best_score), "lowest_score",
        (json_int_t)line->lowest_score, "highest_score", (json_int_t)line->highest_score,
        "first_seat_share", number(line->seat_shares[0]), "seat_shares", shares);
}

/* Adds the results of a level to those of the same level of today. */
static void level_add(struct store_statistics *sums, const struct store_statistics_level *level,
                      const char *name)
{
    struct store_statistics_level *line = sums->by_level;
    while (line < sums->by_level + sums->level_count && strcmp(line->level, name) != 0)
        line++;
    if (line == sums->by_level + sums->level_count) {
        sums->level_count++;
        *line = (struct store_statistics_level){.seats = 0};
        snprintf(line->level, sizeof line->level, "%s", name);
    }
    double score =
        line->mean_score * (double)line->seats + level->mean_score * (double)level->seats;
    line->seats += level->seats;
    line->won += level->won;
    line->mean_score = score / (double)line->seats;
}

static void levels_join(const char *game_id, struct store_statistics *statistics)
{
    int count = statistics->level_count;
    statistics->level_count = 0;
    for (int i = 0; i < count; i++) {
        const struct store_statistics_level level = statistics->by_level[i];
        level_add(statistics, &level, level_today(game_id, level.level));
    }
}

static json_t *statistics_json(const struct store_statistics *statistics)
{
    json_t *by_seats = json_array(), *by_level = json_array(), *by_part = json_array();
    for (int i = 0; i <= STORE_SEATS_MAX; i++)
        if (statistics->by_seats[i].matches > 0)
            json_array_append_new(by_seats, seats_json(&statistics->by_seats[i]));
    for (int i = 0; i < statistics->level_count; i++) {
        const struct store_statistics_level *level = &statistics->by_level[i];
        json_array_append_new(
            by_level, json_pack("{s:s?, s:I, s:o, s:o}", "level", or_null(level->level), "seats",
                                (json_int_t)level->seats, "won", number(level->won), "mean_score",
                                number(level->mean_score)));
    }
    for (int i = 0; i < statistics->part_count; i++) {
        const struct store_statistics_part *part = &statistics->by_part[i];
        json_array_append_new(by_part,
                              json_pack("{s:s, s:I, s:o}", "part", part->part, "seats",
                                        (json_int_t)part->seats, "won", number(part->won)));
    }
    return json_pack("{s:I, s:I, s:o, s:o, s:o}", "games", (json_int_t)statistics->matches, "moves",
                     (json_int_t)statistics->moves, "by_seats", by_seats, "by_level", by_level,
                     "by_part", by_part);
}

static void statistics_read_done(struct store_job *job)
{
    struct task *task = job->context;
    if (job->outcome == STORE_OK && job->statistics) {
        levels_join(job->game, job->statistics);
        client_answer(task->client, task->request.id, statistics_json(job->statistics));
    } else {
        task_refuse_unavailable(task);
    }
    task_free(task);
}

void history_ask(struct client *client, struct request *request)
{
    static const struct {
        enum store_kind kind;
        void (*done)(struct store_job *job);
    } asked[REQUEST_KINDS] = {
        [REQUEST_RECORD] = {STORE_RECORD_GET, record_read_done},
        [REQUEST_RECORDS] = {STORE_RECORD_LIST, records_read_done},
        [REQUEST_SHARE] = {STORE_RECORD_SHARE, record_shared},
        [REQUEST_STATS] = {STORE_STATISTICS, statistics_read_done},
    };
    struct task *task = task_new(sizeof *task, client, request);
    const struct request *asks = &task->request;
    address_charge(client->address, READING_US);
    struct store_job *job = store_job_new(asked[asks->cmd].kind, asked[asks->cmd].done, task);
    if (asks->table)
        strcpy(job->table, asks->table);
    if (asks->person)
        strcpy(job->person.id, asks->person);
    if (asks->game)
        strcpy(job->game, asks->game);
    if (client->person)
        strcpy(asks->cmd == REQUEST_SHARE ? job->person.id : job->viewer, client->person->id);
    job->before_ms = asks->before;
    job->limit = LISTED_MAX;
    store_submit(client->environment->store, job);
}
