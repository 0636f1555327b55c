/* Ratings of the players of one game: a fold over its records, in the order of their ends.
 *
 * Then: strength. */
#include "hall/people/people.h"

#include "base/system/system.h"
#include "game/game.h"
#include "hall/front/front.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

void ratings_free(struct ratings *ratings)
{
    size_t at = 0;
    for (struct rated_player *player; (player = id_map_next(&ratings->players, &at));)
        free(player);
    id_map_free(&ratings->players);
}

/* The player on a seat, added if new. NULL: someone who was deleted. */
static struct rated_player *player_of(struct ratings *ratings, const struct game *game,
                                      const struct store_result_seat *seat)
{
    char key[RATINGS_KEY_TEXT];
    if (!seat->person[0] && !seat->level[0])
        return NULL;
    snprintf(key, sizeof key, "%s%s", seat->person[0] ? "" : "*",
             seat->person[0] ? seat->person : player_name_in_game(game, seat->level));
    struct rated_player *player = id_map_find(&ratings->players, key);
    if (player)
        return player;
    player = alloc_new(sizeof *player);
    strcpy(player->key, key);
    player->rating = rating_new();
    id_map_add(&ratings->players, player);
    return player;
}

/* Winners come before the others, even with equal scores: the rules decide ties. */
static bool is_better(const struct game *game, const struct store_result_seat *a,
                      const struct store_result_seat *b)
{
    if ((a->won > 0) != (b->won > 0))
        return a->won > 0;
    if (a->won > 0)
        return false;
    return game->lowest_wins ? a->score < b->score : a->score > b->score;
}

void ratings_places(const struct game *game, const struct store_record *record, int *places)
{
    for (int i = 0; i < record->seats; i++) {
        places[i] = 1;
        for (int k = 0; k < record->seats; k++)
            places[i] += is_better(game, &record->seat[k], &record->seat[i]);
    }
}

/* Whether at least two different players took part. */
static bool is_contest(struct rated_player *const *players, int count)
{
    for (int i = 0; i < count; i++)
        if (!players[i] || players[i] != players[0])
            return count > 1;
    return false;
}

/* A level on several seats gets the average of what each seat would have got. */
static void take_rating(struct rated_player *const *players, const struct rating *after, int count,
                        int seat)
{
    struct rating sum = {0};
    int seats = 0;
    for (int i = 0; i < count; i++) {
        if (players[i] != players[seat])
            continue;
        if (i < seat)
            return; /* done */
        sum.mean += after[i].mean;
        sum.deviation += after[i].deviation;
        seats++;
    }
    players[seat]->rating.mean = sum.mean / seats;
    players[seat]->rating.deviation = sum.deviation / seats;
    players[seat]->matches++;
}

void ratings_add(struct ratings *ratings, const struct game *game,
                 const struct store_record *record)
{
    struct rated_player *players[STORE_SEATS_MAX];
    struct rating after[STORE_SEATS_MAX];
    int places[STORE_SEATS_MAX];
    if (!record->is_rated)
        return;
    for (int i = 0; i < record->seats; i++) {
        players[i] = player_of(ratings, game, &record->seat[i]);
        after[i] = players[i] ? players[i]->rating : rating_new();
        rating_drift(&after[i]);
    }
    if (!is_contest(players, record->seats))
        return;
    ratings_places(game, record, places);
    rating_update(after, places, record->seats);
    for (int i = 0; i < record->seats; i++)
        if (players[i])
            take_rating(players, after, record->seats, i);
}

const struct rated_player *ratings_find(const struct ratings *ratings, const char *person)
{
    const struct rated_player *player = id_map_find(&ratings->players, person);
    return player && player->matches > 0 ? player : NULL;
}

/* Two deviations below the mean. */
static double lower_bound(const struct rated_player *player)
{
    return player->rating.mean - 2 * player->rating.deviation;
}

static int compare_players(const void *left, const void *right)
{
    const struct rated_player *a = *(const struct rated_player *const *)left;
    const struct rated_player *b = *(const struct rated_player *const *)right;
    double first = lower_bound(a), second = lower_bound(b);
    return first > second ? -1 : first < second ? 1 : strcmp(a->key, b->key);
}

