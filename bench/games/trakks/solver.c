/* The quality of the placement solver of Trakks: positions of seeded games are solved within one or more
 * budgets, and the tiles laid are compared with an upper bound (solver_bound.c). Prints each position on
 * standard error.
 *
 * usage: solver POSITIONS BUDGET…; a budget is a time such as 250ms, or a number of
 * iterations such as 75000, which gives the same figures on every machine. */
#include "base/base.h"
#include "base/system/system.h"
#include "games/trakks/mind/mind.h"
#include "games/trakks/trakks.h"
#include "solver_bound.h"
#include "solver_positions.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum {
    TRIALS_MAX = 8,
};

/* A budget per position, and the results so far. */
struct trial {
    int64_t iterations; /* 0: limited by time */
    int ms;
    int met, proven;
    long laid;
    double share; /* sum over positions of the share of the bound */
    double seconds, seconds_most;
};

struct solver_bench {
    int positions, exact;
    double bound_seconds, bound_seconds_most; /* of the solver's own bound */
    long bound, extended;
    double extended_share;
    int trial_count;
    struct trial trial[TRIALS_MAX];
};

/* Processor time, so other programs do not matter. */
static bool time_is_up(void *clock)
{
    return (double)clock_ns() / 1e9 >= *(const double *)clock;
}

/* The number of tiles laid within the budget of a trial. */
static int trial_run(struct trial *trial, const struct trakks_state *s,
                     const struct trakks_problem *problem, bool *proven)
{
    struct trakks_solution solution;
    struct trakks_place place;
    struct rng rng;
    rng_start(&rng, 1);
    double begin = (double)clock_ns() / 1e9, end = begin + trial->ms / 1e3;
    struct mind_budget budget = {trial->iterations, time_is_up, trial->iterations ? NULL : &end};
    trakks_solve(problem, &budget, &rng, &solution);
    double taken = (double)clock_ns() / 1e9 - begin;
    trial->seconds += taken;
    trial->seconds_most = taken > trial->seconds_most ? taken : trial->seconds_most;
    int laid = trakks_tiles_count(problem->optional) - trakks_tiles_count(solution.left);
    CHECK(trakks_solution_place(s, s->turn, &solution, &place) == (laid > 0));
    *proven = trakks_solution_is_best(&solution);
    return laid;
}

/* The solver's own bound, without what was laid. */
static int own_bound(struct solver_bench *bench, const struct trakks_problem *problem)
{
    int of = trakks_tiles_count(problem->optional);
    double begin = (double)clock_cpu_ns() / 1e9;
    int bound = of - trakks_bound(problem->required, problem->optional, problem->groups_max, of);
    double taken = (double)clock_cpu_ns() / 1e9 - begin;
    bench->bound_seconds += taken;
    if (taken > bench->bound_seconds_most)
        bench->bound_seconds_most = taken;
    return bound;
}

static double share(int laid, int bound)
{
    return bound ? (double)laid / bound : 1;
}

static void position_measure(void *context, int number, const struct trakks_state *s)
{
    struct solver_bench *bench = context;
    (void)number;
    struct trakks_problem problem;
    struct trakks_solution extension;
    struct rng rng;
    rng_start(&rng, 1);
    trakks_problem_make(s, s->turn, &problem);
    trakks_extend(&problem, 1, &rng, &extension);
    int of = trakks_tiles_count(problem.optional),
        extended = of - trakks_tiles_count(extension.left);
    int laid[TRIALS_MAX], bound = -1;
    bool proven[TRIALS_MAX], exact = true;
    for (int i = 0; i < bench->trial_count; i++) {
        laid[i] = trial_run(&bench->trial[i], s, &problem, &proven[i]);
        if (proven[i])
            bound = laid[i];
    }
    if (bound < 0)
        bound = solver_bound(&problem, &exact);
    int own = own_bound(bench, &problem);
    fprintf(stderr, "table %2d rack %2d bound %2d%s own %2d laid", s->table.tile_count, of, bound,
            exact ? "" : " (not tight)", own);
    for (int i = 0; i < bench->trial_count; i++) {
        struct trial *trial = &bench->trial[i];
        CHECK(laid[i] <= bound && laid[i] <= own);
        trial->laid += laid[i];
        trial->share += share(laid[i], bound);
        trial->met += laid[i] == bound;
        trial->proven += proven[i];
        fprintf(stderr, " %d", laid[i]);
    }
    fputc('\n', stderr);
    bench->positions++;
    bench->exact += exact;
    bench->bound += bound;
    bench->extended += extended;
    bench->extended_share += share(extended, bound);
}

static void bench_report(const struct solver_bench *bench)
{
    double count = bench->positions;
    printf("%d positions, %ld tiles at most, %d bounds solved to the end\n", bench->positions,
           bench->bound, bench->exact);
    printf("our own bound: %.3f ms, %.3f ms at most\n", 1e3 * bench->bound_seconds / count,
           1e3 * bench->bound_seconds_most);
    printf("%-14s %6s %12s %10s %5s %7s %8s %8s\n", "budget", "laid", "% of bound", "a position",
           "met", "proven", "ms", "ms most");
    printf("%-14s %6ld %12.2f %10.2f\n", "extending", bench->extended,
           100.0 * (double)bench->extended / (double)bench->bound,
           100 * bench->extended_share / count);
    for (int i = 0; i < bench->trial_count; i++) {
        const struct trial *trial = &bench->trial[i];
        char name[32];
        if (trial->iterations)
            snprintf(name, sizeof name, "%lld tables", (long long)trial->iterations);
        else
            snprintf(name, sizeof name, "%d ms", trial->ms);
        printf("%-14s %6ld %12.2f %10.2f %5d %7d %8.1f %8.1f\n", name, trial->laid,
               100.0 * (double)trial->laid / (double)bench->bound, 100 * trial->share / count,
               trial->met, trial->proven, 1e3 * trial->seconds / count, 1e3 * trial->seconds_most);
    }
}

int main(int argc, char **argv)
{
    int wanted = argc > 1 ? atoi(argv[1]) : 0;
    struct solver_bench bench = {0};
    for (int i = 2; i < argc && bench.trial_count < TRIALS_MAX; i++) {
        int number = atoi(argv[i]);
        bool time = strstr(argv[i], "ms");
        bench.trial[bench.trial_count++] =
            (struct trial){.iterations = time ? 0 : number, .ms = time ? number : 0};
    }
    if (wanted < 1 || bench.trial_count == 0) {
        fprintf(stderr, "usage: bench_solver POSITIONS BUDGET...   such as: 300 50ms 75000\n");
        return 2;
    }
    solver_positions_visit(wanted, position_measure, &bench);
    bench_report(&bench);
    return 0;
}
