/* Which weights the review of Trakks should have (src/games/trakks/mind/hint.c): a logistic regression over matches of the
 * expert against itself with two seats. At every third move it looks at what each seat knows: the mean worth of its wait in
 * imagined orders, the tiles in the bag, and whether it could place its whole rack.
 *
 * Prints the weights after every match. The rows of a match depend on each other, so the standard errors are those of sums
 * over matches.
 *
 * usage: chances FIRST END     matches from number FIRST to before END
 *
 * Then: positions; the regression; main. */
#include "base/base.h"
#include "base/system/system.h"
#include "games/trakks/mind/mind.h"
#include "games/trakks/trakks.h"
#include "players/players.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum {
    SEATS = 2,
    ITERATIONS = 1500,
    TABLES = 800,
    ORDERS = 16,
    EVERY = 3,
    TURN = 2,
    MOVES = 1000,
    STEPS = 20
};
enum { AT_THE_END, PER_WORTH, PER_BAG, IS_READY, WEIGHTS };
static const char *const names[WEIGHTS] = {"at_the_end", "per_worth", "per_bag", "is_ready"};

struct row {
    double x[WEIGHTS], won;
    int match, seat;
};

struct rows {
    struct row *all;
    size_t count, capacity;
    int match, moves;
};

/* ---- Positions ---- */

static double mean_worth(const struct mind_question *question, const struct trakks_problem *problem,
                         int turns)
{
    static struct trakks_outlook outlook;
    double sum = 0;
    trakks_outlook_start(&outlook, question, problem->required, problem->groups_max);
    for (int i = 0, wait = 0; i < ORDERS; i++) {
        trakks_outlook_imagine(&outlook, question);
        int last = outlook.count < outlook.bag_count ? outlook.count : outlook.bag_count;
        struct trakks_prospect prospect = {trakks_tiles_sum(problem->required, problem->optional),
                                           outlook.pool, 0, last};
        wait = trakks_outlook_wait(&outlook, &prospect, wait);
        sum += trakks_wait_worth(wait + TURN * turns);
    }
    return sum / ORDERS / TRAKKS_SOON;
}

static void row_add(struct rows *rows, const struct bot_match *match, int seat)
{
    struct trakks_state view;
    struct trakks_problem problem;
    struct trakks_solution solution;
    struct rng rng;
    game_trakks.view(match->state.bytes, seat, &view);
    rng_start(&rng, (uint64_t)rows->match * MOVES + (uint64_t)rows->moves);
    struct mind_question question = {.seat = seat,
                                     .view = &view,
                                     .memory = match->seat[seat].memory.bytes,
                                     .rng = &rng,
                                     .way = MIND_FULL,
                                     .budget = {.iterations = TABLES}};
    trakks_plan_problem(&view, seat, &problem);
    trakks_solve(&problem, &question.budget, &rng, &solution);
    int turns = trakks_tiles_count(view.rack[seat]) - trakks_tiles_count(problem.optional) +
                !bits_have(view.opened, seat);
    if (rows->count == rows->capacity) {
        rows->capacity = 2 * rows->capacity + 64;
        rows->all = alloc_resize(rows->all, rows->capacity, sizeof *rows->all);
    }
    rows->all[rows->count++] =
        (struct row){.x = {[AT_THE_END] = 1,
                           [PER_WORTH] = mean_worth(&question, &problem, turns),
                           [PER_BAG] = view.bag_count,
                           [IS_READY] = turns == 0 && !solution.left.one},
                     .match = rows->match,
                     .seat = seat};
}

static void watch(void *context, const struct bot_match *match, int seat, const struct move *move)
{
    (void)seat;
    (void)move;
    struct rows *rows = context;
    const struct trakks_state *s = (const void *)match->state.bytes;
    if ((++rows->moves + rows->match) % EVERY == 0 && s->phase == TRAKKS_PHASE_TURN)
        for (int viewer = 0; viewer < SEATS; viewer++)
            row_add(rows, match, viewer);
}

