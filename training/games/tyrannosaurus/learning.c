/* One layer of neurons, trained by stochastic gradient descent (Adam). Then: positions. */
#include "learning.h"

#include "base/base.h"
#include "games/tyrannosaurus/mind/mind.h"
#include "games/tyrannosaurus/tyrannosaurus.h"
#include "training.h"

#include <math.h>
#include <string.h>

enum {
    NEURONS_AT = TYREX_FEATURES * TYREX_NEURONS,
    LEAD_AT = NEURONS_AT + TYREX_NEURONS,
    WEIGHTS = LEAD_AT + TYREX_TURNS_MAX * TYREX_MARGINS,
    BATCH = 64,
};

struct network {
    float weights[WEIGHTS]; /* in the order of struct tyrannosaurus_weights */
    float gradient[WEIGHTS], first[WEIGHTS], second[WEIGHTS]; /* Adam */
    int steps;
};

static void network_start(void *memory, struct rng *rng)
{
    struct network *network = memory;
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
            sums[n] += network->weights[sample->features[view][i] * TYREX_NEURONS + n];
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
            network->gradient[sample->features[view][i] * TYREX_NEURONS + n] += back[n];
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

static void network_step(struct network *network, float rate)
{
    const struct adam adam = {.count = WEIGHTS,
                              .weights = network->weights,
                              .gradient = network->gradient,
                              .first = network->first,
                              .second = network->second,
                              .batch = BATCH,
                              .rate = rate};
    adam_step(&adam, ++network->steps);
}

static double network_error(void *network, const struct samples *samples, double *variance)
{
    const struct sample *all = samples->all;
    double error = 0, sum = 0, squares = 0;
    int count = 0;
    for (size_t i = samples->from; i < samples->count; i++)
        if (i % 10 == 0) {
            error += sample_pass(network, &all[i], false);
            sum += all[i].value;
            squares += all[i].value * all[i].value;
            count++;
        }
    *variance = fmax(0, squares / count - sum / count * sum / count);
    return error / count;
}

static int network_batches(const struct samples *samples)
{
    enum { PASSES = 20 };
    int batches = (int)((samples->count - samples->from) * 2 / BATCH);
    return (batches ? batches : 1) * PASSES;
}

static void network_fit(void *network, const struct samples *samples, int batch, struct rng *rng)
{
    const struct sample *all = samples->all;
    uint32_t size = (uint32_t)samples->count, from = (uint32_t)samples->from;
    float rate = 0.003f * (1 - 0.95f * (float)batch / (float)network_batches(samples));
    for (int i = 0; i < BATCH; i++) {
        /* half of the newest turn, half of all */
        uint32_t chosen = i % 2 ? rng_below(rng, size) : from + rng_below(rng, size - from);
        if (chosen % 10)
            sample_pass(network, &all[chosen], true);
    }
    network_step(network, rate);
}

static void network_round(const void *memory, void *result)
{
    const float *at = ((const struct network *)memory)->weights;
    struct tyrannosaurus_weights *weights = result;
    for (int feature = 0; feature < TYREX_FEATURES; feature++)
        for (int n = 0; n < TYREX_NEURONS; n++)
            weights->features[feature][n] =
                (int8_t)weight_round(*at++, TYREX_FEATURE_ONE, INT8_MAX);
    for (int n = 0; n < TYREX_NEURONS; n++)
        weights->neurons[n] = (int16_t)weight_round(*at++, TYREX_WEIGHT_ONE, TYREX_WEIGHT_MAX);
    for (int turn = 0; turn < TYREX_TURNS_MAX; turn++)
        for (int margin = 0; margin < TYREX_MARGINS; margin++)
            weights->lead[turn][margin] =
                (int16_t)weight_round(*at++, TYREX_WEIGHT_ONE, TYREX_WEIGHT_MAX);
}

static void network_put(unsigned char *bytes, int seats, const void *result)
{
    const struct tyrannosaurus_weights *weights = result;
    const unsigned char head[TYREX_NETWORK_HEAD] = {(unsigned char)seats,  TYREX_NEURONS,
                                                    TYREX_TURNS_MAX,       TYREX_MARGINS,
                                                    TYREX_FEATURES & 0xff, TYREX_FEATURES >> 8};
    memcpy(bytes, head, sizeof head);
    bytes += sizeof head;
    memcpy(bytes, weights->features, sizeof weights->features);
    bytes += sizeof weights->features;
    bytes = numbers_put(bytes, weights->neurons, TYREX_NEURONS);
    numbers_put(bytes, weights->lead[0], TYREX_TURNS_MAX * TYREX_MARGINS);
}

const struct learner network_learner = {.sample_size = sizeof(struct sample),
                                        .network_size = sizeof(struct network),
                                        .weights_size = sizeof(struct tyrannosaurus_weights),
                                        .file_size = TYREX_NETWORK_SIZE,
                                        .start = network_start,
                                        .batches = network_batches,
                                        .fit = network_fit,
                                        .error = network_error,
                                        .round = network_round,
                                        .put = network_put};

void sample_make(struct sample *sample, const struct tyrannosaurus_state *s, int seat, bool opposed,
                 double value)
{
    int views = opposed ? 2 : 1;
    *sample = (struct sample){.views = (uint8_t)views,
                              .turns_left = (uint8_t)(tyrannosaurus_turns_in_all(s) - s->turn),
                              .value = (float)value};
    for (int view = 0; view < views; view++) {
        int viewer = view ? !seat : seat;
        sample->count[view] = (uint8_t)tyrannosaurus_features(s, viewer, sample->features[view]);
        sample->margin[view] = (uint8_t)tyrannosaurus_margin(s, viewer);
    }
}

/* ---- Positions ---- */

int positions_turns(int seats)
{
    return seats == 3 ? TYREX_TURNS_MAX : TYREX_TURNS_MAX - 1;
}

/* False if the game is over before. */
static bool position_try(const struct course *course, int turn, bool editions, struct rng *rng,
                         struct tyrannosaurus_state *s)
{
    struct fault fault;
    uint64_t seed = rng_next(rng);
    struct game_setup setup = {
        .seats = course->seats,
        .options = {[TYREX_OPTION_PAIR] = (uint8_t)(seed >> 7 & 1),
                    [TYREX_OPTION_CARDS] = (uint8_t)(editions ? seed >> 8 & 1 : 0)},
        .components = course->components,
        .seed = (const char *)&seed,
        .seed_length = sizeof seed};
    CHECK(game_tyrannosaurus.start(s, &setup, &fault));
    double noise = tyrannosaurus_chance(rng) * 0.4;
    while (s->phase != TYREX_PHASE_OVER && !(s->phase == TYREX_PHASE_ACT && s->turn == turn)) {
        uint8_t codes[TYREX_SEATS_MAX] = {0};
        for (uint64_t left = s->waiting; left;) {
            int seat = bits_pop(&left);
            struct move move;
            game_tyrannosaurus.sample(s, seat, rng, &move);
            codes[seat] = tyrannosaurus_chance(rng) < noise
                              ? tyrannosaurus_choice_pack(&move)
                              : tyrannosaurus_instinct_choose(s, seat, rng);
        }
        tyrannosaurus_choose_all(s, codes);
    }
    return s->phase == TYREX_PHASE_ACT;
}

void position_reach(const struct course *course, int turn, bool editions, struct rng *rng,
                    struct tyrannosaurus_state *s)
{
    while (!position_try(course, turn, editions, rng, s))
        continue;
}

static void values_of(const struct tyrannosaurus_state *s,
                      const struct tyrannosaurus_weights *weights, struct rng *rng,
                      double values[TYREX_SEATS_MAX])
{
    enum { ITERATIONS = 160, WORLDS = 200 };
    if (s->seats == 2) {
        static _Thread_local struct tyrannosaurus_turn turn;
        struct tyrannosaurus_decision decision;
        turn.stakes = tyrannosaurus_stakes_by(weights);
        tyrannosaurus_turn_forget(&turn);
        values[0] = tyrannosaurus_turn_solve(&turn, s, &decision);
        values[1] = -values[0];
        return;
    }
    static _Thread_local struct tyrannosaurus_mixing mixing;
    struct tyrannosaurus_state view;
    game_tyrannosaurus.view(s, GAME_SPECTATOR, &view);
    struct mind_question question = {
        .seat = GAME_SPECTATOR, .view = &view, .rng = rng, .budget = {.iterations = ITERATIONS}};
    tyrannosaurus_mixing_learn(&mixing, &question, weights);
    for (int world = 0; world < WORLDS; world++) {
        struct tyrannosaurus_state after;
        uint8_t codes[TYREX_SEATS_MAX] = {0};
        game_tyrannosaurus.determinize(&view, GAME_SPECTATOR, NULL, rng, &after);
        for (uint64_t seats = after.waiting; seats;) {
            int seat = bits_pop(&seats);
            struct tyrannosaurus_mixture mixture;
            tyrannosaurus_mixing_learned(&mixing, &after, seat, &mixture);
            codes[seat] = tyrannosaurus_mixture_draw(&mixture, rng);
        }
        tyrannosaurus_choose_all(&after, codes);
        tyrannosaurus_play_turn(&after, rng);
        for (int seat = 0; seat < s->seats; seat++)
            values[seat] += tyrannosaurus_value(weights, &after, seat) / WORLDS;
    }
}

int position_value(const struct course *course, int turn, bool editions, struct rng *rng,
                   void *samples)
{
    struct tyrannosaurus_state s;
    struct sample *end = samples;
    double values[TYREX_SEATS_MAX] = {0};
    position_reach(course, turn, editions, rng, &s);
    values_of(&s, course->weights, rng, values);
    for (int seat = 0; seat < (s.seats == 2 ? 1 : s.seats); seat++)
        if (bits_have(s.playing, seat))
            sample_make(end++, &s, seat, s.seats == 2, values[seat]);
    return (int)(end - (struct sample *)samples);
}