const struct rated_player **ratings_sorted(const struct ratings *ratings)
{
    size_t count = ratings->players.count, at = 0, i = 0;
    const struct rated_player **sorted = alloc_array(count + 1, sizeof *sorted);
    for (const struct rated_player *player; (player = id_map_next(&ratings->players, &at));)
        sorted[i++] = player;
    qsort(sorted, count, sizeof *sorted, compare_players);
    return sorted;
}

const char *rated_player_level(const struct rated_player *player)
{
    return player->key[0] == '*' ? player->key + 1 : NULL;
}

bool rated_player_is_provisional(const struct rated_player *player)
{
    return player->matches < RATINGS_PROVISIONAL;
}

int ratings_shown(double value)
{
    return (int)floor(value + 0.5);
}

json_t *rated_player_json(const struct rated_player *player, json_t *object)
{
    json_object_set_new(object, "mean", json_integer(ratings_shown(player->rating.mean)));
    json_object_set_new(object, "deviation", json_integer(ratings_shown(player->rating.deviation)));
    json_object_set_new(object, "matches", json_integer(player->matches));
    json_object_set_new(object, "provisional", json_boolean(rated_player_is_provisional(player)));
    return object;
}

/* ---- Strength ---- */

/* Only matches of this person count, all of which they may read: so the answer reveals no match of
 * others. The ratings of levels are those that the same matches give them. */

enum {
    OWN_RECORDS_MAX = 1000, /* the latest */
    POINTS_MAX = 200,       /* of the history */
    READING_US = 10000,     /* what it costs the store's thread, roughly */
};

static void add_point(json_t *history, int64_t ended_ms, const struct rated_player *player)
{
    json_array_append_new(history, json_pack("[I, i, i]", (json_int_t)ended_ms,
                                             ratings_shown(player->rating.mean),
                                             ratings_shown(player->rating.deviation)));
}

static bool counts(const struct game *game, const struct store_record *record)
{
    return record->is_rated && strcmp(record->game, game->id) == 0;
}

/* Folds the records, which come latest first, and returns the history of the person. */
static json_t *fold(struct ratings *ratings, const struct game *game, const char *person,
                    const struct store_job *job)
{
    json_t *history = json_array();
    size_t count = 0, step;
    for (size_t i = 0; i < job->record_count; i++)
        count += counts(game, &job->records[i]);
    step = (count + POINTS_MAX - 1) / POINTS_MAX;
    for (size_t i = job->record_count; i-- > 0;) {
        if (!counts(game, &job->records[i]))
            continue;
        ratings_add(ratings, game, &job->records[i]);
        const struct rated_player *player = ratings_find(ratings, person);
        if (!player)
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

json_t *strength_json(const struct game *game, const char *person, const struct store_job *job)
{
    struct ratings ratings = {0};
    json_t *history = fold(&ratings, game, person, job);
    const struct rated_player *player = ratings_find(&ratings, person);
    json_t *strength = json_pack("{s:o, s:o, s:o}", "rating",
                                 player ? rated_player_json(player, json_object()) : json_null(),
                                 "history", history, "levels", levels_json(&ratings));
    ratings_free(&ratings);
    return strength;
}

static void own_records_read(struct store_job *job)
{
    struct task *task = job->context;
    if (job->outcome == STORE_OK)
        client_answer(task->client, task->request.id,
                      strength_json(game_find(games_all, job->game), job->person.id, job));
    else
        task_refuse_unavailable(task);
    task_free(task);
}

void strength_ask(struct client *client, struct request *request)
{
    struct task *task = task_new(sizeof *task, client, request);
    struct store_job *job = store_job_new(STORE_RECORD_LIST, own_records_read, task);
    address_charge(client->address, READING_US);
    strcpy(job->game, task->request.game);
    strcpy(job->person.id, client->person->id);
    strcpy(job->viewer, client->person->id);
    job->limit = OWN_RECORDS_MAX;
    store_submit(client->environment->store, job);
}
