/* The courses of networks: positions, threads, checkpoints and progress. */
#include "course.h"

#include "checkpoint.h"
#include "progress.h"

#include "base/alloc.h"
#include "base/check.h"
#include "base/clock.h"
#include "base/hash.h"
#include "games/tyrannosaurus/mind/choices.h"
#include "games/tyrannosaurus/mind/instinct.h"
#include "games/tyrannosaurus/tyrannosaurus.h"
#include "library/pool.h"
#include "wire/components.h"

#include <errno.h>
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* How far a course has come: with the samples, all that a checkpoint needs. */
struct course_state {
    int turn;     /* that it is learning; 0 after the first one */
    int valued;   /* positions of this turn that have become samples */
    int batch;    /* batches that the network has learned from since */
    size_t from;  /* the first sample of this turn */
    size_t count; /* of samples */
    struct rng rng;
    struct network network;
    struct tyrannosaurus_weights weights;     /* as they were at the end of the turn before */
    int64_t valuing_ns, fitting_ns;           /* of this turn */
    int64_t turn_valuing_ns, turn_fitting_ns; /* of the one before */
    int64_t all_ns;
};

struct run {
    const struct course *course;
    struct game_components_storage components;
    struct samples samples;
    struct course_state *state;
    struct pool *pool;
    int64_t saved_ns;   /* when the last checkpoint was written */
    int64_t writing_ns; /* how long that took */
    int *added;         /* samples of each position of a chunk */
};

int course_turns(int seats)
{
    return seats == 3 ? TYREX_TURNS_MAX : TYREX_TURNS_MAX - 1;
}

/* ---- Positions ---- */

