/* The networks of the adversary, and how they learn.
 *
 * The method is PPO (J. Schulman et al., Proximal Policy Optimization Algorithms, 2017): an actor, whose choices become likelier
 * the more came of them than a critic had expected, but in one round by a fifth at most.
 *
 * Chapters: networks; choices; judgement; descent; files. */
#include "adversary/adversary.h"

#include "base/base.h"
#include "base/system/system.h"
#include "library/library_internal.h"
#include "training.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* ---- Networks ---- */

/* The weights in order: HIDDEN for each input; the biases of the neurons; HIDDEN for each output; the biases of
 * the outputs. */
static size_t outputs_at(const struct network *network)
{
    return (size_t)(network->inputs + 1) * HIDDEN;
}

static size_t biases_at(const struct network *network)
{
    return outputs_at(network) + (size_t)network->outputs * HIDDEN;
}

/* The outputs begin at 0. */
static void network_start(struct network *network, int inputs, int outputs, struct rng *rng)
{
    *network = (struct network){.inputs = inputs, .outputs = outputs};
    network->count = biases_at(network) + (size_t)outputs;
    network->weights = alloc_array(network->count, sizeof *network->weights);
    float scale = 2 / sqrtf((float)inputs);
    for (int i = 0; i < inputs * HIDDEN; i++)
        network->weights[i] = scale * ((float)rng_below(rng, 2001) / 1000 - 1);
}

/* Counts become smaller, bits stay as they are. */
static float input_of(uint8_t byte)
{
    return byte < 2 ? byte : sqrtf(byte);
}

static void hidden_find(const struct network *network, const uint8_t *observation, float *hidden)
{
    memcpy(hidden, network->weights + (size_t)network->inputs * HIDDEN, HIDDEN * sizeof *hidden);
    for (int i = 0; i < network->inputs; i++) {
        const float *weights = network->weights + (size_t)i * HIDDEN;
        float input = input_of(observation[i]);
        for (int k = 0; observation[i] && k < HIDDEN; k++)
            hidden[k] += input * weights[k];
    }
    for (int k = 0; k < HIDDEN; k++)
        hidden[k] = hidden[k] > 0 ? hidden[k] : 0;
}

static float output_find(const struct network *network, const float *hidden, int output)
{
    const float *weights = network->weights + outputs_at(network) + (size_t)output * HIDDEN;
    float sum = network->weights[biases_at(network) + (size_t)output];
    for (int k = 0; k < HIDDEN; k++)
        sum += hidden[k] * weights[k];
    return sum;
}

/* Adds the error of one output to the gradient, and to those of the neurons. */
static void output_blame(const struct network *network, const float *hidden, int output,
                         float error, float *gradient, float *blame)
{
    size_t at = outputs_at(network) + (size_t)output * HIDDEN;
    gradient[biases_at(network) + (size_t)output] += error;
    for (int k = 0; k < HIDDEN; k++) {
        gradient[at + (size_t)k] += error * hidden[k];
        blame[k] += error * network->weights[at + (size_t)k];
    }
}

static void hidden_blame(const struct network *network, const uint8_t *observation,
                         const float *hidden, const float *blame, float *gradient)
{
    float part[HIDDEN];
    for (int k = 0; k < HIDDEN; k++)
        part[k] = hidden[k] > 0 ? blame[k] : 0;
    for (int i = 0; i <= network->inputs; i++) { /* the last are the biases */
        float input = i < network->inputs ? input_of(observation[i]) : 1;
        float *sums = gradient + (size_t)i * HIDDEN;
        for (int k = 0; input > 0 && k < HIDDEN; k++)
            sums[k] += input * part[k];
    }
}

/* ---- Choices ---- */

void shape_of(const struct game *game, struct shape *shape)
{
    *shape = (struct shape){.game = game, .observation = game_observation_size(game), .wait = -1};
    for (const struct encoding_part *part = game->encoding->actions; part->name; part++) {
        CHECK(shape->kinds < KINDS_MAX - 1 && shape->actions + part->size < ACTIONS_MAX);
        memset(shape->kind_of + shape->actions, shape->kinds, part->size);
        shape->kind_names[shape->kinds++] = part->name;
        shape->actions += part->size;
    }
    if (game->realtime) {
        shape->wait = shape->actions++;
        shape->kind_of[shape->wait] = (uint8_t)shape->kinds;
        shape->kind_names[shape->kinds++] = "wait";
    }
}

void adversary_start(struct adversary *adversary, const struct shape *shape, int explores,
                     uint64_t seed)
{
    struct rng rng;
    rng_start(&rng, seed);
    *adversary = (struct adversary){.shape = shape, .explores = explores};
    network_start(&adversary->actor, shape->observation, shape->actions + shape->kinds, &rng);
    network_start(&adversary->critic, shape->observation, 1, &rng);
    adversary->moments = alloc_array(2 * (adversary->actor.count + adversary->critic.count),
                                     sizeof *adversary->moments);
}

