/* Leaderboards of a server.
 *
 * Then: answers; reading; requests. */
#include "hall/people/people.h"

#include "base/system/system.h"
#include "game/game.h"
#include "hall/front/front.h"

#include <stdlib.h>
#include <string.h>

#define HOUR_MS (INT64_C(3600) * 1000)

enum {
    FRESH_MS = 10000,  /* how long an answer is used */
    RECORDS_MAX = 500, /* read by one job: a few milliseconds of the store's thread */
    PEOPLE_SHOWN = 100,
};

/* A task that waits for the first answer. */
struct waiting {
    struct task task;
    struct waiting *next;
};

struct leaderboard {
    struct leaderboard *next;
    struct leaderboards *all;
    const struct game *game;
    struct ratings ratings;
    int64_t from_ms;           /* the end … */
    char table[STORE_ID_TEXT]; /* … and the table of the latest match that was added */
    int64_t built_ms;          /* when it was computed from the beginning */
    bool is_running;           /* a job of the store is under way */
    bool is_stale;             /* it must be computed from the beginning */
    bool has_changed;          /* who is listed, since the running job began */
    int64_t made_ms;
    json_t *lines; /* NULL: none yet */
    struct store_person *listed;
    size_t listed_count;
    struct waiting *waiting;
};

void leaderboards_start(struct leaderboards *leaderboards, struct environment *environment)
{
    *leaderboards = (struct leaderboards){.environment = environment};
}

/* The tasks belong to their clients. */
void leaderboards_free(struct leaderboards *leaderboards)
{
    for (struct leaderboard *board; (board = leaderboards->first);) {
        leaderboards->first = board->next;
        ratings_free(&board->ratings);
        json_decref(board->lines);
        free(board->listed);
        free(board);
    }
}

static struct leaderboard *find(struct leaderboards *leaderboards, const struct game *game)
{
    struct leaderboard *board = leaderboards->first;
    while (board && board->game != game)
        board = board->next;
    if (board)
        return board;
    board = alloc_new(sizeof *board);
    board->all = leaderboards;
    board->game = game;
    board->is_stale = true;
    board->next = leaderboards->first;
    leaderboards->first = board;
    return board;
}

/* ---- Answers ---- */

static int compare_person(const void *id, const void *person)
{
    return strcmp(id, ((const struct store_person *)person)->id);
}

static const struct store_person *find_listed(const struct leaderboard *board, const char *id)
{
    return board->listed_count == 0 ? NULL
                                    : bsearch(id, board->listed, board->listed_count,
                                              sizeof *board->listed, compare_person);
}

/* Computer players, and people who are listed and whose ratings are not provisional. */
static json_t *lines_json(const struct leaderboard *board)
{
    json_t *lines = json_array();
    const struct rated_player **sorted = ratings_sorted(&board->ratings);
    int rank = 0;
    for (size_t i = 0; sorted[i]; i++) {
        const char *level = rated_player_level(sorted[i]);
        const struct store_person *person = level ? NULL : find_listed(board, sorted[i]->key);
        json_t *line = NULL;
        if (level && sorted[i]->matches > 0)
            line = json_pack("{s:s}", "level", level);
        else if (person && !rated_player_is_provisional(sorted[i]) && rank < PEOPLE_SHOWN)
            line = json_pack("{s:i, s:s, s:s}", "rank", ++rank, "person", person->id, "name",
                             person->name);
        if (person && line && person->face > 0)
            json_object_set_new(line, "face", json_integer(person->face));
        if (person && line && person->page[0])
            json_object_set_new(line, "page", json_string(person->page));
        if (line)
            json_array_append_new(lines, rated_player_json(sorted[i], line));
    }
    free(sorted);
    return lines;
}

static void answer(const struct leaderboard *board, struct task *task)
{
    const struct person *person = task->client->person;
    bool is_listed = person && find_listed(board, person->id);
    client_answer(task->client, task->request.id,
                  json_pack("{s:O, s:b}", "lines", board->lines, "listed", is_listed));
    task_free(task);
}

static void answer_waiting(struct leaderboard *board)
{
    for (struct waiting *waiting; (waiting = board->waiting);) {
        board->waiting = waiting->next;
        if (board->lines) {
            answer(board, &waiting->task);
        } else {
            task_refuse_unavailable(&waiting->task);
            task_free(&waiting->task);
        }
    }
}

/* ---- Reading ---- */

static void listings_read(struct store_job *job);

