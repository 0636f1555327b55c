/* The solver of Trakks, in many positions of random games: its solution is legal, at least as good
 * as extending, the same when asked again, and within its budget.
 *
 * usage: trakks_solver; the last line says how many random games passed.
 * size: usual, since its games take long under sanitizers */
#include "base/base.h"
#include "games/trakks/mind/mind.h"
#include "games/trakks/trakks.h"

#include <stdio.h>
#include <string.h>

enum {
    GAMES = 24,
    ITERATIONS = 1500,
    SAMPLES = 60,    /* random moves in a row before extending stops */
    CLOCK_TICKS = 5, /* how often test_budget may read the clock */
    TICK_MAX = 8,    /* iterations between two clock checks */
    WIDE_RUNS = 5,
};

static struct trakks_solution solve(const struct trakks_problem *problem, int64_t iterations)
{
    struct trakks_solution solution;
    struct rng rng;
    rng_start(&rng, 11);
    trakks_solve(problem, &(struct mind_budget){.iterations = iterations}, &rng, &solution);
    return solution;
}

static int laid_count(const struct trakks_problem *problem, const struct trakks_solution *solution)
{
    return trakks_tiles_count(problem->optional) - trakks_tiles_count(solution->left);
}

/* The solution is a legal move that places what it claims; or nothing can be placed. */
static bool test_legal(const struct trakks_state *s, int seat, const struct trakks_problem *problem,
                       const struct trakks_solution *solution)
{
    struct trakks_place place;
    int laid = laid_count(problem, solution);
    bool found = trakks_solution_place(s, seat, solution, &place);
    if (found != (laid > 0)) {
        printf("the solution is refused\n");
        return false;
    }
    if (found && place.table.tile_count != s->table.tile_count + laid) {
        printf("the solution lays another number of tiles than it says\n");
        return false;
    }
    if (trakks_tiles_count(solution->left) < solution->bound) {
        printf("more is laid than is possible\n");
        return false;
    }
    if (trakks_bound(trakks_table_tiles(&solution->table), (struct trakks_tiles){0},
                     solution->table.group_count, 1) > 0) {
        printf("what lies there is said to be impossible\n");
        return false;
    }
    return true;
}

/* The number of tiles placed by repeatedly adding what the random player finds. */
static int extend(struct trakks_state s, int seat, struct rng *rng)
{
    int before = s.table.tile_count;
    for (int left = SAMPLES; left > 0; left--) {
        union game_move_storage move = {0};
        game_trakks.sample(&s, seat, rng, &move.head);
        if (move.head.kind != TRAKKS_PLACE)
            continue;
        bool first = !bits_have(s.opened, seat);
        struct trakks_tiles rack = s.rack[seat], table = trakks_table_tiles(&s.table);
        s.table = ((const struct trakks_place *)&move)->table;
        s.rack[seat] = trakks_tiles_difference(
            rack, trakks_tiles_difference(trakks_table_tiles(&s.table), table));
        if (first || !s.rack[seat].one) /* K13: the first placing is one group */
            break;
        left = SAMPLES;
    }
    return s.table.tile_count - before;
}

static bool test_extending(const struct trakks_state *s, int seat,
                           const struct trakks_problem *problem,
                           const struct trakks_solution *solution, struct rng *rng)
{
    struct trakks_solution extended;
    trakks_extend(problem, 1, rng, &extended);
    int most = extend(*s, seat, rng);
    if (laid_count(problem, &extended) > most)
        most = laid_count(problem, &extended);
    if (laid_count(problem, solution) < most)
        printf("extending lays %d, the solver %d\n", most, laid_count(problem, solution));
    return laid_count(problem, solution) >= most;
}

static bool test_same_again(const struct trakks_problem *problem,
                            const struct trakks_solution *solution)
{
    struct trakks_solution again = solve(problem, ITERATIONS);
    bool same = memcmp(&again.table, &solution->table, sizeof again.table) == 0 &&
                again.iterations == solution->iterations;
    if (!same)
        printf("asked again, the answer is another\n");
    return same;
}

static bool tick(void *clock)
{
    return ++*(int *)clock >= CLOCK_TICKS;
}

static bool test_budget(const struct trakks_problem *problem,
                        const struct trakks_solution *solution)
{
    int ticks = 0;
    struct trakks_solution timed;
    struct rng rng;
    rng_start(&rng, 12);
    trakks_solve(problem, &(struct mind_budget){.time_is_up = tick, .clock = &ticks}, &rng, &timed);
    bool kept = solution->iterations <= ITERATIONS && ticks <= CLOCK_TICKS &&
                timed.iterations <= CLOCK_TICKS * TICK_MAX;
    if (!kept)
        printf("the budget is not kept\n");
    return kept;
}

