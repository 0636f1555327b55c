#include "adam.h"

#include <math.h>

void adam_step(const struct adam *adam, int number)
{
    const float keep_first = 0.9f, keep_second = 0.999f;
    float first_scale = 1 - powf(keep_first, (float)number);
    float second_scale = 1 - powf(keep_second, (float)number);
    for (int i = 0; i < adam->count; i++) {
        float gradient = adam->gradient[i] / (float)adam->batch;
        float first = keep_first * adam->first[i] + (1 - keep_first) * gradient;
        float second = keep_second * adam->second[i] + (1 - keep_second) * gradient * gradient;
        adam->weights[i] -=
            adam->rate * (first / first_scale) / (sqrtf(second / second_scale) + 1e-7f) +
            adam->rate * adam->shrink * adam->weights[i];
        adam->first[i] = first;
        adam->second[i] = second;
        adam->gradient[i] = 0;
    }
}
