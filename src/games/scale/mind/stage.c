/* From a level to a stream of gestures. */
#include "games/scale/mind/stage.h"

#include "games/scale/state.h"

enum { DRIFT_TICKS = 40 }; /* how long a drift takes to turn: two seconds */
static const float ACTION_LEAN = 0.04f;

/* A uniform number from low to high. */
static float between(struct rng *rng, float low, float high)
{
    return low + (high - low) * (float)rng_below(rng, 1 << 16) / (float)(1 << 16);
}

/* A number from -1 to 1, small ones more likely: the sum of four. */
static float noise(struct rng *rng)
{
    uint64_t word = rng_next(rng);
    int sum = 0;
    for (int i = 0; i < 4; i++)
        sum += (int)(word >> 16 * i & 0xffff);
    return (float)(sum - 2 * 0xffff) / (float)(2 * 0xffff);
}

struct scale_manner scale_manner_of(uint64_t seed)
{
    struct rng rng;
    rng_start(&rng, seed);
    struct scale_manner manner = {.seed = rng_next(&rng)};
    manner.power = between(&rng, 0.04f, 0.26f);
    manner.power_gain = between(&rng, 0.45f, 0.72f);
    manner.bend = between(&rng, -0.5f, 0.5f);
    manner.reach = between(&rng, 0.08f, 0.16f);
    manner.reach_gain = between(&rng, 0.10f, 0.26f);
    manner.tempo = between(&rng, 0.015f, 0.030f);
    manner.tempo_gain = between(&rng, 0.02f, 0.07f);
    manner.jitter = between(&rng, 0.10f, 0.30f);
    manner.drift = between(&rng, 0.10f, 0.25f);
    return manner;
}

/* A fixed number from -1 to 1 for this key and this manner. */
static float quirk(const struct scale_manner *manner, uint64_t key)
{
    struct rng rng;
    rng_start(&rng, manner->seed + key * UINT64_C(0x9e3779b97f4a7c15));
    return between(&rng, -1, 1);
}

/* Wanders smoothly from one quirk to the next. */
static float drift(const struct scale_manner *manner, uint64_t kind, uint32_t tick)
{
    uint64_t key = (kind << 32) + tick / DRIFT_TICKS;
    float part = (float)(tick % DRIFT_TICKS) / DRIFT_TICKS;
    float from = quirk(manner, key), to = quirk(manner, key + 1);
    return manner->drift * (from + (to - from) * part * part * (3 - 2 * part));
}

/* Like a sine with period 1; made of two parabolas. */
static float wave(float phase)
{
    float part = phase - (float)(int)phase;
    return part < 0.5f ? 8 * part * (1 - 2 * part) : -8 * (part - 0.5f) * (2 - 2 * part);
}

static uint8_t byte_of(float part)
{
    float clipped = part < 0 ? 0 : part > 1 ? 1 : part;
    return (uint8_t)(clipped * 255 + 0.5f);
}

enum { KIND_POWER = 1, KIND_REACH, KIND_TEMPO, KIND_ACTION };

void scale_stage_perform(const struct scale_manner *manner, const struct scale_part *part,
                         uint32_t tick, struct rng *rng, struct stage_gesture *gesture)
{
    /* How wide and how high the actions of each colour swing. */
    static const float widths[SCALE_COLOURS] = {1, 0.3f, 0.75f}, heights[] = {0.3f, 1, 0.75f};
    *gesture = (struct stage_gesture){.x = 128, .y = 128};
    if (part->value == 0)
        return;
    float level = (float)(part->value - 1) / (SCALE_VALUE_MAX - 1);
    float shaped = level + manner->bend * level * (1 - level);
    uint64_t action = (uint64_t)(part->colour * 100 + part->action);
    float lean = ACTION_LEAN * quirk(manner, ((uint64_t)KIND_ACTION << 32) + action);
    float power = manner->power + manner->power_gain * shaped + lean;
    float reach = manner->reach + manner->reach_gain * shaped;
    float tempo = manner->tempo + manner->tempo_gain * level;
    reach *= 1 + 2 * drift(manner, KIND_REACH, tick);
    power += drift(manner, KIND_POWER, tick) + manner->jitter * noise(rng);
    float phase = (float)tick * tempo + 2 * drift(manner, KIND_TEMPO, tick) + 1;
    float shake = manner->jitter / 8;
    gesture->x = byte_of(0.5f + reach * widths[part->colour] * wave(phase) + shake * noise(rng));
    gesture->y =
        byte_of(0.5f + reach * heights[part->colour] * wave(phase + 0.25f) + shake * noise(rng));
    gesture->power = byte_of(power);
}
