#include "load_histogram.h"

/* Steps have size one for small values; above, each doubling has HISTOGRAM_STEPS steps. */
static int step_of(int64_t value)
{
    if (value < HISTOGRAM_STEPS)
        return (int)value;
    int doubling = 63 - __builtin_clzll((uint64_t)value) - __builtin_ctz(HISTOGRAM_STEPS);
    return doubling * HISTOGRAM_STEPS + (int)(value >> doubling);
}

static int64_t step_last(int step)
{
    if (step < 2 * HISTOGRAM_STEPS)
        return step;
    int doubling = step / HISTOGRAM_STEPS - 1;
    return ((int64_t)(step - doubling * HISTOGRAM_STEPS + 1) << doubling) - 1;
}

void histogram_add(struct histogram *histogram, int64_t value)
{
    if (value < 0)
        value = 0;
    int step = step_of(value);
    histogram->counts[step < HISTOGRAM_SIZE ? step : HISTOGRAM_SIZE - 1]++;
    histogram->count++;
    if (value > histogram->max)
        histogram->max = value;
}

int64_t histogram_at(const struct histogram *histogram, double share)
{
    int64_t wanted = (int64_t)(share * (double)histogram->count), below = 0;
    for (int step = 0; step < HISTOGRAM_SIZE; step++) {
        below += histogram->counts[step];
        if (below > wanted || below == histogram->count)
            return step_last(step) < histogram->max ? step_last(step) : histogram->max;
    }
    return histogram->max;
}
