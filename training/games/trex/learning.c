/* Both kinds of learning, by the kind of the new samples. Then: one layer of neurons; standings. */
#include "learning.h"

#include "games/trex/mind/mind.h"
#include "training.h"

#include <math.h>
#include <string.h>

struct network {
    struct choices choices;
    struct round_standings standings;
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
    const unsigned char head[TREX_WEIGHTS_HEAD] = {(unsigned char)seats, TREX_NEURONS,
                                                   TREX_FEATURES, TREX_ROUNDS, TREX_WORTH_WEIGHTS};
    memcpy(bytes, head, sizeof head);
    bytes += sizeof head;
    memcpy(bytes, learned->policy.features, sizeof learned->policy.features);
    bytes += sizeof learned->policy.features;
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

/* ---- One layer of neurons ---- */

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

static void features_add(const struct choices *network, const uint8_t *features, int count,
                         float sums[TREX_NEURONS])
{
    for (int i = 0; i < count; i++)
        for (int n = 0; n < TREX_NEURONS; n++)
            sums[n] += network->weights[features[i] * TREX_NEURONS + n];
}

static void choose(const struct choices *network, const struct tried *sample,
                   struct pass passes[TREX_CARDS])
{
    float shared[TREX_NEURONS] = {0}, best = -INFINITY, sum = 0;
    features_add(network, sample->features.situation, TREX_SITUATION_FEATURES, shared);
    for (int card = 0; card < sample->count; card++) {
        struct pass *pass = &passes[card];
        memcpy(pass->sums, shared, sizeof shared);
        features_add(network, sample->features.cards[card], TREX_CARD_FEATURES, pass->sums);
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

static void features_learn(struct choices *network, const uint8_t *features, int count,
                           const float slopes[TREX_NEURONS])
{
    for (int i = 0; i < count; i++)
        for (int n = 0; n < TREX_NEURONS; n++)
            network->gradient[features[i] * TREX_NEURONS + n] += slopes[n];
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
        features_learn(network, sample->features.cards[card], TREX_CARD_FEATURES, slopes);
    }
    features_learn(network, sample->features.situation, TREX_SITUATION_FEATURES, shared);
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
    for (int feature = 0; feature < TREX_FEATURES; feature++)
        for (int n = 0; n < TREX_NEURONS; n++)
            policy->features[feature][n] = (int8_t)weight_round(*at++, TREX_FEATURE_ONE, INT8_MAX);
    for (int n = 0; n < TREX_NEURONS; n++)
        policy->neurons[n] =
            (int16_t)weight_round(*at++, liking * TREX_NEURON_ONE, TREX_NEURON_MAX);
}

/* ---- Standings ---- */

enum { WEIGHTS = TREX_WORTH_WEIGHTS };

void standing_see(struct round_standing *standing, const struct trex_state *s)
{
    enum { UNIT = TREX_WORTH_SQUARES };
    *standing = (struct round_standing){.round = s->round, .seats = s->seats};
    for (int i = 0; i < WEIGHTS; i++) {
        struct trex_worth unit = {0};
        int prospects[TREX_SEATS_MAX];
        ((int16_t *)&unit)[i] = UNIT; /* it has nothing but such numbers */
        trex_prospects(&unit, s, prospects);
        for (int seat = 0; seat < s->seats; seat++)
            standing->counts[seat][i] = (float)prospects[seat] / UNIT;
    }
}

static void chances_of(const struct round_standing *standing, const double worth[WEIGHTS],
                       double chances[TREX_SEATS_MAX])
{
    double best = -INFINITY, sum = 0;
    for (int seat = 0; seat < standing->seats; seat++) {
        chances[seat] = 0;
        for (int i = 0; i < WEIGHTS; i++)
            chances[seat] += worth[i] * (double)standing->counts[seat][i];
        best = fmax(best, chances[seat]);
    }
    for (int seat = 0; seat < standing->seats; seat++)
        sum += chances[seat] = exp(chances[seat] - best);
    for (int seat = 0; seat < standing->seats; seat++)
        chances[seat] /= sum;
}

/* Slopes and curvature of the loss. */
struct curve {
    double slopes[WEIGHTS], bends[WEIGHTS][WEIGHTS]; /* the lower half */
};

/* Adds `share` times the product of counts. */
static void bends_add(struct curve *curve, const float counts[WEIGHTS], double share)
{
    for (int i = 0; i < WEIGHTS; i++)
        if (counts[i] != 0)
            for (int j = 0; j <= i; j++)
                curve->bends[i][j] += share * (double)counts[i] * (double)counts[j];
}

static void standing_learn(struct curve *curve, const struct round_standing *standing,
                           const double worth[WEIGHTS])
{
    double chances[TREX_SEATS_MAX];
    float mean[WEIGHTS] = {0};
    chances_of(standing, worth, chances);
    for (int seat = 0; seat < standing->seats; seat++) {
        const float *counts = standing->counts[seat];
        double off = chances[seat] - (double)standing->values[seat];
        for (int i = 0; i < WEIGHTS; i++) {
            curve->slopes[i] += off * (double)counts[i];
            mean[i] += (float)chances[seat] * counts[i];
        }
        bends_add(curve, counts, chances[seat]);
    }
    bends_add(curve, mean, -1);
}

/* Turns slopes into the step to the lowest point, by Cholesky's decomposition of the bends. */
static void solve(struct curve *curve)
{
    double(*low)[WEIGHTS] = curve->bends, *step = curve->slopes;
    for (int i = 0; i < WEIGHTS; i++) {
        for (int j = 0; j <= i; j++) {
            double rest = low[i][j];
            for (int k = 0; k < j; k++)
                rest -= low[i][k] * low[j][k];
            low[i][j] = i == j ? sqrt(rest) : rest / low[j][j];
        }
        for (int k = 0; k < i; k++)
            step[i] -= low[i][k] * step[k];
        step[i] /= low[i][i];
    }
    for (int i = WEIGHTS - 1; i >= 0; i--) {
        for (int k = i + 1; k < WEIGHTS; k++)
            step[i] -= low[k][i] * step[k];
        step[i] /= low[i][i];
    }
}

void standings_fit(struct round_standings *standings, const struct sample *all, size_t count)
{
    static const double FAITH = 5; /* in the weights of the next round */
    struct curve curve = {0};
    double *worth = standings->worths[all->standing.round - 1];
    const double *next = standings->worths[all->standing.round];
    for (size_t i = 0; i < count; i++)
        if (i % SAMPLES_HELD_OUT != 0)
            standing_learn(&curve, &all[i].standing, worth);
    for (int i = 0; i < WEIGHTS; i++) {
        curve.slopes[i] += FAITH * (worth[i] - next[i]);
        curve.bends[i][i] += FAITH;
    }
    solve(&curve);
    for (int i = 0; i < WEIGHTS; i++)
        worth[i] -= curve.slopes[i];
}

double standings_error(const struct round_standings *standings, const struct sample *all,
                       size_t count, double *variance)
{
    const double *worth = standings->worths[all->standing.round - 1];
    double error = 0, spread = 0;
    int held_out = 0;
    for (size_t i = 0; i < count; i += SAMPLES_HELD_OUT) {
        const struct round_standing *standing = &all[i].standing;
        double chances[TREX_SEATS_MAX];
        chances_of(standing, worth, chances);
        for (int seat = 0; seat < standing->seats; seat++, held_out++) {
            double value = (double)standing->values[seat];
            error += pow(chances[seat] - value, 2);
            spread += pow(value - 1.0 / standing->seats, 2);
        }
    }
    *variance = spread / held_out;
    return error / held_out;
}

void standings_round(const struct round_standings *standings, struct trex_worth worths[TREX_ROUNDS])
{
    for (int round = 0; round < TREX_ROUNDS; round++) {
        int16_t *worth = (int16_t *)&worths[round];
        for (int i = 0; i < WEIGHTS; i++)
            worth[i] = (int16_t)weight_round((float)standings->worths[round][i], TREX_WORTH_ONE,
                                             TREX_WORTH_MAX);
    }
}
