/* The courses of networks: positions, threads, checkpoints and progress.
 *
 * Chapters: positions; learning; checkpoints; gradient descent; weights of a network. */
#include "training.h"

#include "base/base.h"
#include "base/system/system.h"
#include "library/library_internal.h"

#include <errno.h>
#include <inttypes.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* So long a step of work is, so that it can be interrupted. */
static const int64_t STEP_NS = 250000000;

/* How far a course has come: with the network, its weights and the samples, all that a checkpoint
 * needs. */
struct course_state {
    int part;   /* that it is learning; 0 after the first one */
    int valued; /* positions of this part that have become samples */
    int batch;  /* batches that the network has learned from since */
    struct samples samples;
    struct rng rng;
    int64_t valuing_ns, fitting_ns;           /* of this part */
    int64_t part_valuing_ns, part_fitting_ns; /* of the one before */
    int64_t all_ns;
};

struct run {
    const struct course *course;
    const struct learner *learner;
    struct course_state state;
    void *network;
    size_t capacity; /* of samples */
    struct pool *pool;
    int64_t saved_ns;   /* when the last checkpoint was written */
    int64_t writing_ns; /* how long that took */
    int *added;         /* samples of each position of a chunk */
};

/* ---- Positions ---- */

/* The place of a sample among those of a chunk, which follow the samples there are. */
static unsigned char *sample_at(const struct run *run, size_t place)
{
    const struct samples *samples = &run->state.samples;
    return (unsigned char *)samples->all + (samples->count + place) * run->learner->sample_size;
}

/* The random numbers of one position. */
static void stream_start(const struct run *run, int position, struct rng *rng)
{
    char text[80];
    snprintf(text, sizeof text, "%" PRIu64 " %s %d position %d", run->course->seed,
             run->course->game->part, run->state.part, position);
    rng_start(rng, hash_text(HASH_START, text));
}

/* Makes space for so many samples in all. */
static void samples_reserve(struct run *run, size_t count)
{
    struct samples *samples = &run->state.samples;
    if (count <= run->capacity)
        return;
    run->capacity = count < 2 * run->capacity ? 2 * run->capacity : count;
    samples->all = alloc_resize(samples->all, run->capacity, run->learner->sample_size);
}

/* Values some positions of a chunk. */
static void positions_add(void *argument, int first, int last)
{
    struct run *run = argument;
    const struct course *course = run->course;
    size_t most = (size_t)course->game->samples_max;
    for (int i = first; i < last; i++) {
        struct rng own, *rng = course->stream ? &run->state.rng : &own;
        if (!course->stream)
            stream_start(run, run->state.valued + i, rng);
        run->added[i] = course->game->position_add(course, run->state.part, rng,
                                                   sample_at(run, (size_t)i * most));
    }
}

/* The name of the part, if it is the first one and has a name. */
static const char *name_of_first(const struct run *run)
{
    return run->state.part == run->course->parts ? run->course->game->first_part : NULL;
}

static int positions_of(const struct run *run)
{
    int share = name_of_first(run) ? run->course->game->first_share : 1;
    return (run->course->positions + share - 1) / share;
}

static int chunk_size(const struct run *run)
{
    const struct course_state *state = &run->state;
    int least = 4 * run->course->threads; /* so that no thread waits long for another one */
    int64_t size = state->valued ? STEP_NS * state->valued / (state->valuing_ns + 1) : least;
    size = size < least ? least : size;
    int left = positions_of(run) - state->valued;
    return size < left ? (int)size : left;
}

static void chunk_add(struct run *run)
{
    struct course_state *state = &run->state;
    int64_t begin = clock_ns();
    int size = chunk_size(run), most = run->course->game->samples_max;
    size_t count = 0;
    samples_reserve(run, state->samples.count + (size_t)(size * most));
    pool_run(run->pool, size, positions_add, run);
    for (int i = 0; i < size; i++) {
        CHECK(run->added[i] <= most);
        memmove(sample_at(run, count), sample_at(run, (size_t)i * (size_t)most),
                (size_t)run->added[i] * run->learner->sample_size);
        count += (size_t)run->added[i];
    }
    state->samples.count += count;
    state->valued += size;
    state->valuing_ns += clock_ns() - begin;
}

/* ---- Learning ---- */

