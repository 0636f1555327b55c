/* How a network learns: samples are made from positions, and then the network learns from them. If a
 * course has several parts, such as the turns of a game, it begins with the last one, and values the
 * positions of each with the network that knows those after it. It can be interrupted, and go on from
 * a checkpoint. */
#ifndef BENCH_COURSE_H
#define BENCH_COURSE_H

#include "learner.h"

#include <stdbool.h>

struct course;

struct course_game {
    const struct learner *learner;
    const char *part;       /* what parts are called, such as "turn" */
    const char *first_part; /* what the one is called that is learned first, or NULL */
    /* If it has a name: other parts have this many times as many positions, and it takes about this many
     * times as long as one of them. */
    int first_share, first_takes;
    int samples_max; /* of one position */
    /* Makes samples of a random position of this part, with the weights found so far
     * (course->weights). Returns how many. Called by several threads. */
    int (*position_add)(const struct course *course, int part, struct rng *rng, void *samples);
};

struct course {
    const struct course_game *game;
    int seats;
    int parts;     /* 1 to this number, learned from the last to the first */
    int positions; /* of each part */
    /* Every position has random numbers of its own, from the seed, so threads make no difference. Or
     * all random numbers come from one stream, on one thread. */
    uint64_t seed;
    struct rng *stream; /* or NULL */
    int threads;
    const void *components; /* of the game, for position_add */
    void *context;          /* likewise */
    void *weights;          /* the result; also while it learns. Zero at the start */

    const char *checkpoint;    /* its file, or NULL; the caller removes it in the end */
    const char *purpose;       /* of the checkpoint */
    int64_t checkpoint_ns;     /* how often; it is also written before the course stops */
    bool (*should_stop)(void); /* or NULL */
    int later;                 /* work of courses that follow, to estimate the time of all */
};

/* How much there is to do, in positions of a part. */
int course_work(const struct course_game *game, int parts, int positions);

enum course_end {
    COURSE_DONE,
    COURSE_STOPPED,
    COURSE_FAILED /* after a message: a checkpoint cannot be read or written */
};
enum course_end course_run(const struct course *course);

#endif
