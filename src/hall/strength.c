/* Only matches of this person count, all of which they may read: so the answer reveals no match of
 * others. The ratings of levels are those that the same matches give them. */
#include "hall/strength.h"

#include "game/registry.h"
#include "hall/people.h"
#include "hall/ratings.h"
#include "hall/task.h"

#include <stdlib.h>
#include <string.h>

enum {
    RECORDS_MAX = 1000, /* the latest */
    POINTS_MAX = 200,   /* of the history */
    READING_US = 10000, /* what it costs the store's thread, roughly */
};

static void add_point(json_t *history, int64_t ended_ms, const struct rated_player *player)
{
    json_array_append_new(history, json_pack("[I, i, i]", (json_int_t)ended_ms,
                                             ratings_shown(player->rating.mean),
                                             ratings_shown(player->rating.deviation)));
}

/* Folds the records, which come latest first, and returns the history of the person. */
static json_t *fold(struct ratings *ratings, const struct game *game, const char *person,
                    const struct store_job *job)
{
    json_t *history = json_array();
    size_t count = 0, step;
    for (size_t i = 0; i < job->record_count; i++)
        count += job->records[i].is_rated;
    step = (count + POINTS_MAX - 1) / POINTS_MAX;
    for (size_t i = job->record_count; i-- > 0;) {
        ratings_add(ratings, game, &job->records[i]);
        const struct rated_player *player = ratings_find(ratings, person);
        if (!job->records[i].is_rated || !player)
            continue;
        count--;
        if (count % step == 0) /* the latest is always there */
            add_point(history, job->records[i].ended_ms, player);
    }
    return history;
}

static json_t *levels_json(const struct ratings *ratings)
{
    json_t *levels = json_array();
    const struct rated_player **sorted = ratings_sorted(ratings);
    for (size_t i = 0; sorted[i]; i++) {
        const char *level = rated_player_level(sorted[i]);
        if (level && sorted[i]->matches > 0)
            json_array_append_new(levels,
                                  rated_player_json(sorted[i], json_pack("{s:s}", "level", level)));
    }
    free(sorted);
    return levels;
}

static void records_read(struct store_job *job)
{
    struct task *task = job->context;
    struct ratings ratings = {0};
    if (job->outcome != STORE_OK) {
        task_refuse_unavailable(task);
    } else {
        json_t *history = fold(&ratings, game_find(games_all, job->game), job->person.id, job);
        const struct rated_player *player = ratings_find(&ratings, job->person.id);
        client_answer(task->client, task->request.id,
                      json_pack("{s:o, s:o, s:o}", "rating",
                                player ? rated_player_json(player, json_object()) : json_null(),
                                "history", history, "levels", levels_json(&ratings)));
    }
    ratings_free(&ratings);
    task_free(task);
}

void strength_ask(struct client *client, struct request *request)
{
    struct task *task = task_new(sizeof *task, client, request);
    struct store_job *job = store_job_new(STORE_RECORD_LIST, records_read, task);
    address_charge(client->address, READING_US);
    strcpy(job->game, task->request.game);
    strcpy(job->person.id, client->person->id);
    strcpy(job->viewer, client->person->id);
    job->limit = RECORDS_MAX;
    store_submit(client->environment->store, job);
}
