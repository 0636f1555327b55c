/* Puzzles: decisions of a match with a clear answer.
 *
 *     puzzle.c  a puzzle and its judge, the file of a game, the calendar
 *     make.c    finds new ones in matches between computer players
 *     ask.c     the requests of the page */
#ifndef PUZZLES_PUZZLES_H
#define PUZZLES_PUZZLES_H

#include "game/game.h"
#include "players/players.h"
#include "text/text.h"

#include <jansson.h>
#include <stdbool.h>
#include <stdint.h>

/* ---- A puzzle ---- */

/* One puzzle: a decision of a seat with a clear answer (game/mind.h), and its judge. */

enum {
    PUZZLE_STARS_MAX = 3,  /* from 1, easy, to 3, hard */
    PUZZLE_MOVES_MAX = 32, /* moves with values */
    PUZZLE_VALUE_ONE = 1000,
};

struct puzzle {
    const struct game *game;
    int seats, seat;
    int stars;
    int effort;                      /* pieces that the solution rearranges; -1: does not apply */
    struct game_state_storage state; /* what the seat cannot know is imagined */
    /* All moves with their values in thousandths, the best first. None: the answer wins at once. */
    int move_count;
    struct move moves[PUZZLE_MOVES_MAX];
    int32_t values[PUZZLE_MOVES_MAX];
};

/* Reads an entry of a puzzle file (docs/content.md). The fault says what is wrong with it. */
bool puzzle_read(struct puzzle *puzzle, const struct game *game,
                 const struct game_components_storage *components, const json_t *entry,
                 struct fault *fault);

/* The same as JSON, a new value. */
json_t *puzzle_json(const struct puzzle *puzzle);

/* The judgement of a legal move of the puzzle's seat. */
struct puzzle_verdict {
    bool solved;
    int32_t loss; /* what a wrong move gives away, in thousandths; 0 if that has no meaning */
};
struct puzzle_verdict puzzle_judge(const struct puzzle *puzzle, const struct move *move);

/* A move that solves the puzzle, the same each time. It may take some milliseconds. False if none
 * is found, which a valid puzzle rules out. */
bool puzzle_solution(const struct puzzle *puzzle, union game_move_storage *move);

/* The view of the puzzle's seat. */
void puzzle_view(const struct puzzle *puzzle, struct game_state_storage *view);

/* ---- Lists ---- */

/* The puzzles of a game: data/puzzles/<game>.json, compiled in or replaced. */

/* The file, as a new JSON value; NULL if the game has none or it cannot be read. `folder` as in
 * data_read. */
json_t *puzzle_list(const struct game *game, const char *folder);

/* The number of puzzles; 0 if `list` is no list. */
int puzzle_list_count(const json_t *list);

/* The entry with this number, from 0; NULL if there is none. It belongs to the list. */
const json_t *puzzle_list_entry(const json_t *list, int number);

/* ---- The calendar ---- */

/* Which puzzle belongs to which day.
 *
 * A day is a number of days since 1970. It begins at midnight UTC, for everyone at the same moment. The
 * list of a game is used in its order, from PUZZLE_FIRST_DAY on. When it is exhausted it starts again,
 * in another order each time. So puzzles that are added at its end change no day on which the list was
 * long enough. */

enum {
    PUZZLE_FIRST_DAY = 20713,  /* 17 September 2026 */
    PUZZLE_LAST_DAY = 2932896, /* 31 December 9999 */
};

/* The day of a time in ms since 1970. */
int puzzle_day_at(int64_t ms);

/* The number of the puzzle of a day, in a list of `count`; -1 if the day has none. */
int puzzle_of_day(int day, int count);

/* Whether the puzzle with this number has had its day, or has it today. */
bool puzzle_is_out(int number, int today);

/* Reads a date such as 2026-11-16; false if there is no such day. */
bool puzzle_day_read(const char *date, int *day);

/* ---- Making puzzles ---- */

/* Finds puzzles: plays matches between computer players, and stops at a decision with a clear answer.
 *
 * Nothing in a puzzle depends on what its seat cannot know: the answer is found from the view, and
 * the position of the puzzle is one that is imagined from the view, not the real one. Budgets are in
 * iterations, so the same seed gives the same puzzles on every machine. */

/* The computer players whose solve rates say how difficult a puzzle is, from weakest to strongest; the
 * first two play the matches. Their times are those of a slow machine, counted in iterations. */
enum {
    PUZZLE_SOLVERS = 4,
    PUZZLE_TRIES = 10, /* of each of them */
};
extern const struct player puzzle_solvers[PUZZLE_SOLVERS];

/* Looks for a puzzle in the match with the seed "SEED/NUMBER". `stars` has a bit for each difficulty
 * that is wanted. Returns the puzzle as an entry of a puzzle file (docs/content.md), as a new value;
 * NULL if there is none in that match. */
json_t *puzzle_make(const struct game *game, const struct game_components_storage *components,
                    const char *seed, int number, uint32_t stars);

/* ---- Requests ---- */

/* Puzzles for a front end that has the file of a game and knows no rules. docs/content.md lists the
 * requests. */

/* Answers a request, as a new value. An answer with "error" says what is wrong with the puzzle, the
 * request or the move. */
json_t *puzzle_ask(const struct texts *texts, const json_t *request);

#endif