static void match_play(struct rows *rows)
{
    static struct bot_match match;
    const struct player *players[SEATS] = {player_find("expert"), player_find("expert")};
    struct game_result result;
    char seed[32];
    int length = snprintf(seed, sizeof seed, "review%d", rows->match);
    struct game_setup setup = {.seats = SEATS, .seed = seed, .seed_length = (size_t)length};
    for (int i = 0; i < game_trakks.option_count; i++)
        setup.options[i] = game_trakks.options[i].standard;
    size_t first = rows->count;
    rows->moves = 0;
    bot_match_start(&match, &game_trakks, &setup, players, (uint64_t)rows->match);
    match.iterations = ITERATIONS;
    match.watch = watch;
    match.watch_context = rows;
    bot_match_play(&match, &result);
    bot_match_end(&match);
    for (size_t i = first; i < rows->count; i++)
        if (bits_have(result.winners, rows->all[i].seat))
            rows->all[i].won = 1.0 / bits_count(result.winners);
}

/* ---- The regression ---- */

static double chance_of(const struct row *row, const double weights[WEIGHTS])
{
    double sum = 0;
    for (int i = 0; i < WEIGHTS; i++)
        sum += weights[i] * row->x[i];
    return 1 / (1 + exp(-sum));
}

/* Replaces a matrix by its inverse, by Gauss and Jordan; it is positive definite. */
static void invert(double a[WEIGHTS][WEIGHTS])
{
    for (int k = 0; k < WEIGHTS; k++) {
        double pivot = a[k][k];
        a[k][k] = 1;
        for (int j = 0; j < WEIGHTS; j++)
            a[k][j] /= pivot;
        for (int i = 0; i < WEIGHTS; i++) {
            double factor = a[i][k];
            if (i == k)
                continue;
            a[i][k] = 0;
            for (int j = 0; j < WEIGHTS; j++)
                a[i][j] -= factor * a[k][j];
        }
    }
}

/* A step of Newton's method. Leaves the inverse of the second derivative. */
static void improve(const struct rows *rows, double weights[WEIGHTS],
                    double inverse[WEIGHTS][WEIGHTS])
{
    static const double ridge = 0.1; /* while there are few rows */
    double gradient[WEIGHTS];
    memset(inverse, 0, WEIGHTS * sizeof *inverse);
    for (int i = 0; i < WEIGHTS; i++) {
        gradient[i] = -ridge * weights[i];
        inverse[i][i] = ridge;
    }
    for (size_t r = 0; r < rows->count; r++) {
        const struct row *row = &rows->all[r];
        double chance = chance_of(row, weights);
        for (int i = 0; i < WEIGHTS; i++) {
            gradient[i] += row->x[i] * (row->won - chance);
            for (int j = 0; j < WEIGHTS; j++)
                inverse[i][j] += row->x[i] * row->x[j] * chance * (1 - chance);
        }
    }
    invert(inverse);
    for (int i = 0; i < WEIGHTS; i++)
        for (int j = 0; j < WEIGHTS; j++)
            weights[i] += inverse[i][j] * gradient[j];
}

/* The standard error of a weight: what each match adds to the gradient is independent of the others. */
static double error_of(const struct rows *rows, const double weights[WEIGHTS],
                       double inverse[WEIGHTS][WEIGHTS], int weight)
{
    double sum = 0, squares = 0;
    for (size_t r = 0; r < rows->count; r++) {
        const struct row *row = &rows->all[r];
        for (int i = 0; i < WEIGHTS; i++)
            sum += inverse[weight][i] * row->x[i] * (row->won - chance_of(row, weights));
        if (r + 1 == rows->count || row[1].match != row->match) {
            squares += sum * sum;
            sum = 0;
        }
    }
    return sqrt(squares);
}

/* ---- Main ---- */

int main(int argc, char **argv)
{
    struct rows rows = {0};
    int first = argc == 3 ? atoi(argv[1]) : 0, end = argc == 3 ? atoi(argv[2]) : 0;
    if (first < 0 || end <= first) {
        fprintf(stderr, "usage: %s FIRST END\n", argv[0]);
        return 2;
    }
    for (rows.match = first; rows.match < end; rows.match++) {
        double weights[WEIGHTS] = {0}, inverse[WEIGHTS][WEIGHTS];
        match_play(&rows);
        for (int step = 0; step < STEPS; step++)
            improve(&rows, weights, inverse);
        printf("%d matches, %zu positions:", rows.match + 1 - first, rows.count);
        for (int i = 0; i < WEIGHTS; i++)
            printf(" %s %.3f (%.3f)", names[i], weights[i], error_of(&rows, weights, inverse, i));
        putchar('\n');
        fflush(stdout);
    }
    free(rows.all);
    return 0;
}
