/* Decides whether there is a table that uses all required tiles and leaves at most a given number of the
 * optional ones.
 *
 * A solver of logical formulas looks for a solution of exact_formula.h. If it violates a fact of
 * exact_facts.h, clauses are added that exclude it, and only what is no table; then it looks again. A solution
 * that violates none is a table. If there is no solution, there is no table: nothing is assumed about the
 * size or the shape of a group. */
#ifndef BENCH_TRAKKS_EXACT_H
#define BENCH_TRAKKS_EXACT_H

#include "exact_facts.h"

enum exact_answer { EXACT_IMPOSSIBLE, EXACT_TABLE, EXACT_UNKNOWN };

struct exact {
    struct exact_formula formula;
    struct exact_model model;
    const struct trakks_problem *problem;
    bool demanded[EXACT_TILES_MAX]; /* tiles that must be used; at first the required ones */
    int rounds;                     /* in all */
    long added[EXACT_FACTS];        /* clauses, in all */
};

void exact_start(struct exact *exact, const struct trakks_problem *problem, int left_max);
void exact_end(struct exact *exact);

/* EXACT_TABLE: a table is stored in `solution`. EXACT_UNKNOWN: it takes more rounds. */
enum exact_answer exact_decide(struct exact *exact, int rounds_max,
                               struct trakks_solution *solution);

/* Whether a table satisfies the formula with all clauses so far, as it must if it leaves no more than
 * `left_max` tiles. */
bool exact_admits(struct exact *exact, const struct trakks_table *table);

/* After EXACT_IMPOSSIBLE: some of the required tiles, such that it is impossible even if only these must be
 * used; and possible, or unknown after `rounds_max` rounds, without any one of them. */
struct trakks_tiles exact_reason(struct exact *exact, int rounds_max);

#endif
