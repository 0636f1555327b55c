/* The puzzles of a game: data/puzzles/<game>.json, compiled in or replaced. */
#ifndef PUZZLES_LIST_H
#define PUZZLES_LIST_H

#include "puzzles/puzzle.h"

/* The file, as a new JSON value; NULL if the game has none or it cannot be read. `folder` as in
 * data_read. */
json_t *puzzle_list(const struct game *game, const char *folder);

/* The number of puzzles; 0 if `list` is no list. */
int puzzle_list_count(const json_t *list);

/* The entry with this number, from 0; NULL if there is none. It belongs to the list. */
const json_t *puzzle_list_entry(const json_t *list, int number);

#endif
