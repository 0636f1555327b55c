/* Ratings of the players of one game: a fold over its records, in the order of their ends. Nothing is
 * stored, since the records give the same ratings again (docs/statistics.md).
 *
 * Players are people, and the levels of computer players. Someone whose account was deleted is a new
 * player in each match. */
#ifndef HALL_RATINGS_H
#define HALL_RATINGS_H

#include "base/id_map.h"
#include "game/game.h"
#include "players/rating.h"
#include "store/job.h"

#include <jansson.h>

enum {
    RATINGS_PROVISIONAL = 10, /* a rating is provisional before this many matches */
    RATINGS_KEY_TEXT = 20,
};

struct rated_player {
    char key[RATINGS_KEY_TEXT]; /* the id of a person, or '*' and a level */
    struct rating rating;
    int64_t matches;
};

/* All zero: no matches yet. */
struct ratings {
    struct id_map players;
};

void ratings_free(struct ratings *ratings);

/* Adds a match of the game, if it is rated. */
void ratings_add(struct ratings *ratings, const struct game *game,
                 const struct store_record *record);

/* The place of each seat: 1 for the winners, then by score. */
void ratings_places(const struct game *game, const struct store_record *record, int *places);

/* NULL: this person has played no rated match. */
const struct rated_player *ratings_find(const struct ratings *ratings, const char *person);

/* All players, strongest first, by what they reach with 97.5 % certainty. Free the array. */
const struct rated_player **ratings_sorted(const struct ratings *ratings);

/* The level of a computer player; NULL for people. */
const char *rated_player_level(const struct rated_player *player);
bool rated_player_is_provisional(const struct rated_player *player);

/* A mean or deviation as it is shown: rounded. */
int ratings_shown(double value);

/* Adds "mean", "deviation", "matches" and "provisional" to an object, which it returns. */
json_t *rated_player_json(const struct rated_player *player, json_t *object);

#endif
