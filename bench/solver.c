/* How much of what is possible the placement solver of Trakks lays: positions of seeded games,
 * each solved within a budget and compared with what no table can exceed (solver_bound.c).
 *
 * usage: solver [positions] [ms] [iterations]; with iterations, time does not matter. */
#include "base/check.h"
#include "games/trakks/solve.h"
#include "solver_bound.h"

#include <stdio.h>
#include <stdlib.h>
#include <time.h>

enum {
    TABLE_MIN = 15,
    TABLE_MAX = 85,
    RACK_MIN = 5,
    RACK_MAX = 20,
    TABLE_STEP = 10, /* of one game, one position for so many tiles on the table */
    RACK_KEPT = 7,   /* whoever has no more draws, so that tables grow */
    QUICK = 40,      /* iterations of the solver that plays the games */
};

struct sums {
    int positions, met, proven, exact;
    long laid, extended, bound;
    double laid_share, extended_share; /* of the bound, a position like another */
    double seconds, seconds_most;
};

static double seconds_now(void)
{
    struct timespec now;
    clock_gettime(CLOCK_MONOTONIC, &now);
    return (double)now.tv_sec + (double)now.tv_nsec / 1e9;
}

static bool time_is_up(void *clock)
{
    return seconds_now() >= *(const double *)clock;
}

static void position_measure(const struct trakks_state *s, int ms, int64_t iterations,
                             struct sums *sums)
{
    struct trakks_puzzle puzzle;
    struct trakks_solution solution, extended;
    struct trakks_place place;
    struct rng rng;
    rng_start(&rng, 1);
    trakks_puzzle_make(s, s->turn, &puzzle);
    trakks_extend(&puzzle, 1, &rng, &extended);
    double begin = seconds_now(), end = begin + ms / 1e3;
    struct mind_budget budget = {iterations, time_is_up, iterations ? NULL : &end};
    trakks_solve(&puzzle, &budget, &rng, &solution);
    double taken = seconds_now() - begin;
    int of = tiles_count(puzzle.optional), laid = of - tiles_count(solution.left);
    CHECK(trakks_solution_place(s, s->turn, &solution, &place) == (laid > 0));
    bool exact = true;
    int bound = trakks_solution_is_best(&solution) ? laid : solver_bound(&puzzle, &exact);
    CHECK(laid <= bound);
    sums->positions++;
    sums->met += laid == bound;
    sums->exact += exact;
    sums->proven += trakks_solution_is_best(&solution);
    sums->laid += laid;
    sums->bound += bound;
    sums->extended += of - tiles_count(extended.left);
    sums->laid_share += bound ? (double)laid / bound : 1;
    sums->extended_share += bound ? (double)(of - tiles_count(extended.left)) / bound : 1;
    sums->seconds += taken;
    sums->seconds_most = taken > sums->seconds_most ? taken : sums->seconds_most;
    fprintf(stderr, "table %2d rack %2d laid %2d bound %2d%s\n", s->table.tile_count, of, laid,
            bound, exact ? "" : " (not tight)");
}

static bool is_mid_game(const struct trakks_state *s)
{
    struct tiles rack = s->rack[s->turn];
    int numbers = bits_count(rack.one & TILES_NUMBERS) + bits_count(rack.two & TILES_NUMBERS);
    return s->phase == PHASE_TURN && bits_have(s->opened, s->turn) &&
           s->table.tile_count >= TABLE_MIN && s->table.tile_count <= TABLE_MAX &&
           numbers >= RACK_MIN && numbers <= RACK_MAX;
}

/* Players who collect, rearrange a little, and never quite finish. */
static void move_choose(const struct trakks_state *s, int seat, struct rng *rng, struct move *move)
{
    if (s->phase == PHASE_TURN && s->bag_count && trakks_rack_size(s, seat) <= RACK_KEPT) {
        *move = (struct move){.kind = TRAKKS_DRAW};
        return;
    }
    if (s->phase == PHASE_TURN && rng_below(rng, 3) == 0) {
        struct trakks_puzzle puzzle;
        struct trakks_solution solution;
        trakks_puzzle_make(s, seat, &puzzle);
        trakks_solve(&puzzle, &(struct mind_budget){.iterations = QUICK}, rng, &solution);
        if (solution.left.one &&
            trakks_solution_place(s, seat, &solution, (struct trakks_place *)move))
            return;
    }
    game_trakks.sample(s, seat, rng, move);
}

static void game_measure(int number, int wanted, int ms, int64_t iterations, struct sums *sums)
{
    struct trakks_state s;
    struct fault fault;
    struct rng rng;
    char seed[24];
    int length = snprintf(seed, sizeof seed, "bench %d", number);
    rng_start(&rng, (uint64_t)number);
    CHECK(game_trakks.start(
        &s,
        &(struct game_setup){.seats = 2 + number % 3, .seed = seed, .seed_length = (size_t)length},
        &fault));
    int next = TABLE_MIN;
    for (uint32_t to_act; (to_act = game_trakks.to_act(&s)) && sums->positions < wanted;) {
        int seat = bits_first(to_act);
        if (s.table.tile_count >= next && is_mid_game(&s)) {
            position_measure(&s, ms, iterations, sums);
            next = s.table.tile_count + TABLE_STEP;
        }
        union game_move_room move = {0};
        move_choose(&s, seat, &rng, &move.head);
        game_trakks.apply(&s, seat, &move.head, NULL);
    }
}

int main(int argc, char **argv)
{
    int wanted = argc > 1 ? atoi(argv[1]) : 300, ms = argc > 2 ? atoi(argv[2]) : 250;
    int64_t iterations = argc > 3 ? atoll(argv[3]) : 0;
    struct sums sums = {0};
    for (int number = 1; sums.positions < wanted; number++)
        game_measure(number, wanted, ms, iterations, &sums);
    double count = sums.positions;
    printf("%d positions, %d bounds solved to the end\n", sums.positions, sums.exact);
    printf("laid %ld of %ld: %.2f %% of the bound, %.2f %% a position\n", sums.laid, sums.bound,
           100.0 * (double)sums.laid / (double)sums.bound, 100 * sums.laid_share / count);
    printf("extending only: %ld, %.2f %% a position\n", sums.extended,
           100 * sums.extended_share / count);
    printf("bound met in %d, proven by the solver itself in %d\n", sums.met, sums.proven);
    printf("%.1f ms a position, %.1f ms at most\n", 1e3 * sums.seconds / count,
           1e3 * sums.seconds_most);
    return 0;
}
