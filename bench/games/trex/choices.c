/* One layer of neurons, trained by stochastic gradient descent (Adam). */
#include "choices.h"

#include "adam.h"
#include "whole_numbers.h"

#include <math.h>
#include <string.h>

enum { BATCH = 256 };

/* Between 0 and 1. */
static float chance(struct rng *rng)
{
    return (float)(rng_next(rng) >> 40) / (float)(1 << 24);
}

void choices_start(struct choices *network, struct rng *rng)
{
    for (int i = 0; i < CHOICES_WEIGHTS; i++)
        network->weights[i] = (chance(rng) - 0.5f) * (i < CHOICES_NEURONS_AT ? 0.3f : 1);
}

/* What happens in the network for one card. */
struct pass {
    float sums[TREX_NEURONS];
    float chance;
};

static void facts_add(const struct choices *network, const uint8_t *facts, int count,
                      float sums[TREX_NEURONS])
{
    for (int i = 0; i < count; i++)
        for (int n = 0; n < TREX_NEURONS; n++)
            sums[n] += network->weights[facts[i] * TREX_NEURONS + n];
}

static void choose(const struct choices *network, const struct tried *sample,
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
            pass->chance += fmaxf(pass->sums[n], 0) * network->weights[CHOICES_NEURONS_AT + n];
        best = fmaxf(best, pass->chance);
    }
    for (int card = 0; card < sample->count; card++)
        sum += passes[card].chance = expf(passes[card].chance - best);
    for (int card = 0; card < sample->count; card++)
        passes[card].chance /= sum;
}

static void facts_learn(struct choices *network, const uint8_t *facts, int count,
                        const float slopes[TREX_NEURONS])
{
    for (int i = 0; i < count; i++)
        for (int n = 0; n < TREX_NEURONS; n++)
            network->gradient[facts[i] * TREX_NEURONS + n] += slopes[n];
}

static void sample_learn(struct choices *network, const struct tried *sample)
{
    struct pass passes[TREX_CARDS];
    float shared[TREX_NEURONS] = {0};
    choose(network, sample, passes);
    for (int card = 0; card < sample->count; card++) {
        const struct pass *pass = &passes[card];
        float slope = pass->chance - sample->shares[card], slopes[TREX_NEURONS];
        for (int n = 0; n < TREX_NEURONS; n++) {
            bool active = pass->sums[n] > 0;
            slopes[n] = active ? slope * network->weights[CHOICES_NEURONS_AT + n] : 0;
            shared[n] += slopes[n];
            network->gradient[CHOICES_NEURONS_AT + n] += active ? slope * pass->sums[n] : 0;
        }
        facts_learn(network, sample->facts.cards[card], TREX_CARD_FACTS, slopes);
    }
    facts_learn(network, sample->facts.situation, TREX_SITUATION_FACTS, shared);
}

/* Weights also shrink a little, so that they stay within what the mind can hold. */
static void step(struct choices *network, float rate)
{
    const struct adam adam = {.count = CHOICES_WEIGHTS,
                              .weights = network->weights,
                              .gradient = network->gradient,
                              .first = network->first,
                              .second = network->second,
                              .batch = BATCH,
                              .rate = rate,
                              .shrink = 0.01f};
    adam_step(&adam, ++network->steps);
}

int choices_batches(size_t count)
{
    enum { PASSES = 12 };
    return (int)(count * PASSES / BATCH) + 1;
}

void choices_fit(struct choices *network, const struct sample *all, size_t count, int batch,
                 struct rng *rng)
{
    for (int learned = 0; learned < BATCH;) {
        uint32_t chosen = rng_below(rng, (uint32_t)count);
        if (chosen % SAMPLES_HELD_OUT == 0 && count > 1)
            continue;
        sample_learn(network, &all[chosen].tried);
        learned++;
    }
    step(network, 0.01f * (1 - 0.99f * (float)batch / (float)choices_batches(count)));
}

double choices_error(const struct choices *network, const struct sample *all, size_t count,
                     double *blind)
{
    double error = 0, blind_error = 0;
    int held_out = 0;
    for (size_t i = 0; i < count; i += SAMPLES_HELD_OUT, held_out++) {
        struct pass passes[TREX_CARDS];
        const struct tried *tried = &all[i].tried;
        choose(network, tried, passes);
        for (int card = 0; card < tried->count; card++) {
            double share = tried->shares[card];
            if (share > 0) {
                error += share * log(share / passes[card].chance);
                blind_error += share * log(share * tried->count);
            }
        }
    }
    *blind = blind_error / held_out;
    return error / held_out;
}

void choices_round(const struct choices *network, struct trex_policy *policy)
{
    const float liking = 8 / logf(2); /* the mind counts in eighths of doublings */
    const float *at = network->weights;
    for (int fact = 0; fact < TREX_FACTS; fact++)
        for (int n = 0; n < TREX_NEURONS; n++)
            policy->facts[fact][n] = (int8_t)weight_round(*at++, TREX_FACT_ONE, INT8_MAX);
    for (int n = 0; n < TREX_NEURONS; n++)
        policy->neurons[n] =
            (int16_t)weight_round(*at++, liking * TREX_NEURON_ONE, TREX_NEURON_MAX);
}