static void read_listings(struct leaderboard *board)
{
    board->has_changed = false;
    store_submit(board->all->environment->store,
                 store_job_new(STORE_LISTINGS, listings_read, board));
}

static void listings_read(struct store_job *job)
{
    struct leaderboard *board = job->context;
    if (board->has_changed) {
        read_listings(board);
        return;
    }
    board->is_running = false;
    if (job->outcome == STORE_OK) {
        free(board->listed);
        board->listed = job->listed;
        board->listed_count = job->listed_count;
        job->listed = NULL;
        job->listed_count = 0;
        json_decref(board->lines);
        board->lines = lines_json(board);
        board->made_ms = board->all->environment->now_ms;
    }
    answer_waiting(board);
}

static void records_read(struct store_job *job);

static void read_records(struct leaderboard *board)
{
    struct store_job *job = store_job_new(STORE_RECORDS_RATED, records_read, board);
    strcpy(job->game, board->game->id);
    job->from = board->from_ms;
    memcpy(job->table, board->table, sizeof job->table);
    job->limit = RECORDS_MAX;
    store_submit(board->all->environment->store, job);
}

static void records_read(struct store_job *job)
{
    struct leaderboard *board = job->context;
    if (job->outcome != STORE_OK) {
        board->is_running = false;
        board->is_stale = true;
        answer_waiting(board);
        return;
    }
    for (size_t i = 0; i < job->record_count; i++)
        ratings_add(&board->ratings, board->game, &job->records[i]);
    if (job->record_count > 0) {
        const struct store_record *last = &job->records[job->record_count - 1];
        board->from_ms = last->ended_ms;
        memcpy(board->table, last->table, sizeof board->table);
    }
    if (job->record_count == RECORDS_MAX)
        read_records(board);
    else
        read_listings(board);
}

static void refresh(struct leaderboard *board)
{
    int64_t now_ms = board->all->environment->now_ms;
    if (board->is_running || (board->lines && now_ms - board->made_ms < FRESH_MS))
        return;
    if (board->is_stale || now_ms - board->built_ms >= HOUR_MS) {
        ratings_free(&board->ratings);
        board->from_ms = INT64_MIN;
        board->table[0] = '\0';
        board->built_ms = now_ms;
        board->is_stale = false;
    }
    board->is_running = true;
    read_records(board);
}

/* ---- Requests ---- */

void leaderboards_ask(struct leaderboards *leaderboards, struct client *client,
                      struct request *request)
{
    struct waiting *waiting = task_new(sizeof *waiting, client, request);
    struct task *task = &waiting->task;
    if (!leaderboards->environment->settings.leaderboard) {
        task_refuse(task, FAULT_FORBIDDEN, "server.no_leaderboard");
        task_free(task);
        return;
    }
    struct leaderboard *board = find(leaderboards, game_find(games_all, task->request.game));
    refresh(board);
    if (board->lines) { /* perhaps a little old, while newer ones are computed */
        answer(board, task);
        return;
    }
    waiting->next = board->waiting;
    board->waiting = waiting;
}

/* Drops the answer: it may name someone who does not want it. */
static void drop_answer(struct leaderboard *board)
{
    json_decref(board->lines);
    board->lines = NULL;
    board->has_changed = true;
}

static void listing_set(struct store_job *job)
{
    struct task *task = job->context;
    if (job->outcome == STORE_OK)
        client_answer(task->client, task->request.id, json_pack("{s:b}", "listed", job->is_listed));
    else if (job->outcome == STORE_ABSENT)
        task_refuse(task, FAULT_FORBIDDEN, "server.no_account");
    else
        task_refuse_unavailable(task);
    task_free(task);
}

void leaderboards_list(struct leaderboards *leaderboards, struct client *client,
                       struct request *request)
{
    struct task *task = task_new(sizeof *task, client, request);
    struct store_job *job = store_job_new(STORE_LISTING_SET, listing_set, task);
    strcpy(job->person.id, client->person->id);
    job->is_listed = task->request.on;
    store_submit(leaderboards->environment->store, job);
    leaderboards_check(leaderboards, NULL);
}

void leaderboards_check(struct leaderboards *leaderboards, const char *person)
{
    for (struct leaderboard *board = leaderboards->first; board; board = board->next)
        if (!person || board->is_running || find_listed(board, person))
            drop_answer(board);
}

void leaderboards_forget(struct leaderboards *leaderboards)
{
    for (struct leaderboard *board = leaderboards->first; board; board = board->next) {
        drop_answer(board);
        board->is_stale = true;
    }
}
