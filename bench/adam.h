/* Stochastic gradient descent by the method of Adam. */
#ifndef BENCH_ADAM_H
#define BENCH_ADAM_H

struct adam {
    int count; /* of weights */
    float *weights;
    float *gradient;       /* the sum over a batch; cleared by a step */
    float *first, *second; /* moments of the gradient, zero at the start */
    int batch;             /* samples in the gradient */
    float rate;
    float shrink; /* by this share, times the rate, all weights become smaller */
};
/* `number` of the step, from 1. */
void adam_step(const struct adam *adam, int number);

#endif
