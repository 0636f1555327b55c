/* What test programs share. */
#ifndef TESTS_SUPPORT_H
#define TESTS_SUPPORT_H

#include "game/game.h"
#include "match/match.h"
#include "referee/referee.h"

/* Every registered game and the template; ends with NULL. */
const struct game *const *tested_games(void);

/* The component tables compiled in, for a game. */
struct game_tables_room tested_tables(const struct game *game);

/* Begins a match with options at random, of those with which the game starts. */
void tested_match_start(struct match *match, const struct game *game, int seats, const char *seed,
                        struct rng *rng);

/* Texts, loaded once for the whole program. */
const struct texts *tested_texts(void);

#endif
