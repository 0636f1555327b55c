/* How a network learns: from the last turn backwards, on positions of games by instinct with some
 * random choices. Can be interrupted, and go on from a checkpoint. */
#ifndef BENCH_TYRANNOSAURUS_COURSE_H
#define BENCH_TYRANNOSAURUS_COURSE_H

#include "network.h"

struct course {
    int seats;
    int positions; /* of each turn */
    /* Every position has random numbers of its own, from the seed, so threads make no difference. Or
     * all random numbers come from one stream, on one thread. */
    uint64_t seed;
    struct rng *stream; /* or NULL */
    int threads;
    /* Values a position, a real state at the start of a turn, with the weights found so far, and
     * adds samples, at most one per seat. Called by several threads. */
    void (*add)(void *context, const struct tyrannosaurus_state *s, struct samples *samples,
                struct rng *rng);
    void *context;
    struct tyrannosaurus_weights *weights; /* the result; also while it learns */

    const char *checkpoint;    /* its file, or NULL; the caller removes it in the end */
    const char *purpose;       /* of the checkpoint */
    int64_t checkpoint_ns;     /* how often; it is also written before the course stops */
    bool (*should_stop)(void); /* or NULL */
    int later;                 /* positions of courses that follow, to estimate the time of all */
};

enum course_end {
    COURSE_DONE,
    COURSE_STOPPED,
    COURSE_FAILED /* after a message: a checkpoint cannot be read or written */
};
enum course_end course_run(const struct course *course);

/* The number of turns that such a network learns. */
int course_turns(int seats);

#endif
