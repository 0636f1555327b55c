#include "exact_paths.h"

static void neighbours_read(struct exact_model *model, const struct exact_formula *formula)
{
    for (int way = 0; way < EXACT_WAYS; way++)
        for (int i = 0; i < model->count; i++)
            model->next[way][i] = model->previous[way][i] = -1;
    for (int way = 0; way < EXACT_WAYS; way++)
        for (int i = 0; i < model->count; i++)
            for (int j = 0; j < model->count; j++) {
                int beside = formula->beside[way][i][j];
                if (beside && ccadical_val(formula->solver, beside) > 0) {
                    model->next[way][i] = j;
                    model->previous[way][j] = i;
                }
            }
}

void exact_paths_find(struct exact_paths *paths, const struct exact_model *model, int start)
{
    int queue[EXACT_TILES_MAX], queued = 0;
    for (int i = 0; i < model->count; i++)
        paths->length[i] = -1;
    paths->length[start] = 0;
    paths->from[start] = -1;
    paths->at[start] = (struct trakks_square){0, 0};
    queue[queued++] = start;
    for (int k = 0; k < queued; k++) {
        int i = queue[k];
        for (int side = 0; side < 2 * EXACT_WAYS; side++) {
            int way = side / 2;
            int j = side % 2 ? model->next[way][i] : model->previous[way][i];
            if (j < 0 || paths->length[j] >= 0)
                continue;
            paths->length[j] = paths->length[i] + 1;
            paths->from[j] = i;
            paths->way[j] = way;
            paths->at[j] = exact_square_after(paths->at[i], way, side % 2 ? 1 : -1);
            queue[queued++] = j;
        }
    }
}

static bool is_used(const struct exact_model *model, int i)
{
    for (int way = 0; way < EXACT_WAYS; way++)
        if (model->next[way][i] >= 0 || model->previous[way][i] >= 0)
            return true;
    return false;
}

void exact_model_read(struct exact_model *model, const struct exact_formula *formula)
{
    model->count = formula->count;
    model->group_count = 0;
    neighbours_read(model, formula);
    for (int i = 0; i < model->count; i++)
        model->group[i] = -1;
    for (int i = 0; i < model->count; i++) {
        struct exact_paths paths;
        if (model->group[i] >= 0 || !is_used(model, i))
            continue;
        exact_paths_find(&paths, model, i);
        for (int j = 0; j < model->count; j++)
            if (paths.length[j] >= 0)
                model->group[j] = model->group_count;
        model->group_count++;
    }
}
