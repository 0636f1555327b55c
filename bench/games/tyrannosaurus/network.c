/* One layer of neurons, trained by stochastic gradient descent (Adam). */
#include "network.h"

#include "base/check.h"
#include "games/tyrannosaurus/mind/choices.h"
#include "games/tyrannosaurus/tyrannosaurus.h"

#include <math.h>
#include <string.h>

enum { NEURONS_AT = TYREX_FACTS * TYREX_NEURONS, LEAD_AT = NEURONS_AT + TYREX_NEURONS };

void network_start(struct network *network, struct rng *rng)
{
    memset(network, 0, sizeof *network);
    for (int i = 0; i < LEAD_AT; i++)
        network->weights[i] =
            (float)(tyrannosaurus_chance(rng) - 0.5) * (i < NEURONS_AT ? 0.2f : 0.5f);
}

static float view_output(const struct network *network, const struct sample *sample, int view,
                         float sums[TYREX_NEURONS])
{
    memset(sums, 0, TYREX_NEURONS * sizeof *sums);
    for (int i = 0; i < sample->count[view]; i++)
        for (int n = 0; n < TYREX_NEURONS; n++)
            sums[n] += network->weights[sample->facts[view][i] * TYREX_NEURONS + n];
    float output =
        network->weights[LEAD_AT + sample->turns_left * TYREX_MARGINS + sample->margin[view]];
    for (int n = 0; n < TYREX_NEURONS; n++)
        output += sums[n] > 0 ? sums[n] * network->weights[NEURONS_AT + n] : 0;
    return output;
}

static void view_learn(struct network *network, const struct sample *sample, int view,
                       const float sums[TYREX_NEURONS], float slope)
{
    network->gradient[LEAD_AT + sample->turns_left * TYREX_MARGINS + sample->margin[view]] += slope;
    float back[TYREX_NEURONS];
    for (int n = 0; n < TYREX_NEURONS; n++) {
        network->gradient[NEURONS_AT + n] += sums[n] > 0 ? slope * sums[n] : 0;
        back[n] = sums[n] > 0 ? slope * network->weights[NEURONS_AT + n] : 0;
    }
    for (int i = 0; i < sample->count[view]; i++)
        for (int n = 0; n < TYREX_NEURONS; n++)
            network->gradient[sample->facts[view][i] * TYREX_NEURONS + n] += back[n];
}

/* Returns the squared error. Adds to the gradient if `learns`. */
static float sample_pass(struct network *network, const struct sample *sample, bool learns)
{
    float sums[2][TYREX_NEURONS];
    float x = view_output(network, sample, 0, sums[0]);
    if (sample->views == 2)
        x = (x - view_output(network, sample, 1, sums[1])) / 2;
    float root = sqrtf(1 + x * x), error = x / root - sample->value;
    if (learns) {
        float slope = 2 * error / (root * root * root) / (float)sample->views;
        view_learn(network, sample, 0, sums[0], slope);
        if (sample->views == 2)
            view_learn(network, sample, 1, sums[1], -slope);
    }
    return error * error;
}

static void network_step(struct network *network, int batch, float rate)
{
    const float keep_first = 0.9f, keep_second = 0.999f;
    network->steps++;
    float first_scale = 1 - powf(keep_first, (float)network->steps);
    float second_scale = 1 - powf(keep_second, (float)network->steps);
    for (int i = 0; i < NETWORK_WEIGHTS; i++) {
        float gradient = network->gradient[i] / (float)batch;
        network->first[i] = keep_first * network->first[i] + (1 - keep_first) * gradient;
        network->second[i] =
            keep_second * network->second[i] + (1 - keep_second) * gradient * gradient;
        network->weights[i] -= rate * (network->first[i] / first_scale) /
                               (sqrtf(network->second[i] / second_scale) + 1e-7f);
        network->gradient[i] = 0;
    }
}

double network_error(struct network *network, const struct samples *samples, size_t from,
                     double *variance)
{
    double error = 0, sum = 0, squares = 0;
    int count = 0;
    for (size_t i = from; i < samples->count; i++)
        if (i % 10 == 0) {
            error += sample_pass(network, &samples->all[i], false);
            sum += samples->all[i].value;
            squares += samples->all[i].value * samples->all[i].value;
            count++;
        }
    *variance = fmax(0, squares / count - sum / count * sum / count);
    return error / count;
}

enum { BATCH = 64 };

int network_batches(const struct samples *samples, size_t from)
{
    enum { PASSES = 20 };
    int batches = (int)((samples->count - from) * 2 / BATCH);
    return (batches ? batches : 1) * PASSES;
}

void network_fit(struct network *network, const struct samples *samples, size_t from, int batch,
                 struct rng *rng)
{
    uint32_t size = (uint32_t)(samples->count);
    uint32_t fresh = (uint32_t)(samples->count - from);
    float rate = 0.003f * (1 - 0.95f * (float)batch / (float)network_batches(samples, from));
    for (int i = 0; i < BATCH; i++) {
        /* half of the newest turn, half of all */
        uint32_t chosen = i % 2 ? rng_below(rng, size) : (uint32_t)from + rng_below(rng, fresh);
        if (chosen % 10)
            sample_pass(network, &samples->all[chosen], true);
    }
    network_step(network, BATCH, rate);
}

static int rounded(float weight, int one, int limit)
{
    int scaled = (int)lroundf(weight * (float)one);
    return scaled > limit ? limit : scaled < -limit ? -limit : scaled;
}

void network_round(const struct network *network, struct tyrannosaurus_weights *weights)
{
    const float *at = network->weights;
    for (int fact = 0; fact < TYREX_FACTS; fact++)
        for (int n = 0; n < TYREX_NEURONS; n++)
            weights->facts[fact][n] = (int8_t)rounded(*at++, TYREX_FACT_ONE, INT8_MAX);
    for (int n = 0; n < TYREX_NEURONS; n++)
        weights->neurons[n] = (int16_t)rounded(*at++, TYREX_WEIGHT_ONE, 4 * TYREX_WEIGHT_ONE);
    for (int turn = 0; turn < TYREX_TURNS_MAX; turn++)
        for (int margin = 0; margin < TYREX_MARGINS; margin++)
            weights->lead[turn][margin] =
                (int16_t)rounded(*at++, TYREX_WEIGHT_ONE, 4 * TYREX_WEIGHT_ONE);
}

void samples_add(struct samples *samples, const struct tyrannosaurus_state *s, int seat,
                 bool opposed, double value)
{
    CHECK(samples->count < samples->capacity);
    struct sample *sample = &samples->all[samples->count++];
    *sample = (struct sample){.views = opposed ? 2 : 1,
                              .turns_left = (uint8_t)(tyrannosaurus_turns_in_all(s) - s->turn),
                              .value = (float)value};
    for (int view = 0; view < sample->views; view++) {
        int viewer = view ? !seat : seat;
        sample->count[view] = (uint8_t)tyrannosaurus_facts(s, viewer, sample->facts[view]);
        sample->margin[view] = (uint8_t)tyrannosaurus_margin(s, viewer);
    }
}
