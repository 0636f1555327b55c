#include "exact.h"

#include "base/base.h"

#include <string.h>

enum { SATISFIABLE = 10, UNSATISFIABLE = 20 }; /* answers of the solver */

void exact_start(struct exact *exact, const struct trakks_problem *problem, int left_max)
{
    memset(exact, 0, sizeof *exact);
    exact->problem = problem;
    exact_formula_start(&exact->formula, problem, left_max);
    memcpy(exact->demanded, exact->formula.required, sizeof exact->demanded);
}

void exact_end(struct exact *exact)
{
    exact_formula_end(&exact->formula);
}

static void table_make(const struct exact *exact, struct trakks_solution *solution)
{
    const struct exact_model *model = &exact->model;
    struct trakks_tiles all = trakks_tiles_sum(exact->problem->required, exact->problem->optional);
    struct trakks_table *table = &solution->table;
    *solution = (struct trakks_solution){.table.group_count = (uint8_t)model->group_count};
    for (int group = 0; group < model->group_count; group++) {
        struct exact_paths paths;
        int first = 0;
        while (model->group[first] != group)
            first++;
        exact_paths_find(&paths, model, first);
        for (int i = first; i < model->count; i++)
            if (model->group[i] == group)
                trakks_table_add(table, group, exact->formula.tile[i], paths.at[i]);
    }
    solution->left = trakks_tiles_difference(all, trakks_table_tiles(table));
}

enum exact_answer exact_decide(struct exact *exact, int rounds_max,
                               struct trakks_solution *solution)
{
    for (int round = 0; round < rounds_max; round++) {
        for (int i = 0; i < exact->formula.count; i++)
            if (exact->demanded[i])
                ccadical_assume(exact->formula.solver, exact->formula.used[i]);
        int code = ccadical_solve(exact->formula.solver);
        exact->rounds++;
        if (code == UNSATISFIABLE)
            return EXACT_IMPOSSIBLE;
        CHECK(code == SATISFIABLE);
        enum exact_fact fact;
        exact_model_read(&exact->model, &exact->formula);
        int added =
            exact_facts_add(&exact->formula, &exact->model, exact->problem->groups_max, &fact);
        if (added == 0) {
            table_make(exact, solution);
            return EXACT_TABLE;
        }
        exact->added[fact] += added;
    }
    return EXACT_UNKNOWN;
}

/* Which tile of the formula each one of the table is. Required tiles come first in the formula, so they are
 * all on the table. */
static void tiles_match(const struct exact *exact, const struct trakks_table *table, int *index)
{
    bool taken[EXACT_TILES_MAX] = {0};
    for (int k = 0; k < table->tile_count; k++) {
        int i = 0;
        while (taken[i] || exact->formula.tile[i] != table->tile[k])
            i++;
        CHECK(i < exact->formula.count);
        taken[i] = true;
        index[k] = i;
    }
}

bool exact_admits(struct exact *exact, const struct trakks_table *table)
{
    const struct exact_formula *formula = &exact->formula;
    bool beside[EXACT_WAYS][EXACT_TILES_MAX][EXACT_TILES_MAX] = {0};
    int index[TRAKKS_GRID_TILES_MAX];
    tiles_match(exact, table, index);
    for (int group = 0, first = 0; group < table->group_count; first += table->size[group++])
        for (int a = first; a < first + table->size[group]; a++)
            for (int b = first; b < first + table->size[group]; b++)
                for (int way = 0; way < EXACT_WAYS; way++)
                    if (exact_squares_equal(exact_square_after(table->at[a], way, 1), table->at[b]))
                        beside[way][index[a]][index[b]] = true;
    for (int way = 0; way < EXACT_WAYS; way++)
        for (int i = 0; i < formula->count; i++)
            for (int j = 0; j < formula->count; j++)
                if (formula->beside[way][i][j])
                    ccadical_assume(formula->solver, beside[way][i][j]
                                                         ? formula->beside[way][i][j]
                                                         : -formula->beside[way][i][j]);
    for (int i = 0; i < formula->count; i++)
        if (formula->required[i])
            ccadical_assume(formula->solver, formula->used[i]);
    return ccadical_solve(formula->solver) == SATISFIABLE;
}

/* Drops the demands that the last answer did not need. */
static void demands_thin(struct exact *exact)
{
    for (int i = 0; i < exact->formula.count; i++)
        if (exact->demanded[i])
            exact->demanded[i] = ccadical_failed(exact->formula.solver, exact->formula.used[i]);
}

struct trakks_tiles exact_reason(struct exact *exact, int rounds_max)
{
    struct trakks_solution solution;
    struct trakks_tiles tiles = {0};
    demands_thin(exact);
    for (int i = 0; i < exact->formula.count; i++) {
        if (!exact->demanded[i])
            continue;
        exact->demanded[i] = false;
        if (exact_decide(exact, rounds_max, &solution) == EXACT_IMPOSSIBLE)
            demands_thin(exact);
        else
            exact->demanded[i] = true;
    }
    for (int i = 0; i < exact->formula.count; i++)
        if (exact->demanded[i])
            trakks_tiles_add(&tiles, exact->formula.tile[i]);
    return tiles;
}
