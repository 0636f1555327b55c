/* Decides what the best placings are where the solver of Trakks does not prove it: positions of seeded games
 * are solved, and where a gap to the bound remains, exact.c finds a table that leaves fewer tiles, or proves
 * that there is none. Prints these positions.
 *
 * The other positions are a test of exact.c: it must not say that a table is impossible which exists, and the
 * clauses that it adds must admit that table.
 *
 * usage: decide POSITIONS TABLES; the number of tables is what the solver looks at. */
#include "base/base.h"
#include "exact.h"
#include "games/trakks/trakks.h"
#include "solver_positions.h"

#include <stdio.h>
#include <stdlib.h>

enum {
    ROUNDS_MAX = 20000,
    TEST_ROUNDS = 100,    /* where a table is known */
    REASON_ROUNDS = 2000, /* for each tile */
};

struct decide {
    int64_t tables;
    int positions, proven, open, improved, decided;
    int tested, found; /* of these, exact.c found a table within TEST_ROUNDS */
};

static void tiles_print(const char *before, struct trakks_tiles tiles)
{
    printf("%s", before);
    while (tiles.one) {
        char text[TRAKKS_TILE_TEXT_MAX];
        trakks_tile_text(trakks_tiles_pop(&tiles), text);
        printf(" %s", text);
    }
    putchar('\n');
}

static void group_draw(const struct trakks_group *group)
{
    struct trakks_box box = trakks_group_box(group);
    for (int y = box.top; y < box.top + box.height; y++) {
        for (int x = box.left; x < box.left + box.width; x++) {
            char text[TRAKKS_TILE_TEXT_MAX] = "";
            for (int i = 0; i < group->count; i++)
                if (group->at[i].x == x && group->at[i].y == y)
                    trakks_tile_text(group->tile[i], text);
            printf(" %3s", text);
        }
        putchar('\n');
    }
    putchar('\n');
}

static void table_draw(const struct trakks_table *table)
{
    for (int i = 0; i < table->group_count; i++) {
        struct trakks_group group = trakks_table_group(table, i);
        group_draw(&group);
    }
}

static void work_print(const struct exact *exact)
{
    static const char *const names[EXACT_FACTS] = {"colours", "cycles", "squares", "neighbours",
                                                   "groups"};
    printf("    %d rounds; clauses added:", exact->rounds);
    for (int fact = 0; fact < EXACT_FACTS; fact++)
        printf(" %ld %s%s", exact->added[fact], names[fact], fact + 1 < EXACT_FACTS ? "," : "\n");
}

static int left_count(const struct trakks_solution *solution)
{
    return trakks_tiles_count(solution->left);
}

/* The rules accept the table. */
static void solution_check(const struct trakks_state *s, const struct trakks_solution *solution)
{
    struct trakks_place place;
    struct trakks_tiles rack = s->rack[s->turn];
    rack = (struct trakks_tiles){rack.one & TRAKKS_TILES_NUMBERS, rack.two & TRAKKS_TILES_NUMBERS};
    CHECK(trakks_solution_place(s, s->turn, solution, &place) ==
          (left_count(solution) < trakks_tiles_count(rack)));
}

/* A table that leaves this many tiles exists. */
static void exact_test(struct decide *decide, const struct trakks_state *s,
                       const struct trakks_problem *problem, const struct trakks_solution *known)
{
    static struct exact exact;
    struct trakks_solution found;
    exact_start(&exact, problem, left_count(known));
    enum exact_answer answer = exact_decide(&exact, TEST_ROUNDS, &found);
    CHECK(answer != EXACT_IMPOSSIBLE && exact_admits(&exact, &known->table));
    if (answer == EXACT_TABLE) {
        CHECK(left_count(&found) <= left_count(known) && left_count(&found) >= known->bound);
        solution_check(s, &found);
        decide->found++;
    }
    decide->tested++;
    exact_end(&exact);
}

/* Tries to leave a tile less; stores a table that does so. */
static bool table_improve(struct decide *decide, const struct trakks_state *s,
                          const struct trakks_problem *problem, struct trakks_solution *solution)
{
    static struct exact exact;
    int left = left_count(solution) - 1, bound = solution->bound;
    exact_start(&exact, problem, left);
    enum exact_answer answer = exact_decide(&exact, ROUNDS_MAX, solution);
    printf("  leaving %d: %s\n", left,
           answer == EXACT_TABLE        ? "possible"
           : answer == EXACT_IMPOSSIBLE ? "impossible"
                                        : "not decided");
    work_print(&exact);
    solution->bound = answer == EXACT_IMPOSSIBLE ? left + 1 : bound;
    if (answer == EXACT_TABLE) {
        solution_check(s, solution);
        tiles_print("    left:", solution->left);
        table_draw(&solution->table);
        decide->improved++;
    } else if (answer == EXACT_IMPOSSIBLE) {
        decide->decided++;
        tiles_print("    of the table it suffices that these are used:",
                    exact_reason(&exact, REASON_ROUNDS));
    }
    exact_end(&exact);
    return answer == EXACT_TABLE;
}

static void position_decide(void *context, int number, const struct trakks_state *s)
{
    struct decide *decide = context;
    struct trakks_problem problem;
    struct trakks_solution solution;
    struct rng rng;
    rng_start(&rng, 1);
    trakks_problem_make(s, s->turn, &problem);
    trakks_solve(&problem, &(struct mind_budget){.iterations = decide->tables}, &rng, &solution);
    decide->positions++;
    exact_test(decide, s, &problem, &solution);
    if (trakks_solution_is_best(&solution)) {
        decide->proven++;
        return;
    }
    decide->open++;
    printf("position %d: table of %d, %d groups at most; the solver leaves %d, the bound is %d\n",
           number, s->table.tile_count, problem.groups_max, left_count(&solution), solution.bound);
    tiles_print("  rack:", problem.optional);
    while (!trakks_solution_is_best(&solution))
        if (!table_improve(decide, s, &problem, &solution))
            break;
    exact_test(decide, s, &problem, &solution);
}

int main(int argc, char **argv)
{
    if (argc != 3 || atoi(argv[1]) < 1) {
        fprintf(stderr, "usage: decide POSITIONS TABLES   such as: 300 75000\n");
        return 2;
    }
    struct decide decide = {.tables = atoi(argv[2])};
    solver_positions_visit(atoi(argv[1]), position_decide, &decide);
    printf("%d positions: %d proven by the bound, %d open; of these, %d better tables, %d "
           "impossible\n",
           decide.positions, decide.proven, decide.open, decide.improved, decide.decided);
    printf("%d known tables admitted, %d found within %d rounds\n", decide.tested, decide.found,
           TEST_ROUNDS);
    return 0;
}
