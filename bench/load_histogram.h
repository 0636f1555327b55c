/* A histogram of times in microseconds: percentiles of any number of values in fixed memory, with an
 * error below 2 %. */
#ifndef BENCH_LOAD_HISTOGRAM_H
#define BENCH_LOAD_HISTOGRAM_H

#include <stdint.h>

enum { HISTOGRAM_STEPS = 64, HISTOGRAM_SIZE = 40 * HISTOGRAM_STEPS };

struct histogram {
    int64_t counts[HISTOGRAM_SIZE];
    int64_t count, max;
};

void histogram_add(struct histogram *histogram, int64_t value);

/* The smallest value such that `share` (0 to 1) of all values are not larger. */
int64_t histogram_at(const struct histogram *histogram, double share);

#endif
