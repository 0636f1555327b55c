/* The bound of bound.c holds: neither an exhaustive search over all tables of a few tiles, nor the
 * solver with many tiles of few kinds, where lines cross in unusual ways, places more.
 *
 * usage: trakks_bound [FROM TO]; the last line says how many random problems passed. */
#include "base/base.h"
#include "every_table.h"
#include "games/trakks/mind/mind.h"
#include "support.h"

#include <stdio.h>
#include <stdlib.h>

#if defined(__has_feature)
#define SANITIZED __has_feature(address_sanitizer) /* slow */
#else
#define SANITIZED 0
#endif

enum {
    PUZZLES = SANITIZED ? 40 : 200,
    GROUPS = EVERY_TABLE_GROUPS,
    SEARCHES = 8,
    ITERATIONS = 100, /* too few for the solver to compute a bound */
    ENOUGH = EVERY_TABLE_NONE,
};

static bool holds(const char *what, int bound, int left)
{
    if (bound > left)
        printf("%s: %d tiles are left, and %d should be at least\n", what, left, bound);
    return bound <= left;
}

/* Every table of a few tiles. */
static bool test_few(struct rng *rng, int *met)
{
    struct trakks_tiles all = every_table_tiles(rng, EVERY_TABLE_TILES);
    int groups_max = 1 + (int)rng_below(rng, GROUPS);
    struct trakks_tiles required = every_table_some(all, rng, 8);
    bool complete;
    int least = every_table_least(all, required, groups_max, &complete);
    if (least == ENOUGH)
        return true; /* no table has all required tiles */
    struct trakks_tiles optional = trakks_tiles_difference(all, required);
    int bound = trakks_bound(required, optional, groups_max, ENOUGH);
    *met += bound == least;
    struct trakks_fitting fitting;
    trakks_fitting_start(&fitting);
    if (!trakks_may_fit(&fitting, required, optional, groups_max)) {
        printf("all tables: the required tiles fit, and trakks_may_fit denies it\n");
        return false;
    }
    /* A search that was stopped has not seen the best table, but what it saw exists. */
    return holds("all tables", bound, least);
}

/* The tables that the solver finds, and then those of which some tiles are required. */
static bool test_many(struct rng *rng, int *met)
{
    struct trakks_problem problem = {.optional = every_table_tiles(rng, 60),
                                     .groups_max = 1 + (int)rng_below(rng, GROUPS)};
    int bound = trakks_bound(problem.required, problem.optional, problem.groups_max, ENOUGH),
        least = ENOUGH;
    bool passed = true;
    for (int i = 0; i < SEARCHES; i++) {
        struct trakks_solution solution;
        trakks_solve(&problem, &(struct mind_budget){.iterations = ITERATIONS}, rng, &solution);
        int left = trakks_tiles_count(solution.left);
        least = left < least ? left : least;
        struct trakks_tiles laid = trakks_table_tiles(&solution.table);
        struct trakks_tiles required = every_table_some(laid, rng, 2);
        struct trakks_tiles optional = trakks_tiles_difference(problem.optional, required);
        passed =
            passed && holds("solved", bound, left) &&
            holds("required", trakks_bound(required, optional, solution.table.group_count, ENOUGH),
                  left) &&
            holds("laid",
                  trakks_bound(laid, (struct trakks_tiles){0}, solution.table.group_count, ENOUGH),
                  0);
    }
    *met += bound == least;
    return passed;
}

/* Runs of one colour with crossings that are rare in random problems: four at one value; a ring of
 * four; three at two consecutive values. */
static bool test_odd(void)
{
    static const char *const drawings[][8] = {
        {".3..", "345.", ".567", "..7."},
        {".2...", "2345.", ".4.6.", ".5.7.", ".6789", "...9."},
        {"..2..", "..345", "234.."},
    };
    bool passed = true;
    for (int i = 0; i < 3; i++) {
        struct trakks_table table = {.group_count = 1};
        for (int y = 0; drawings[i][y]; y++)
            for (int x = 0; drawings[i][y][x]; x++)
                if (drawings[i][y][x] != '.') {
                    table.at[table.tile_count] = (struct trakks_square){(int16_t)x, (int16_t)y};
                    table.tile[table.tile_count++] = (uint8_t)(drawings[i][y][x] - '0');
                    table.size[0]++;
                }
        struct trakks_group group = trakks_table_group(&table, 0);
        CHECK(trakks_grid_group_check(&group, NULL) == TRAKKS_GRID_SOUND);
        int bound = trakks_bound(trakks_table_tiles(&table), (struct trakks_tiles){0}, 1, ENOUGH);
        passed = holds("odd runs", bound, 0) && passed;
    }
    return passed;
}

int main(int argc, char **argv)
{
    int from = 1, to = PUZZLES;
    if (argc != 1 && (argc != 3 || !tested_number(argv[1], &from) || !tested_number(argv[2], &to)))
        return tested_usage(argv[0], "[FIRST LAST]");
    int passed = 0, failed = 0, few_met = 0, many_met = 0;
    for (int number = from; number <= to; number++) {
        struct rng rng;
        rng_start(&rng, (uint64_t)number);
        if (test_few(&rng, &few_met) && test_many(&rng, &many_met)) {
            passed++;
        } else {
            printf("  in problem %d\n", number);
            failed++;
        }
    }
    if (test_odd())
        passed++;
    else
        failed++;
    printf("met with few tiles: %d, with many: %d\n", few_met, many_met);
    printf("%d passed, %d failed\n", passed, failed);
    return failed > 0;
}
