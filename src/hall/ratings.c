#include "hall/ratings.h"

#include "base/alloc.h"

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
static struct rated_player *player_of(struct ratings *ratings, const struct store_result_seat *seat)
{
    char key[RATINGS_KEY_TEXT];
    if (!seat->person[0] && !seat->level[0])
        return NULL;
    snprintf(key, sizeof key, "%s%s", seat->person[0] ? "" : "*",
             seat->person[0] ? seat->person : seat->level);
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
        players[i] = player_of(ratings, &record->seat[i]);
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
