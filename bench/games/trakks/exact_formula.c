#include "exact_formula.h"

#include "base/base.h"

#include <string.h>

void exact_clause_add(struct exact_formula *formula, int count, const int *literal)
{
    for (int i = 0; i < count; i++) {
        CHECK(literal[i] != 0); /* it would end the clause */
        ccadical_add(formula->solver, literal[i]);
    }
    ccadical_add(formula->solver, 0);
}

static void either(struct exact_formula *formula, int a, int b)
{
    exact_clause_add(formula, 2, (int[]){a, b});
}

static int variable_new(struct exact_formula *formula)
{
    return ++formula->variables;
}

static void tiles_list(struct exact_formula *formula, const struct trakks_problem *problem)
{
    struct trakks_tiles required = problem->required, optional = problem->optional;
    while (required.one) {
        formula->required[formula->count] = true;
        formula->tile[formula->count++] = trakks_tiles_pop(&required);
    }
    while (optional.one)
        formula->tile[formula->count++] = trakks_tiles_pop(&optional);
}

static void variables_make(struct exact_formula *formula)
{
    for (int i = 0; i < formula->count; i++) {
        formula->used[i] = variable_new(formula);
        for (int way = 0; way < EXACT_WAYS; way++) {
            formula->next[way][i] = variable_new(formula);
            formula->previous[way][i] = variable_new(formula);
            formula->rising[way][i] = variable_new(formula);
            formula->falling[way][i] = variable_new(formula);
            formula->set[way][i] = variable_new(formula);
            for (int j = 0; j < formula->count; j++)
                if (trakks_tiles_may_touch(formula->tile[i], formula->tile[j]))
                    formula->beside[way][i][j] = variable_new(formula);
        }
    }
}

static void at_most_one(struct exact_formula *formula, int count, const int *literal)
{
    for (int i = 0; i < count; i++)
        for (int j = 0; j < i; j++)
            either(formula, -literal[i], -literal[j]);
}

/* `whole` is true if and only if at least one of the others is. */
static void any_of(struct exact_formula *formula, int whole, int count, const int *literal)
{
    int clause[EXACT_TILES_MAX];
    CHECK(count < EXACT_TILES_MAX);
    for (int i = 0; i < count; i++) {
        either(formula, whole, -literal[i]);
        clause[i] = literal[i];
    }
    clause[count] = -whole;
    exact_clause_add(formula, count + 1, clause);
}

/* At most one neighbour on each side, and at most one kind of line. */
static void tile_describe(struct exact_formula *formula, int way, int i)
{
    int next[EXACT_TILES_MAX], previous[EXACT_TILES_MAX], count = 0;
    for (int j = 0; j < formula->count; j++)
        if (formula->beside[way][i][j]) {
            next[count] = formula->beside[way][i][j];
            previous[count++] = formula->beside[way][j][i];
        }
    at_most_one(formula, count, next);
    at_most_one(formula, count, previous);
    any_of(formula, formula->next[way][i], count, next);
    any_of(formula, formula->previous[way][i], count, previous);
    at_most_one(formula, 3,
                (int[]){formula->rising[way][i], formula->falling[way][i], formula->set[way][i]});
}

/* Both tiles are in a line of the same kind, and it has a third one. */
static void neighbours_describe(struct exact_formula *formula, int way, int i, int j)
{
    int beside = formula->beside[way][i][j], difference = formula->tile[j] - formula->tile[i];
    if (!beside)
        return;
    const int *kind = difference == 1    ? formula->rising[way]
                      : difference == -1 ? formula->falling[way]
                                         : formula->set[way];
    either(formula, -beside, kind[i]);
    either(formula, -beside, kind[j]);
    exact_clause_add(formula, 3,
                     (int[]){-beside, formula->previous[way][i], formula->next[way][j]});
}

static void use_describe(struct exact_formula *formula, int i)
{
    any_of(formula, formula->used[i], 4,
           (int[]){formula->next[EXACT_ACROSS][i], formula->previous[EXACT_ACROSS][i],
                   formula->next[EXACT_DOWN][i], formula->previous[EXACT_DOWN][i]});
}

/* At most `most` of the optional tiles are not used: counts them one after the other. */
static void left_limit(struct exact_formula *formula, int most)
{
    int more[EXACT_TILES_MAX] = {0}; /* more than this many of the tiles so far; 0 if never */
    for (int i = 0; i < formula->count; i++) {
        if (formula->required[i])
            continue;
        for (int k = most; k >= 0; k--) {
            int now = variable_new(formula);
            if (more[k])
                either(formula, -more[k], now);
            if (k == 0)
                either(formula, formula->used[i], now);
            else if (more[k - 1])
                exact_clause_add(formula, 3, (int[]){formula->used[i], -more[k - 1], now});
            more[k] = now;
        }
        exact_clause_add(formula, 1, (int[]){-more[most]});
    }
}

void exact_formula_start(struct exact_formula *formula, const struct trakks_problem *problem,
                         int left_max)
{
    memset(formula, 0, sizeof *formula);
    formula->solver = ccadical_init();
    ccadical_set_option(formula->solver, "quiet", 1); /* it comments on standard output */
    tiles_list(formula, problem);
    variables_make(formula);
    for (int i = 0; i < formula->count; i++) {
        use_describe(formula, i);
        for (int way = 0; way < EXACT_WAYS; way++) {
            tile_describe(formula, way, i);
            for (int j = 0; j < formula->count; j++)
                neighbours_describe(formula, way, i, j);
        }
    }
    left_limit(formula, left_max);
}

void exact_formula_end(struct exact_formula *formula)
{
    ccadical_release(formula->solver);
}
