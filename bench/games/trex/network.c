/* Both kinds of learning, by the kind of the new samples. */
#include "network.h"

#include "choices.h"
#include "standings.h"
#include "whole_numbers.h"

#include <string.h>

struct network {
    struct choices choices;
    struct standings standings;
};

static const struct sample *new_samples(const struct samples *samples, size_t *count)
{
    *count = samples->count - samples->from;
    return (const struct sample *)samples->all + samples->from;
}

static void network_start(void *network, struct rng *rng)
{
    choices_start(&((struct network *)network)->choices, rng);
}

static int network_batches(const struct samples *samples)
{
    size_t count;
    const struct sample *fresh = new_samples(samples, &count);
    return fresh->is_standing ? STANDINGS_STEPS : choices_batches(count);
}

static void network_fit(void *learning, const struct samples *samples, int batch, struct rng *rng)
{
    struct network *network = learning;
    size_t count;
    const struct sample *fresh = new_samples(samples, &count);
    if (fresh->is_standing)
        standings_fit(&network->standings, fresh, count);
    else
        choices_fit(&network->choices, fresh, count, batch, rng);
}

static double network_error(void *learned, const struct samples *samples, double *variance)
{
    const struct network *network = learned;
    size_t count;
    const struct sample *fresh = new_samples(samples, &count);
    return fresh->is_standing ? standings_error(&network->standings, fresh, count, variance)
                              : choices_error(&network->choices, fresh, count, variance);
}

static void network_round(const void *learned, void *weights)
{
    const struct network *network = learned;
    struct trex_learned *result = weights;
    choices_round(&network->choices, &result->policy);
    standings_round(&network->standings, result->worths);
}

static void network_put(unsigned char *bytes, int seats, const void *weights)
{
    const struct trex_learned *learned = weights;
    const unsigned char head[TREX_WEIGHTS_HEAD] = {(unsigned char)seats, TREX_NEURONS, TREX_FACTS,
                                                   TREX_ROUNDS, TREX_WORTH_WEIGHTS};
    memcpy(bytes, head, sizeof head);
    bytes += sizeof head;
    memcpy(bytes, learned->policy.facts, sizeof learned->policy.facts);
    bytes += sizeof learned->policy.facts;
    bytes = numbers_put(bytes, learned->policy.neurons, TREX_NEURONS);
    numbers_put(bytes, (const int16_t *)learned->worths, TREX_ROUNDS * TREX_WORTH_WEIGHTS);
}

const struct learner network_learner = {.sample_size = sizeof(struct sample),
                                        .network_size = sizeof(struct network),
                                        .weights_size = sizeof(struct trex_learned),
                                        .file_size = TREX_WEIGHTS_SIZE,
                                        .start = network_start,
                                        .batches = network_batches,
                                        .fit = network_fit,
                                        .error = network_error,
                                        .round = network_round,
                                        .put = network_put};