void adversary_free(struct adversary *adversary)
{
    free(adversary->actor.weights);
    free(adversary->critic.weights);
    free(adversary->moments);
}

static void chances_find(const struct adversary *adversary, const float *hidden,
                         const uint16_t *options, int count, int advice, double chances[])
{
    const struct shape *shape = adversary->shape;
    float kinds[KINDS_MAX], most = -INFINITY;
    double sum = 0, odds = 100.0 / adversary->explores - 1; /* for the advice, at the start */
    for (int kind = 0; kind < shape->kinds; kind++)
        kinds[kind] = output_find(&adversary->actor, hidden, shape->actions + kind);
    for (int i = 0; i < count; i++) {
        float liking = output_find(&adversary->actor, hidden, options[i]);
        liking += kinds[shape->kind_of[options[i]]];
        most = liking > most ? liking : most;
        chances[i] = (double)liking;
    }
    for (int i = 0; i < count; i++) {
        chances[i] = softmax_exp(chances[i] - (double)most);
        chances[i] *= i == advice ? odds * (count - 1) : 1;
        sum += chances[i];
    }
    for (int i = 0; i < count; i++)
        chances[i] /= sum;
}

void adversary_weigh(const struct adversary *adversary, const uint8_t *observation,
                     const uint16_t *options, int count, int advice, double chances[])
{
    float hidden[HIDDEN];
    hidden_find(&adversary->actor, observation, hidden);
    chances_find(adversary, hidden, options, count, advice, chances);
}

/* ---- Judgement ---- */

void adversary_judge(const struct adversary *adversary, struct trace *trace, double share)
{
    /* What comes later counts for less, since chance and the others have a part in it. */
    static const float LATER = 0.95f;
    float after = (float)share, advantage = 0, hidden[HIDDEN];
    for (size_t i = trace->count; i-- > 0;) {
        struct decision *decision = &trace->decisions[i];
        hidden_find(&adversary->critic, trace->bytes + decision->observation, hidden);
        decision->value = output_find(&adversary->critic, hidden, 0);
        advantage = after - decision->value + LATER * advantage;
        decision->advantage = advantage;
        after = decision->value;
    }
}

void trace_clear(struct trace *trace)
{
    trace->count = trace->bytes_count = trace->options_count = 0;
}

void trace_free(struct trace *trace)
{
    free(trace->decisions);
    free(trace->bytes);
    free(trace->options);
}

/* ---- Descent ---- */

/* Gradients are summed up in parts, always the same, so that rounding does not depend on threads. */
enum { PARTS = 16, BATCHES = 8, PASSES = 4 };

struct lesson {
    const struct trace *trace;
    const struct decision *decision;
};

struct descent {
    struct adversary *adversary;
    const struct lesson *lessons;
    size_t count, batch; /* the batch takes every BATCHES-th lesson, and a part of it … */
    float scale;         /* the advantages, so that their deviation is 1 */
    bool critic_only;
    float *gradients[PARTS]; /* of the actor, then of the critic */
};

static size_t weights_count(const struct adversary *adversary)
{
    return adversary->actor.count + adversary->critic.count;
}

static void actor_learn(const struct descent *descent, const struct lesson *lesson, float *gradient)
{
    static const double CLIP = 0.2;
    const struct adversary *adversary = descent->adversary;
    const struct decision *decision = lesson->decision;
    const struct shape *shape = adversary->shape;
    const uint8_t *observation = lesson->trace->bytes + decision->observation;
    const uint16_t *options = lesson->trace->options + decision->options;
    float hidden[HIDDEN], blame[HIDDEN] = {0}, kinds[KINDS_MAX] = {0};
    double chances[ACTIONS_MAX];
    hidden_find(&adversary->actor, observation, hidden);
    chances_find(adversary, hidden, options, decision->count, decision->advice, chances);
    double advantage = (double)(decision->advantage * descent->scale);
    double ratio = chances[decision->chosen] / decision->chance;
    if (advantage > 0 ? ratio > 1 + CLIP : ratio < 1 - CLIP)
        return;
    for (int i = 0; i < decision->count; i++) {
        double error = advantage * ratio * (chances[i] - (i == decision->chosen));
        output_blame(&adversary->actor, hidden, options[i], (float)error, gradient, blame);
        kinds[shape->kind_of[options[i]]] += (float)error;
    }
    for (int kind = 0; kind < shape->kinds; kind++)
        if (kinds[kind] < 0 || kinds[kind] > 0)
            output_blame(&adversary->actor, hidden, shape->actions + kind, kinds[kind], gradient,
                         blame);
    hidden_blame(&adversary->actor, observation, hidden, blame, gradient);
}

