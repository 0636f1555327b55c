/* Compares exact.c with an exhaustive search: for random problems of a few tiles, both must find the same number
 * of tiles left over.
 *
 * usage: exact_few PROBLEMS; exits with 1 if they differ. */
#include "base/base.h"
#include "every_table.h"
#include "exact.h"

#include <stdio.h>
#include <stdlib.h>

enum { ROUNDS_MAX = 20000 };

static void table_check(const struct trakks_table *table, int groups_max)
{
    CHECK(table->group_count <= groups_max);
    for (int i = 0; i < table->group_count; i++) {
        struct trakks_group group = trakks_table_group(table, i);
        CHECK(trakks_grid_group_check(&group, NULL) == TRAKKS_GRID_SOUND);
    }
}

/* The fewest tiles left, or EVERY_TABLE_NONE: leaves fewer until that is impossible. */
static int exact_least(const struct trakks_problem *problem)
{
    static struct exact exact;
    int least = EVERY_TABLE_NONE, left = trakks_tiles_count(problem->optional);
    enum exact_answer answer = EXACT_TABLE;
    while (left >= 0 && answer == EXACT_TABLE) {
        struct trakks_solution solution;
        exact_start(&exact, problem, left);
        answer = exact_decide(&exact, ROUNDS_MAX, &solution);
        CHECK(answer != EXACT_UNKNOWN);
        if (answer == EXACT_TABLE) {
            table_check(&solution.table, problem->groups_max);
            least = trakks_tiles_count(solution.left);
            CHECK(least <= left);
            left = least - 1;
        }
        exact_end(&exact);
    }
    return least;
}

int main(int argc, char **argv)
{
    int problems = argc > 1 ? atoi(argv[1]) : 0, compared = 0, none = 0, different = 0;
    if (problems < 1) {
        fprintf(stderr, "usage: exact_few PROBLEMS\n");
        return 2;
    }
    for (int number = 1; number <= problems; number++) {
        struct rng rng;
        rng_start(&rng, (uint64_t)number);
        struct trakks_tiles all = every_table_tiles(&rng, EVERY_TABLE_TILES);
        struct trakks_problem problem = {.groups_max =
                                             1 + (int)rng_below(&rng, EVERY_TABLE_GROUPS)};
        problem.required = every_table_some(all, &rng, 8);
        problem.optional = trakks_tiles_difference(all, problem.required);
        bool complete;
        int least = every_table_least(all, problem.required, problem.groups_max, &complete);
        if (!complete)
            continue;
        int exact = exact_least(&problem);
        compared++;
        none += least == EVERY_TABLE_NONE;
        different += exact != least;
        if (exact != least)
            printf("problem %d: exact.c leaves %d, all tables %d\n", number, exact, least);
    }
    printf("%d problems of a few tiles compared with all of their tables (%d without any), %d "
           "differ\n",
           compared, none, different);
    return different > 0;
}
