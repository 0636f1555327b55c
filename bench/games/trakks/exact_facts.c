#include "exact_facts.h"

#include "base/base.h"

enum {
    LITERALS_MAX = EXACT_WAYS * EXACT_TILES_MAX * EXACT_TILES_MAX,
    PATH_MAX = 2 * EXACT_TILES_MAX, /* of a path there and another one back */
};

/* A clause under construction. */
struct clause {
    int count;
    int literal[LITERALS_MAX];
};

static void literal_add(struct clause *clause, int literal)
{
    CHECK(clause->count < LITERALS_MAX);
    clause->literal[clause->count++] = literal;
}

/* The variable that makes i and j neighbours in the model. */
static int link_of(const struct exact_formula *formula, const struct exact_model *model, int way,
                   int i, int j)
{
    return model->next[way][i] == j ? formula->beside[way][i][j] : formula->beside[way][j][i];
}

/* The path to a tile is not like this. */
static void path_deny(struct clause *clause, const struct exact_formula *formula,
                      const struct exact_model *model, const struct exact_paths *paths, int to)
{
    for (int i = to; paths->from[i] >= 0; i = paths->from[i])
        literal_add(clause, -link_of(formula, model, paths->way[i], paths->from[i], i));
}

static int colours_add(struct exact_formula *formula, const struct exact_model *model)
{
    int added = 0;
    for (int way = 0; way < EXACT_WAYS; way++)
        for (int first = 0; first < model->count; first++) {
            struct clause clause;
            clause.count = 0;
            for (int i = first, j; (j = model->next[way][i]) >= 0; i = j) {
                literal_add(&clause, -formula->beside[way][i][j]);
                if (formula->tile[j] == formula->tile[first]) {
                    exact_clause_add(formula, clause.count, clause.literal);
                    added++;
                    break;
                }
            }
        }
    return added;
}

/* Cycles of this length. */
static int cycles_add(struct exact_formula *formula, const struct exact_model *model,
                      const struct exact_paths *paths, int length)
{
    int added = 0;
    for (int way = 0; way < EXACT_WAYS; way++)
        for (int i = 0; i < model->count; i++) {
            int j = model->next[way][i];
            if (paths->length[i] < 0 || j < 0 ||
                paths->length[i] + paths->length[j] + 1 != length ||
                exact_squares_equal(exact_square_after(paths->at[i], way, 1), paths->at[j]))
                continue;
            struct clause clause;
            clause.count = 0;
            path_deny(&clause, formula, model, paths, i);
            path_deny(&clause, formula, model, paths, j);
            literal_add(&clause, -formula->beside[way][i][j]);
            exact_clause_add(formula, clause.count, clause.literal);
            added++;
        }
    return added;
}

static int squares_add(struct exact_formula *formula, const struct exact_model *model,
                       const struct exact_paths *paths, int start, int length)
{
    int added = 0;
    for (int i = start + 1; i < model->count; i++) {
        if (paths->length[i] != length || !exact_squares_equal(paths->at[i], paths->at[start]))
            continue;
        struct clause clause;
        clause.count = 0;
        path_deny(&clause, formula, model, paths, i);
        exact_clause_add(formula, clause.count, clause.literal);
        added++;
    }
    return added;
}

static int neighbours_add(struct exact_formula *formula, const struct exact_model *model,
                          const struct exact_paths *paths, int start, int length)
{
    int added = 0;
    for (int way = 0; way < EXACT_WAYS; way++)
        for (int i = 0; i < model->count; i++) {
            if (paths->length[i] != length || model->next[way][start] == i ||
                !exact_squares_equal(exact_square_after(paths->at[start], way, 1), paths->at[i]))
                continue;
            struct clause clause;
            clause.count = 0;
            path_deny(&clause, formula, model, paths, i);
            if (formula->beside[way][start][i])
                literal_add(&clause, formula->beside[way][start][i]);
            exact_clause_add(formula, clause.count, clause.literal);
            added++;
        }
    return added;
}

/* Clauses about paths; the shortest ones say most. */
static int paths_add(struct exact_formula *formula, const struct exact_model *model,
                     enum exact_fact fact)
{
    static struct exact_paths paths[EXACT_TILES_MAX];
    for (int start = 0; start < model->count; start++)
        exact_paths_find(&paths[start], model, start);
    for (int length = 1; length <= PATH_MAX; length++) {
        int added = 0;
        for (int start = 0; start < model->count; start++)
            added += fact == EXACT_CYCLES ? cycles_add(formula, model, &paths[start], length)
                     : fact == EXACT_SQUARES
                         ? squares_add(formula, model, &paths[start], start, length)
                         : neighbours_add(formula, model, &paths[start], start, length);
        if (added)
            return added;
    }
    return 0;
}

/* The smallest group that is not marked. */
static int group_smallest(const struct exact_model *model, const bool *marked)
{
    int size[EXACT_TILES_MAX] = {0}, smallest = -1;
    for (int i = 0; i < model->count; i++)
        if (model->group[i] >= 0)
            size[model->group[i]]++;
    for (int group = 0; group < model->group_count; group++)
        if (!marked[group] && (smallest < 0 || size[group] < size[smallest]))
            smallest = group;
    return smallest;
}

/* A tile of each of groups_max + 1 groups: two of them will be in one group, unless they are not used. So
 * a path leaves one of the two, and even one of the first groups_max: it leaves both. */
static int groups_add(struct exact_formula *formula, const struct exact_model *model,
                      int groups_max)
{
    bool marked[EXACT_TILES_MAX] = {0};
    struct clause clause;
    clause.count = 0;
    if (model->group_count <= groups_max)
        return 0;
    for (int k = 0; k <= groups_max; k++) {
        int group = group_smallest(model, marked), member = 0;
        while (model->group[member] != group)
            member++;
        literal_add(&clause, -formula->used[member]);
        marked[group] = k < groups_max;
    }
    for (int i = 0; i < model->count; i++)
        for (int j = 0; j < model->count; j++) {
            int a = model->group[i], b = model->group[j];
            bool leaves = a != b && ((a >= 0 && marked[a]) || (b >= 0 && marked[b]));
            for (int way = 0; leaves && way < EXACT_WAYS; way++)
                if (formula->beside[way][i][j])
                    literal_add(&clause, formula->beside[way][i][j]);
        }
    exact_clause_add(formula, clause.count, clause.literal);
    return 1;
}

int exact_facts_add(struct exact_formula *formula, const struct exact_model *model, int groups_max,
                    enum exact_fact *fact)
{
    int added = 0;
    for (*fact = 0; *fact < EXACT_FACTS; ++*fact) {
        added = *fact == EXACT_COLOURS  ? colours_add(formula, model)
                : *fact == EXACT_GROUPS ? groups_add(formula, model, groups_max)
                                        : paths_add(formula, model, *fact);
        if (added)
            break;
    }
    return added;
}
