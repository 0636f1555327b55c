/* One puzzle: a decision of a seat with a clear answer (game/puzzle.h), and its judge. */
#ifndef PUZZLES_PUZZLE_H
#define PUZZLES_PUZZLE_H

#include "game/game.h"

#include <jansson.h>

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

#endif
