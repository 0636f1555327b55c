/* Shared by the test programs. */
#ifndef TESTS_SUPPORT_H
#define TESTS_SUPPORT_H

#include "game/game.h"
#include "match/match.h"
#include "referee/referee.h"

/* Every registered game and the two templates; ends with NULL. */
const struct game *const *tested_games(void);

/* The components compiled in, for a game. */
struct game_components_storage tested_components(const struct game *game);

/* Starts a match with random options that the game accepts. */
void tested_match_start(struct match *match, const struct game *game, int seats, const char *seed,
                        struct rng *rng);

/* The options that computer players require, as a JSON object. */
struct tested_json {
    char text[128];
} tested_options_needed(const struct game *game);

/* Reads an argument that is a number, 0 or more. */
bool tested_number(const char *text, int *number);

/* Prints how to call a test program, for bad arguments. Returns the exit status 2. */
int tested_usage(const char *program, const char *arguments);

/* The main function of a test over random games. `test` returns whether one game passes, given the
 * game, seats and seed. `PROGRAM [--games N] [GAME]` runs N of each kind (default `games`), of all
 * games or of one; `PROGRAM GAME SEATS SEED` runs one match, as named by a failure. Other arguments:
 * the usage, and exit status 2. */
int tested_main(int argc, char **argv, int games,
                bool (*test)(const struct game *game, int seats, int seed));

/* Reads valid JSON into `doc`. */
void tested_doc(struct doc *doc, const char *json);

/* Texts, loaded once for the whole program. */
const struct texts *tested_texts(void);

#endif
