/* Exponentials and softmax draws that give the same result on every machine: only operations that
 * IEEE 754 rounds correctly are used, always in the same order. */
#ifndef BASE_SOFTMAX_H
#define BASE_SOFTMAX_H

#include "base/rng.h"

/* e to the power of `x`, which is not positive. */
double softmax_exp(double x);

/* Draws an index from 0 to count - 1. The higher its value, the likelier it is; one whose value is
 * lower by `softness`, which is positive, is e times less likely. */
int softmax_draw(const float values[], int count, double softness, struct rng *rng);

#endif
