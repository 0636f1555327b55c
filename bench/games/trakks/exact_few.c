/* Compares exact.c with an exhaustive search: for random puzzles of a few tiles, both must find the same number
 * of tiles left over.
 *
 * usage: exact_few PUZZLES; exits with 1 if they differ. */
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
static int exact_least(const struct trakks_puzzle *puzzle)
{
    static struct exact exact;
    int least = EVERY_TABLE_NONE, left = trakks_tiles_count(puzzle->optional);
    enum exact_answer answer = EXACT_TABLE;
    while (left >= 0 && answer == EXACT_TABLE) {
        struct trakks_solution solution;
        exact_start(&exact, puzzle, left);
        answer = exact_decide(&exact, ROUNDS_MAX, &solution);
        CHECK(answer != EXACT_UNKNOWN);
        if (answer == EXACT_TABLE) {
            table_check(&solution.table, puzzle->groups_max);
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
    int puzzles = argc > 1 ? atoi(argv[1]) : 0, compared = 0, none = 0, different = 0;
    if (puzzles < 1) {
        fprintf(stderr, "usage: exact_few PUZZLES\n");
        return 2;
    }
    for (int number = 1; number <= puzzles; number++) {
        struct rng rng;
        rng_start(&rng, (uint64_t)number);
        struct trakks_tiles all = every_table_tiles(&rng, EVERY_TABLE_TILES);
        struct trakks_puzzle puzzle = {.groups_max = 1 + (int)rng_below(&rng, EVERY_TABLE_GROUPS)};
        puzzle.required = every_table_some(all, &rng, 8);
        puzzle.optional = trakks_tiles_difference(all, puzzle.required);
        bool complete;
        int least = every_table_least(all, puzzle.required, puzzle.groups_max, &complete);
        if (!complete)
            continue;
        int exact = exact_least(&puzzle);
        compared++;
        none += least == EVERY_TABLE_NONE;
        different += exact != least;
        if (exact != least)
            printf("puzzle %d: exact.c leaves %d, all tables %d\n", number, exact, least);
    }
    printf(
        "%d puzzles of a few tiles compared with all of their tables (%d without any), %d differ\n",
        compared, none, different);
    return different > 0;
}