static bool test_position(const struct trakks_state *s, int seat, struct rng *rng)
{
    struct trakks_problem problem;
    trakks_problem_make(s, seat, &problem);
    struct trakks_solution solution = solve(&problem, ITERATIONS);
    return test_legal(s, seat, &problem, &solution) &&
           test_extending(s, seat, &problem, &solution, rng) &&
           test_same_again(&problem, &solution) && test_budget(&problem, &solution);
}

/* One move in four is the solver's, so that tables grow as in real games. */
static void move_choose(const struct trakks_state *s, int seat, struct rng *rng, struct move *move)
{
    if (s->phase == TRAKKS_PHASE_TURN && rng_below(rng, 4) == 0) {
        struct trakks_problem problem;
        trakks_problem_make(s, seat, &problem);
        struct trakks_solution solution = solve(&problem, 50);
        if (trakks_solution_place(s, seat, &solution, (struct trakks_place *)move))
            return;
    }
    game_trakks.sample(s, seat, rng, move);
}

static bool test_game(int number)
{
    struct trakks_state s;
    struct fault fault;
    struct rng rng;
    char seed[16];
    int length = snprintf(seed, sizeof seed, "%d", number);
    rng_start(&rng, (uint64_t)number);
    CHECK(game_trakks.start(
        &s,
        &(struct game_setup){.seats = 2 + number % 3, .seed = seed, .seed_length = (size_t)length},
        &fault));
    for (uint32_t to_act; (to_act = game_trakks.to_act(&s));) {
        int seat = bits_first(to_act);
        if (s.phase == TRAKKS_PHASE_TURN && rng_below(&rng, 3) == 0 &&
            !test_position(&s, seat, &rng))
            return false;
        union game_move_storage move = {0};
        move_choose(&s, seat, &rng, &move.head);
        game_trakks.apply(&s, seat, &move.head, NULL);
    }
    return true;
}

static void tile_lay(struct trakks_table *table, int tile, int x, int y)
{
    table->at[table->tile_count] = (struct trakks_square){(int16_t)x, (int16_t)y};
    table->tile[table->tile_count++] = (uint8_t)tile;
    table->size[0]++;
}

/* A group too wide for the board of the solver: whole runs, one after the other, linked by
 * sets. It may find nothing then, but what it says is correct. */
static bool test_wide(void)
{
    static const int colours[WIDE_RUNS] = {0, 2, 1, 3, 2}, links[WIDE_RUNS] = {1, 3, 0, 0, 0};
    struct trakks_state s = {.seats = 2, .opened = 3, .round = 1, .table.group_count = 1};
    for (int run = 0; run < WIDE_RUNS; run++) {
        int x = run * (TRAKKS_TILE_VALUE_MAX - 1), y = 2 * run;
        for (int i = 0; i < TRAKKS_TILE_VALUE_MAX; i++)
            tile_lay(&s.table,
                     colours[run] * TRAKKS_TILE_COLOUR +
                         (run % 2 ? TRAKKS_TILE_VALUE_MAX - i : 1 + i),
                     x + i, y);
        if (run + 1 < WIDE_RUNS)
            tile_lay(&s.table,
                     links[run] * TRAKKS_TILE_COLOUR + (run % 2 ? 1 : TRAKKS_TILE_VALUE_MAX),
                     x + TRAKKS_TILE_VALUE_MAX - 1, y + 1);
    }
    struct trakks_group group = trakks_table_group(&s.table, 0);
    CHECK(trakks_grid_group_check(&group, NULL) == TRAKKS_GRID_SOUND);
    for (int value = 4; value < 8; value++)
        trakks_tiles_add(&s.rack[0], value);
    struct trakks_problem problem;
    trakks_problem_make(&s, 0, &problem);
    struct trakks_solution solution = solve(&problem, ITERATIONS);
    return test_legal(&s, 0, &problem, &solution);
}

int main(void)
{
    int passed = 0, failed = 0;
    for (int number = 1; number <= GAMES; number++) {
        if (test_game(number)) {
            passed++;
        } else {
            printf("  in game %d\n", number);
            failed++;
        }
    }
    if (test_wide()) {
        passed++;
    } else {
        printf("  with a wide table\n");
        failed++;
    }
    printf("%d passed, %d failed\n", passed, failed);
    return failed > 0;
}
