/* Winning chances, and the expert's move, as one viewer could judge them at one moment. Nothing here
 * sees more than a view and a memory. */
#ifndef ANALYSIS_ESTIMATE_H
#define ANALYSIS_ESTIMATE_H

#include "game/game.h"
#include "game/mind.h"

/* What a viewer knows at one moment of a match. */
struct knowledge {
    const struct game *game;
    int seats;
    int viewer;        /* a seat or GAME_SPECTATOR */
    size_t move_count; /* made so far */
    struct game_state_storage view;
    const void *memory; /* NULL: none */
};

/* What the expert is asked at this moment. */
struct mind_question estimate_question(const struct knowledge *knowledge, int64_t iterations,
                                       struct rng *rng);

/* The iterations that one estimate of this game needs for a stable result. */
int estimate_iterations(const struct game *game);

/* Everyone's winning chances after each of these moves of the viewer; a NULL move: as the position
 * is. Estimates with different values of `sample` are independent; within a sample, all moves are tried
 * in the same imagined worlds. */
void estimate_chances(const struct knowledge *knowledge, const struct move *const *moves, int count,
                      int64_t iterations, int sample, struct game_chances *chances);

/* Whether all samples are the same. */
bool estimate_is_certain(const struct knowledge *knowledge);

/* The expert's move; false if the expert would wait. */
bool estimate_best(const struct knowledge *knowledge, int64_t iterations,
                   union game_move_storage *move);

/* Whether the viewer knows enough to judge a move. */
bool estimate_judges(const struct knowledge *knowledge, const struct move *move);

/* Why the expert makes a move, or waits (NULL): a key of the game's "hints", or NULL. */
const char *estimate_reason(const struct knowledge *knowledge, const struct move *move,
                            int64_t iterations, struct buffer *detail);

/* What the game adds about a move that was made: a key of its "reviews", or NULL. */
const char *estimate_note(const struct knowledge *knowledge, const struct move *move,
                          int64_t iterations, struct buffer *detail);

#endif
