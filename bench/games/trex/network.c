/* One layer of neurons, trained by stochastic gradient descent (Adam). */
#include "network.h"

#include "adam.h"
#include "whole_numbers.h"

#include <math.h>
#include <string.h>

enum {
    NEURONS_AT = TREX_FACTS * TREX_NEURONS,
    WEIGHTS = NEURONS_AT + TREX_NEURONS,
    BATCH = 256,
    HELD_OUT = 10, /* one sample in ten */
};

struct network {
    float weights[WEIGHTS]; /* in the order of struct trex_policy */
    float gradient[WEIGHTS], first[WEIGHTS], second[WEIGHTS]; /* Adam */
    int steps;
};

/* Between 0 and 1. */
static float chance(struct rng *rng)
{
    return (float)(rng_next(rng) >> 40) / (float)(1 << 24);
}

static void network_start(void *start, struct rng *rng)
{
    struct network *network = start;
    for (int i = 0; i < WEIGHTS; i++)
        network->weights[i] = (chance(rng) - 0.5f) * (i < NEURONS_AT ? 0.3f : 1);
}

/* What happens in the network for one card. */
struct pass {
    float sums[TREX_NEURONS];
    float chance;
};

static void facts_add(const struct network *network, const uint8_t *facts, int count,
                      float sums[TREX_NEURONS])
{
    for (int i = 0; i < count; i++)
        for (int n = 0; n < TREX_NEURONS; n++)
            sums[n] += network->weights[facts[i] * TREX_NEURONS + n];
}

static void choose(const struct network *network, const struct sample *sample,
                   struct pass passes[TREX_CARDS])
{
    float shared[TREX_NEURONS] = {0}, best = -INFINITY, sum = 0;
    facts_add(network, sample->facts.situation, TREX_SITUATION_FACTS, shared);
    for (int card = 0; card < sample->count; card++) {
        struct pass *pass = &passes[card];
        memcpy(pass->sums, shared, sizeof shared);
        facts_add(network, sample->facts.cards[card], TREX_CARD_FACTS, pass->sums);
        pass->chance = 0;
        for (int n = 0; n < TREX_NEURONS; n++)
            pass->chance += fmaxf(pass->sums[n], 0) * network->weights[NEURONS_AT + n];
        best = fmaxf(best, pass->chance);
    }
    for (int card = 0; card < sample->count; card++)
        sum += passes[card].chance = expf(passes[card].chance - best);
    for (int card = 0; card < sample->count; card++)
        passes[card].chance /= sum;
}

static void facts_learn(struct network *network, const uint8_t *facts, int count,
                        const float slopes[TREX_NEURONS])
{
    for (int i = 0; i < count; i++)
        for (int n = 0; n < TREX_NEURONS; n++)
            network->gradient[facts[i] * TREX_NEURONS + n] += slopes[n];
}

static void sample_learn(struct network *network, const struct sample *sample)
{
    struct pass passes[TREX_CARDS];
    float shared[TREX_NEURONS] = {0};
    choose(network, sample, passes);
    for (int card = 0; card < sample->count; card++) {
        const struct pass *pass = &passes[card];
        float slope = pass->chance - sample->shares[card], slopes[TREX_NEURONS];
        for (int n = 0; n < TREX_NEURONS; n++) {
            bool active = pass->sums[n] > 0;
            slopes[n] = active ? slope * network->weights[NEURONS_AT + n] : 0;
            shared[n] += slopes[n];
            network->gradient[NEURONS_AT + n] += active ? slope * pass->sums[n] : 0;
        }
        facts_learn(network, sample->facts.cards[card], TREX_CARD_FACTS, slopes);
    }
    facts_learn(network, sample->facts.situation, TREX_SITUATION_FACTS, shared);
}

/* Weights also shrink a little, so that they stay within what the mind can hold. */
static void network_step(struct network *network, float rate)
{
    const struct adam adam = {.count = WEIGHTS,
                              .weights = network->weights,
                              .gradient = network->gradient,
                              .first = network->first,
                              .second = network->second,
                              .batch = BATCH,
                              .rate = rate,
                              .shrink = 0.01f};
    adam_step(&adam, ++network->steps);
}

static int network_batches(const struct samples *samples)
{
    enum { PASSES = 12 };
    return (int)(samples->count * PASSES / BATCH) + 1;
}

static void network_fit(void *network, const struct samples *samples, int batch, struct rng *rng)
{
    const struct sample *all = samples->all;
    for (int learned = 0; learned < BATCH;) {
        uint32_t chosen = rng_below(rng, (uint32_t)samples->count);
        if (chosen % HELD_OUT == 0 && samples->count > 1)
            continue;
        sample_learn(network, &all[chosen]);
        learned++;
    }
    network_step(network, 0.01f * (1 - 0.99f * (float)batch / (float)network_batches(samples)));
}

static double network_error(void *network, const struct samples *samples, double *blind)
{
    const struct sample *all = samples->all;
    double error = 0, blind_error = 0;
    int held_out = 0;
    for (size_t i = 0; i < samples->count; i += HELD_OUT, held_out++) {
        struct pass passes[TREX_CARDS];
        choose(network, &all[i], passes);
        for (int card = 0; card < all[i].count; card++) {
            double share = all[i].shares[card];
            if (share > 0) {
                error += share * log(share / passes[card].chance);
                blind_error += share * log(share * all[i].count);
            }
        }
    }
    *blind = blind_error / held_out;
    return error / held_out;
}

static void network_round(const void *learned, void *weights)
{
    const float liking = 8 / logf(2); /* the mind counts in eighths of doublings */
    const float *at = ((const struct network *)learned)->weights;
    struct trex_policy *policy = weights;
    for (int fact = 0; fact < TREX_FACTS; fact++)
        for (int n = 0; n < TREX_NEURONS; n++)
            policy->facts[fact][n] = (int8_t)weight_round(*at++, TREX_FACT_ONE, INT8_MAX);
    for (int n = 0; n < TREX_NEURONS; n++)
        policy->neurons[n] =
            (int16_t)weight_round(*at++, liking * TREX_NEURON_ONE, TREX_NEURON_MAX);
}

static void network_put(unsigned char *bytes, int seats, const void *weights)
{
    const struct trex_policy *policy = weights;
    const unsigned char head[TREX_POLICY_HEAD] = {(unsigned char)seats, TREX_NEURONS, TREX_FACTS};
    memcpy(bytes, head, sizeof head);
    bytes += sizeof head;
    memcpy(bytes, policy->facts, sizeof policy->facts);
    bytes += sizeof policy->facts;
    numbers_put(bytes, policy->neurons, TREX_NEURONS);
}

const struct learner network_learner = {.sample_size = sizeof(struct sample),
                                        .network_size = sizeof(struct network),
                                        .weights_size = sizeof(struct trex_policy),
                                        .file_size = TREX_POLICY_SIZE,
                                        .start = network_start,
                                        .batches = network_batches,
                                        .fit = network_fit,
                                        .error = network_error,
                                        .round = network_round,
                                        .put = network_put};
