/* What a game gives to train its networks, except positions (course.h): how a network learns from
 * samples, and what becomes of it. Samples, networks and weights are plain memory of these sizes. */
#ifndef BENCH_LEARNER_H
#define BENCH_LEARNER_H

#include "base/rng.h"

#include <stddef.h>

struct samples {
    void *all;
    size_t count;
    size_t from; /* those from here on are new */
};

struct learner {
    size_t sample_size;
    size_t network_size; /* while it learns; zeroed at the start */
    size_t weights_size; /* of the result, as the mind uses it */
    size_t file_size;    /* of the result, in data/minds/<id>.bin */

    /* Random weights. */
    void (*start)(void *network, struct rng *rng);
    /* The number of batches to learn from when there are new samples; and learning from one of them,
     * counted from 0. Some samples are held out. */
    int (*batches)(const struct samples *samples);
    void (*fit)(void *network, const struct samples *samples, int batch, struct rng *rng);
    /* The mean squared error on the new samples that are held out, and the variance of their values. */
    double (*error)(void *network, const struct samples *samples, double *variance);

    void (*round)(const void *network, void *weights);
    /* The first byte is the number of players. */
    void (*put)(unsigned char *bytes, int seats, const void *weights);
};

#endif