static void batches_fit(struct run *run, int batches)
{
    struct course_state *state = &run->state;
    int64_t begin = clock_ns(), now = begin;
    for (; state->batch < batches && now - begin < STEP_NS; now = clock_ns())
        run->learner->fit(run->network, &state->samples, state->batch++, &state->rng);
    state->fitting_ns += now - begin;
}

static int64_t time_left(const struct run *run)
{
    const struct course_state *state = &run->state;
    int positions = positions_of(run);
    int64_t valuing =
        state->valued ? state->valuing_ns / state->valued * positions : state->part_valuing_ns;
    int64_t fitting = state->part_fitting_ns ? state->part_fitting_ns : valuing / 10;
    int64_t part = valuing + fitting;
    int64_t done = state->valuing_ns + state->fitting_ns;
    int64_t another = name_of_first(run) ? part / run->course->game->first_takes : part;
    int64_t left = part - (done < part ? done : part) + another * (state->part - 1);
    return left + another / run->course->positions * run->course->later;
}

static int64_t time_passed(const struct run *run)
{
    return run->state.all_ns + run->state.valuing_ns + run->state.fitting_ns;
}

/* What it is learning, for messages. In static storage. */
static const char *title(const struct run *run)
{
    static char text[80];
    const struct course *course = run->course;
    int length = snprintf(text, sizeof text, "%d players", course->seats);
    const char *first = name_of_first(run);
    if (first)
        snprintf(text + length, sizeof text - (size_t)length, ", %s", first);
    else if (course->parts > 1)
        snprintf(text + length, sizeof text - (size_t)length, ", %s %d", course->game->part,
                 run->state.part);
    return text;
}

static void part_finish(struct run *run)
{
    struct course_state *state = &run->state;
    const char *finished = title(run);
    int64_t valuing = state->valuing_ns, fitting = state->fitting_ns;
    int takes = name_of_first(run) ? run->course->game->first_takes : 1;
    double variance, error = run->learner->error(run->network, &state->samples, &variance);
    size_t fresh = state->samples.count - state->samples.from;
    run->learner->round(run->network, run->course->weights);
    state->all_ns += valuing + fitting;
    state->part_valuing_ns = valuing / takes;
    state->part_fitting_ns = fitting / takes;
    state->valuing_ns = state->fitting_ns = 0;
    state->part--;
    state->valued = state->batch = 0;
    state->samples.from = state->samples.count;
    progress_say("%s: %zu samples in %s, learned in %s; held out: error %.4f, variance %.4f; after "
                 "%s, about %s left in all",
                 finished, fresh, progress_time(valuing), progress_time(fitting), error, variance,
                 progress_time(time_passed(run)), progress_time(time_left(run)));
}

static void step(struct run *run)
{
    struct course_state *state = &run->state;
    int positions = positions_of(run);
    if (state->valued < positions) {
        chunk_add(run);
        progress_show("%s: %d of %d positions; after %s, about %s left in all", title(run),
                      state->valued, positions, progress_time(time_passed(run)),
                      progress_time(time_left(run)));
        return;
    }
    int batches = run->learner->batches(&state->samples);
    batches_fit(run, batches);
    progress_show("%s: learning, %d of %d batches; after %s, about %s left in all", title(run),
                  state->batch, batches, progress_time(time_passed(run)),
                  progress_time(time_left(run)));
    if (state->batch == batches)
        part_finish(run);
}

/* ---- Checkpoints ---- */

static bool save(struct run *run)
{
    const struct course *course = run->course;
    const struct learner *learner = run->learner;
    const struct samples *samples = &run->state.samples;
    int64_t begin = clock_ns();
    const struct file_part parts[] = {{&run->state, sizeof run->state},
                                      {run->network, learner->network_size},
                                      {course->weights, learner->weights_size},
                                      {samples->all, samples->count * learner->sample_size}};
    if (!checkpoint_write(course->checkpoint, course->purpose, parts, 4)) {
        progress_say("train: %s: %s", course->checkpoint, strerror(errno));
        return false;
    }
    run->saved_ns = clock_ns();
    run->writing_ns = run->saved_ns - begin;
    return true;
}

static const char *bytes_take(const char *bytes, void *to, size_t size)
{
    if (size > 0) /* otherwise there may be no memory for it */
        memcpy(to, bytes, size);
    return bytes + size;
}

