/* A solution of the formula: its neighbours, its groups, and the way from one tile to another. */
#ifndef BENCH_TRAKKS_EXACT_PATHS_H
#define BENCH_TRAKKS_EXACT_PATHS_H

#include "exact_formula.h"

/* The neighbours of every tile. */
struct exact_model {
    int count;                                                                    /* tiles */
    int next[EXACT_WAYS][EXACT_TILES_MAX], previous[EXACT_WAYS][EXACT_TILES_MAX]; /* or -1 */
    int group[EXACT_TILES_MAX]; /* -1: the tile is left over */
    int group_count;
};

/* The shortest paths from one tile to the others of its group, and the squares to which they lead. The
 * squares may contradict each other. */
struct exact_paths {
    int from[EXACT_TILES_MAX]; /* the tile before, -1 at the start */
    int way[EXACT_TILES_MAX];
    int length[EXACT_TILES_MAX]; /* -1: in another group */
    struct trakks_square at[EXACT_TILES_MAX];
};

/* Reads the solution that was found last. */
void exact_model_read(struct exact_model *model, const struct exact_formula *formula);
void exact_paths_find(struct exact_paths *paths, const struct exact_model *model, int start);

/* The square next to another. */
static inline struct trakks_square exact_square_after(struct trakks_square at, int way,
                                                      int distance)
{
    return way == EXACT_ACROSS ? (struct trakks_square){(int16_t)(at.x + distance), at.y}
                               : (struct trakks_square){at.x, (int16_t)(at.y + distance)};
}

static inline bool exact_squares_equal(struct trakks_square a, struct trakks_square b)
{
    return a.x == b.x && a.y == b.y;
}

#endif
