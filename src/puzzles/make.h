/* Finds puzzles: plays matches between computer players, and stops at a decision with a clear answer.
 *
 * Nothing in a puzzle depends on what its seat cannot know: the answer is found from the view, and
 * the position of the puzzle is one that is imagined from the view, not the real one. Budgets are in
 * iterations, so the same seed gives the same puzzles on every machine. */
#ifndef PUZZLES_MAKE_H
#define PUZZLES_MAKE_H

#include "game/game.h"

#include <jansson.h>

enum { PUZZLE_TRIES = 10 }; /* of each level, to measure its solve rate */

/* The levels that are measured, from weakest to strongest; ends with NULL. */
extern const char *const puzzle_levels[];

/* Looks for a puzzle in the match with the seed "SEED/NUMBER". `stars` has a bit for each difficulty
 * that is wanted. Returns the puzzle as an entry of a puzzle file (docs/content.md), as a new value;
 * NULL if there is none in that match. */
json_t *puzzle_make(const struct game *game, const struct game_components_storage *components,
                    const char *seed, int number, uint32_t stars);

#endif