/* Reads what `save` wrote. */
static void state_read(struct run *run, const char *bytes, size_t size)
{
    const struct learner *learner = run->learner;
    struct samples *samples = &run->state.samples;
    void *all = samples->all;
    size_t fixed = sizeof run->state + learner->network_size + learner->weights_size;
    CHECK(size >= fixed);
    bytes = bytes_take(bytes, &run->state, sizeof run->state);
    samples->all = all;
    CHECK(size == fixed + samples->count * learner->sample_size);
    samples_reserve(run, samples->count);
    bytes = bytes_take(bytes, run->network, learner->network_size);
    bytes = bytes_take(bytes, run->course->weights, learner->weights_size);
    bytes_take(bytes, samples->all, size - fixed);
}

/* Goes on from the checkpoint, if there is one. */
static bool resume(struct run *run)
{
    const struct course *course = run->course;
    size_t size;
    const char *refused;
    char *bytes = checkpoint_read(course->checkpoint, course->purpose, &size, &refused);
    if (refused)
        progress_say("train: %s: %s\ntrain: --fresh begins again; the same command and program go "
                     "on; nothing was changed",
                     course->checkpoint, refused);
    if (!bytes)
        return !refused;
    state_read(run, bytes, size);
    free(bytes);
    progress_say("%s: goes on after %s", title(run), progress_time(time_passed(run)));
    return true;
}

static enum course_end steps(struct run *run)
{
    const struct course *course = run->course;
    if (course->checkpoint && !resume(run))
        return COURSE_FAILED;
    run->saved_ns = clock_ns();
    while (run->state.part > 0) {
        bool stop = course->should_stop && course->should_stop();
        /* Writing takes at most a twentieth of the time. */
        int64_t pause = course->checkpoint_ns > 20 * run->writing_ns ? course->checkpoint_ns
                                                                     : 20 * run->writing_ns;
        if (course->checkpoint && (stop || clock_ns() - run->saved_ns >= pause) && !save(run))
            return COURSE_FAILED;
        if (stop)
            return COURSE_STOPPED;
        step(run);
    }
    return COURSE_DONE;
}

int course_work(const struct course_game *game, int parts, int positions)
{
    return positions * (parts + (game->first_part ? game->first_takes - 1 : 0));
}

enum course_end course_run(const struct course *course)
{
    const struct learner *learner = course->game->learner;
    size_t positions = (size_t)course->positions;
    struct run run = {.course = course,
                      .learner = learner,
                      .state = {.part = course->parts},
                      .network = alloc_new(learner->network_size),
                      .pool = pool_new(course->stream ? 1 : course->threads),
                      .added = alloc_array(positions, sizeof *run.added)};
    if (course->stream)
        run.state.rng = *course->stream;
    else
        rng_start(&run.state.rng, course->seed);
    learner->start(run.network, &run.state.rng);
    enum course_end end = steps(&run);
    if (course->stream)
        *course->stream = run.state.rng;
    pool_free(run.pool);
    free(run.added);
    free(run.state.samples.all);
    free(run.network);
    return end;
}

/* ---- Gradient descent ---- */

void adam_step(const struct adam *adam, int number)
{
    const float keep_first = 0.9f, keep_second = 0.999f;
    float first_scale = 1 - powf(keep_first, (float)number);
    float second_scale = 1 - powf(keep_second, (float)number);
    for (int i = 0; i < adam->count; i++) {
        float gradient = adam->gradient[i] / (float)adam->batch;
        float first = keep_first * adam->first[i] + (1 - keep_first) * gradient;
        float second = keep_second * adam->second[i] + (1 - keep_second) * gradient * gradient;
        adam->weights[i] -=
            adam->rate * (first / first_scale) / (sqrtf(second / second_scale) + 1e-7f) +
            adam->rate * adam->shrink * adam->weights[i];
        adam->first[i] = first;
        adam->second[i] = second;
        adam->gradient[i] = 0;
    }
}

/* ---- Weights of a network ---- */

int weight_round(float weight, float one, int limit)
{
    int scaled = (int)lroundf(weight * one);
    return scaled > limit ? limit : scaled < -limit ? -limit : scaled;
}

unsigned char *numbers_put(unsigned char *bytes, const int16_t *numbers, int count)
{
    for (int i = 0; i < count; i++) {
        *bytes++ = (unsigned char)(numbers[i] & 0xff);
        *bytes++ = (unsigned char)((uint16_t)numbers[i] >> 8);
    }
    return bytes;
}