/* The start of a turn in a game by instinct, with some choices at random. */
static bool position_reach(const struct run *run, struct tyrannosaurus_state *s, struct rng *rng)
{
    struct fault fault;
    uint64_t seed = rng_next(rng);
    struct game_setup setup = {.seats = run->course->seats,
                               .options = {[TYREX_OPTION_PAIR] = (uint8_t)(seed >> 7 & 1)},
                               .components = run->components.bytes,
                               .seed = (const char *)&seed,
                               .seed_length = sizeof seed};
    CHECK(game_tyrannosaurus.start(s, &setup, &fault));
    double noise = tyrannosaurus_chance(rng) * 0.4;
    while (s->phase != TYREX_PHASE_OVER &&
           !(s->phase == TYREX_PHASE_ACT && s->turn == run->state->turn)) {
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

/* The random numbers of one position. */
static void stream_start(const struct run *run, int position, struct rng *rng)
{
    char text[80];
    snprintf(text, sizeof text, "%" PRIu64 " turn %d position %d", run->course->seed,
             run->state->turn, position);
    rng_start(rng, hash_text(HASH_START, text));
}

/* Values some positions of a chunk. Each has its own place behind the samples there are. */
static void positions_add(void *argument, int first, int last)
{
    struct run *run = argument;
    const struct course *course = run->course;
    for (int i = first; i < last; i++) {
        struct tyrannosaurus_state s;
        struct rng own, *rng = course->stream ? &run->state->rng : &own;
        struct samples room = {.all = run->samples.all + run->samples.count + i * course->seats,
                               .capacity = (size_t)course->seats};
        if (!course->stream)
            stream_start(run, run->state->valued + i, rng);
        while (!position_reach(run, &s, rng))
            continue;
        course->add(course->context, &s, &room, rng);
        run->added[i] = (int)room.count;
    }
}

/* As many as take about a quarter of a second, so that it can be interrupted. */
static int chunk_size(const struct course_state *state, int positions)
{
    enum { FIRST = 8 };
    const int64_t time = 250000000;
    int64_t size = state->valued ? time * state->valued / (state->valuing_ns + 1) : FIRST;
    size = size < FIRST ? FIRST : size;
    return size < positions - state->valued ? (int)size : positions - state->valued;
}

static void chunk_add(struct run *run)
{
    struct course_state *state = run->state;
    int64_t begin = clock_ns();
    int size = chunk_size(state, run->course->positions);
    pool_run(run->pool, size, positions_add, run);
    struct sample *end = run->samples.all + run->samples.count, *from = end;
    for (int i = 0; i < size; i++, from += run->course->seats) {
        memmove(end, from, (size_t)run->added[i] * sizeof *end);
        end += run->added[i];
    }
    run->samples.count = (size_t)(end - run->samples.all);
    state->valued += size;
    state->valuing_ns += clock_ns() - begin;
}

/* ---- Learning ---- */

static void batches_fit(struct run *run, int batches)
{
    enum { AT_ONCE = 200 };
    struct course_state *state = run->state;
    int64_t begin = clock_ns();
    for (int i = 0; i < AT_ONCE && state->batch < batches; i++)
        network_fit(&state->network, &run->samples, state->from, state->batch++, &state->rng);
    state->fitting_ns += clock_ns() - begin;
}

static int64_t time_left(const struct run *run)
{
    const struct course_state *state = run->state;
    int positions = run->course->positions;
    int64_t valuing =
        state->valued ? state->valuing_ns / state->valued * positions : state->turn_valuing_ns;
    int64_t fitting = state->turn_fitting_ns ? state->turn_fitting_ns : valuing / 10;
    int64_t turn = valuing + fitting;
    int64_t done = state->valuing_ns + state->fitting_ns;
    int64_t left = turn * state->turn - (done < turn ? done : turn);
    return left + turn / positions * run->course->later;
}

static int64_t time_passed(const struct run *run)
{
    return run->state->all_ns + run->state->valuing_ns + run->state->fitting_ns;
}

static void turn_finish(struct run *run)
{
    struct course_state *state = run->state;
    double variance, error = network_error(&state->network, &run->samples, state->from, &variance);
    size_t fresh = run->samples.count - state->from;
    network_round(&state->network, &state->weights);
    *run->course->weights = state->weights;
    state->all_ns += state->valuing_ns + state->fitting_ns;
    state->turn_valuing_ns = state->valuing_ns;
    state->turn_fitting_ns = state->fitting_ns;
    state->valuing_ns = state->fitting_ns = 0;
    state->turn--;
    state->valued = state->batch = 0;
    state->from = run->samples.count;
    progress_say("%d players, turn %d: %zu samples in %s, learned in %s; held out: error %.4f, "
                 "variance %.4f; after %s, about %s left in all",
                 run->course->seats, state->turn + 1, fresh, progress_time(state->turn_valuing_ns),
                 progress_time(state->turn_fitting_ns), error, variance,
                 progress_time(time_passed(run)), progress_time(time_left(run)));
}

/* A quarter of a second of work. */
static void step(struct run *run)
{
    struct course_state *state = run->state;
    if (state->valued < run->course->positions) {
        chunk_add(run);
        progress_show("%d players, turn %d: %d of %d positions; after %s, about %s left in all",
                      run->course->seats, state->turn, state->valued, run->course->positions,
                      progress_time(time_passed(run)), progress_time(time_left(run)));
        return;
    }
    int batches = network_batches(&run->samples, state->from);
    batches_fit(run, batches);
    progress_show("%d players, turn %d: learning, %d of %d batches; after %s, about %s left in all",
                  run->course->seats, state->turn, state->batch, batches,
                  progress_time(time_passed(run)), progress_time(time_left(run)));
    if (state->batch == batches)
        turn_finish(run);
}

/* ---- Checkpoints ---- */

static bool save(struct run *run)
{
    const struct course *course = run->course;
    int64_t begin = clock_ns();
    run->state->count = run->samples.count;
    const struct file_part parts[] = {
        {run->state, sizeof *run->state},
        {run->samples.all, run->samples.count * sizeof(struct sample)}};
    if (!checkpoint_write(course->checkpoint, course->purpose, parts, 2)) {
        progress_say("train: %s: %s", course->checkpoint, strerror(errno));
        return false;
    }
    run->saved_ns = clock_ns();
    run->writing_ns = run->saved_ns - begin;
    return true;
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
    CHECK(size >= sizeof *run->state);
    memcpy(run->state, bytes, sizeof *run->state);
    run->samples.count = run->state->count;
    CHECK(run->samples.count <= run->samples.capacity &&
          size == sizeof *run->state + run->samples.count * sizeof(struct sample));
    memcpy(run->samples.all, bytes + sizeof *run->state, size - sizeof *run->state);
    *course->weights = run->state->weights;
    free(bytes);
    progress_say("%d players: goes on in turn %d, after %s", course->seats, run->state->turn,
                 progress_time(time_passed(run)));
    return true;
}

static enum course_end steps(struct run *run)
{
    const struct course *course = run->course;
    if (course->checkpoint && !resume(run))
        return COURSE_FAILED;
    run->saved_ns = clock_ns();
    while (run->state->turn > 0) {
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

enum course_end course_run(const struct course *course)
{
    struct run run = {.course = course, .state = alloc_new(sizeof *run.state)};
    struct fault fault;
    int turns = course_turns(course->seats);
    CHECK(wire_components_load(&game_tyrannosaurus, NULL, &run.components, &fault));
    run.samples.capacity = (size_t)(course->positions * turns * course->seats);
    run.samples.all = alloc_array(run.samples.capacity, sizeof *run.samples.all);
    run.added = alloc_array((size_t)course->positions, sizeof *run.added);
    run.pool = pool_new(course->stream ? 1 : course->threads);
    run.state->turn = turns;
    if (course->stream)
        run.state->rng = *course->stream;
    else
        rng_start(&run.state->rng, course->seed);
    network_start(&run.state->network, &run.state->rng);
    enum course_end end = steps(&run);
    if (course->stream)
        *course->stream = run.state->rng;
    pool_free(run.pool);
    free(run.added);
    free(run.samples.all);
    free(run.state);
    return end;
}
