#include "hall/environment.h"

int64_t environment_now_us(const struct environment *environment)
{
    return environment->outside.now_us(environment->outside.context);
}

int64_t environment_cpu_us(const struct environment *environment)
{
    return environment->outside.cpu_us(environment->outside.context);
}

void environment_entropy(const struct environment *environment, void *bytes, size_t size)
{
    environment->outside.entropy(environment->outside.context, bytes, size);
}

void environment_log(const struct environment *environment, const char *event, json_t *fields)
{
    environment->outside.log(environment->outside.context, event, fields);
}

struct rng environment_rng(const struct environment *environment)
{
    uint64_t seed;
    struct rng rng;
    environment_entropy(environment, &seed, sizeof seed);
    rng_start(&rng, seed);
    return rng;
}

void environment_count_latency(struct environment *environment, int64_t arrived_us)
{
    struct hall_figures *figures = &environment->figures;
    int64_t us = environment_now_us(environment) - arrived_us;
    figures->latency_count++;
    figures->latency_us += us;
    for (int i = 15; i >= 0 && us <= INT64_C(100) << i; i--)
        figures->latency[i]++;
}

int64_t environment_wait_ms(const struct environment *environment, int64_t ms)
{
    int haste = environment->settings.haste;
    return haste > 1 ? ms / haste : ms;
}