static void critic_learn(const struct descent *descent, const struct lesson *lesson,
                         float *gradient)
{
    const struct network *critic = &descent->adversary->critic;
    const struct decision *decision = lesson->decision;
    const uint8_t *observation = lesson->trace->bytes + decision->observation;
    float hidden[HIDDEN], blame[HIDDEN] = {0};
    hidden_find(critic, observation, hidden);
    float error = output_find(critic, hidden, 0) - decision->value - decision->advantage;
    output_blame(critic, hidden, 0, error, gradient, blame);
    hidden_blame(critic, observation, hidden, blame, gradient);
}

static void parts_learn(void *argument, int first, int last)
{
    struct descent *descent = argument;
    size_t actor = descent->adversary->actor.count;
    for (int part = first; part < last; part++) {
        float *gradient = descent->gradients[part];
        memset(gradient, 0, weights_count(descent->adversary) * sizeof *gradient);
        for (size_t i = descent->batch + BATCHES * (size_t)part; i < descent->count;
             i += BATCHES * PARTS) {
            if (!descent->critic_only)
                actor_learn(descent, &descent->lessons[i], gradient);
            critic_learn(descent, &descent->lessons[i], gradient + actor);
        }
    }
}

static void descend(struct descent *descent, struct pool *pool, float rate)
{
    struct adversary *adversary = descent->adversary;
    size_t actor = adversary->actor.count, critic = adversary->critic.count;
    float *sum = descent->gradients[0];
    pool_run(pool, PARTS, parts_learn, descent);
    for (int part = 1; part < PARTS; part++)
        for (size_t i = 0; i < actor + critic; i++)
            sum[i] += descent->gradients[part][i];
    struct adam adam = {.count = (int)actor,
                        .weights = adversary->actor.weights,
                        .gradient = sum,
                        .first = adversary->moments,
                        .second = adversary->moments + actor,
                        .batch = (int)(descent->count / BATCHES) + 1,
                        .rate = rate};
    adversary->steps++;
    if (!descent->critic_only)
        adam_step(&adam, adversary->steps);
    adam.count = (int)critic;
    adam.weights = adversary->critic.weights;
    adam.gradient = sum + actor;
    adam.first = adversary->moments + 2 * actor;
    adam.second = adam.first + critic;
    adam_step(&adam, adversary->steps);
}

/* 1 / the deviation of the advantages. */
static float advantages_scale(const struct lesson *lessons, size_t count)
{
    double squares = 1e-12;
    for (size_t i = 0; i < count; i++)
        squares += (double)lessons[i].decision->advantage * (double)lessons[i].decision->advantage;
    return (float)sqrt((double)count / squares);
}

void adversary_learn(struct adversary *adversary, struct pool *pool, const struct trace *traces,
                     int count, float rate, bool critic_only)
{
    size_t lessons_count = 0;
    for (int i = 0; i < count; i++)
        lessons_count += traces[i].count;
    struct lesson *lessons = alloc_raw(lessons_count + 1, sizeof *lessons), *next = lessons;
    for (int i = 0; i < count; i++)
        for (size_t k = 0; k < traces[i].count; k++)
            *next++ = (struct lesson){&traces[i], &traces[i].decisions[k]};
    struct descent descent = {.adversary = adversary,
                              .lessons = lessons,
                              .count = lessons_count,
                              .scale = advantages_scale(lessons, lessons_count),
                              .critic_only = critic_only};
    size_t weights = weights_count(adversary);
    float *gradients = alloc_raw(PARTS * weights, sizeof *gradients);
    for (size_t part = 0; part < PARTS; part++)
        descent.gradients[part] = gradients + part * weights;
    for (int pass = 0; pass < PASSES; pass++)
        for (descent.batch = 0; descent.batch < BATCHES; descent.batch++)
            descend(&descent, pool, rate);
    free(gradients);
    free(lessons);
}

/* ---- Files ---- */

static const char *purpose_of(const struct adversary *adversary)
{
    static char text[120];
    snprintf(text, sizeof text, "adversary in %s that explores %d %%, %d and %d weights",
             adversary->shape->game->id, adversary->explores, (int)adversary->actor.count,
             (int)adversary->critic.count);
    return text;
}

bool adversary_write(const struct adversary *adversary, const char *path)
{
    const struct network *actor = &adversary->actor, *critic = &adversary->critic;
    const struct file_part parts[] = {{actor->weights, actor->count * sizeof *actor->weights},
                                      {critic->weights, critic->count * sizeof *critic->weights}};
    return checkpoint_write(path, purpose_of(adversary), parts, 2);
}

bool adversary_read(struct adversary *adversary, const char *path, const char **refused)
{
    struct network *actor = &adversary->actor, *critic = &adversary->critic;
    size_t size, actor_size = actor->count * sizeof *actor->weights;
    char *bytes = checkpoint_read(path, purpose_of(adversary), &size, refused);
    if (!bytes) {
        *refused = *refused ? *refused : "there is no such file";
        return false;
    }
    CHECK(size == weights_count(adversary) * sizeof *actor->weights);
    memcpy(actor->weights, bytes, actor_size);
    memcpy(critic->weights, bytes + actor_size, size - actor_size);
    free(bytes);
    return true;
}
