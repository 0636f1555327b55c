/* Facts about tables that the formula does not contain from the start. */
#ifndef BENCH_TRAKKS_EXACT_FACTS_H
#define BENCH_TRAKKS_EXACT_FACTS_H

#include "exact_paths.h"

enum exact_fact {
    EXACT_COLOURS,    /* the colours of a set differ (K10) */
    EXACT_CYCLES,     /* a path back to its first tile leads to the square of that tile */
    EXACT_SQUARES,    /* no two tiles are on one square */
    EXACT_NEIGHBOURS, /* tiles on squares side by side are neighbours (K11) */
    EXACT_GROUPS,     /* there are not too many groups (K12, K14) */
    EXACT_FACTS,
};

/* Adds clauses for the first of these facts that the model violates, for example that not all tiles of a
 * path are neighbours as they are in the model. The clauses hold for every table. Returns how many there
 * are; if none, the model is a table. */
int exact_facts_add(struct exact_formula *formula, const struct exact_model *model, int groups_max,
                    enum exact_fact *fact);

#endif
