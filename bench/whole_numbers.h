/* Weights of a network as the whole numbers of a file of data/minds/. */
#ifndef BENCH_WHOLE_NUMBERS_H
#define BENCH_WHOLE_NUMBERS_H

#include <stdint.h>

/* A weight in units of 1/`one`, from -limit to limit. */
int weight_round(float weight, float one, int limit);

/* Two bytes for each number, the lower one first. Returns the end. */
unsigned char *numbers_put(unsigned char *bytes, const int16_t *numbers, int count);

#endif
