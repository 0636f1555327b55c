/* What test programs share. */
#ifndef TESTS_SUPPORT_H
#define TESTS_SUPPORT_H

#include "game/game.h"
#include "match/match.h"
#include "referee/referee.h"

/* Every registered game and the template; ends with NULL. */
const struct game *const *tested_games(void);

/* The components compiled in, for a game. */
struct game_components_storage tested_components(const struct game *game);

/* Begins a match with options at random, of those with which the game starts. */
void tested_match_start(struct match *match, const struct game *game, int seats, const char *seed,
                        struct rng *rng);

/* The options without which computer players stay out of a match, as a JSON object. */
struct tested_json {
    char text[128];
} tested_options_needed(const struct game *game);

/* The main function of a test over random games: `test` says whether one of them passes, given its
 * game, seats and seed. `PROGRAM --games N` runs N of each kind, otherwise `games`;
 * `PROGRAM GAME SEATS SEED` runs one, as a failure named it. */
int tested_main(int argc, char **argv, int games,
                bool (*test)(const struct game *game, int seats, int seed));

/* Reads JSON, which must be good, into `doc`. */
void tested_doc(struct doc *doc, const char *json);

/* Texts, loaded once for the whole program. */
const struct texts *tested_texts(void);

#endif
