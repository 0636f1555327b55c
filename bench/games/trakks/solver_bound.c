/* A table as an integer program, without its geometry.
 *
 * The variables are the lines chosen (every run and every set, each up to twice), and for every
 * kind of tile the number of tiles in one run only, in one set only, or where two lines cross: run
 * and set, two runs, two sets. All tiles of the table must be used. A group of lines is
 * connected, so at least lines - groups crossings are links, without which a group would fall apart.
 *
 * Every real table is a solution, so the optimum is a bound. Cuts exclude what no grid allows: two lines
 * share at most one tile; runs of one colour cross at most as often as horizontal and vertical runs can,
 * and so do sets of one value; and links form no cycles: at any choice of kinds there are fewer links
 * than lines that meet there. The last cuts are too many to be listed, so those that a solution violates
 * are added, and the program is solved again. */
#include "solver_bound.h"

#include "base/base.h"

#include <glpk.h>
#include <string.h>

enum {
    LINES_MAX = 400,
    KINDS = 64,        /* indexed by tile; some are no number tiles */
    PARALLEL_MAX = 18, /* 28 tiles, each in two lines of at least three */
    ROUNDS = 25,       /* of cuts */
    SOLVE_MS = 4000,   /* for one integer program */
    TERMS_MAX = 1000,
};

enum crossing { RUN_SET, RUN_RUN, SET_SET, CROSSINGS };

struct program {
    glp_prob *glpk;
    int line_count;
    uint64_t line[LINES_MAX]; /* its kinds */
    bool line_is_run[LINES_MAX];
    int line_column[LINES_MAX];
    uint64_t kinds; /* kinds that occur */
    int crossing_column[KINDS][CROSSINGS];
    int link_column[KINDS][CROSSINGS]; /* crossings that are links */
    int alone_column[KINDS][2];        /* tiles in one line only: a run, a set */
};

/* A row of the program under construction. */
struct sum {
    int count;
    int column[TERMS_MAX];
    double factor[TERMS_MAX];
};

static void sum_add(struct sum *sum, int column, double factor)
{
    CHECK(sum->count + 1 < TERMS_MAX);
    sum->column[++sum->count] = column; /* GLPK counts from 1 */
    sum->factor[sum->count] = factor;
}

static void sum_bound(struct program *program, const struct sum *sum, int type, double low,
                      double high)
{
    int row = glp_add_rows(program->glpk, 1);
    glp_set_row_bnds(program->glpk, row, type, low, high);
    glp_set_mat_row(program->glpk, row, sum->count, sum->column, sum->factor);
}

static int column_add(struct program *program, int high, double worth)
{
    int column = glp_add_cols(program->glpk, 1);
    glp_set_col_kind(program->glpk, column, GLP_IV);
    glp_set_col_bnds(program->glpk, column, high ? GLP_DB : GLP_FX, 0, high);
    glp_set_obj_coef(program->glpk, column, worth);
    return column;
}

/* Adds a line if all of its tiles are there. */
static void line_add(struct program *program, uint64_t kinds, bool run)
{
    if (kinds & ~program->kinds)
        return;
    CHECK(program->line_count < LINES_MAX);
    int i = program->line_count++;
    program->line[i] = kinds;
    program->line_is_run[i] = run;
    program->line_column[i] = column_add(program, 2, 0);
}

static void lines_add(struct program *program)
{
    for (int colour = 0; colour < TRAKKS_TILE_COLOURS; colour++)
        for (int low = 1; low <= TRAKKS_TILE_VALUE_MAX; low++)
            for (int high = low + 2; high <= TRAKKS_TILE_VALUE_MAX; high++) {
                uint64_t values = bit(high + 1) - bit(low);
                line_add(program, values << (colour * TRAKKS_TILE_COLOUR), true);
            }
    for (int value = 1; value <= TRAKKS_TILE_VALUE_MAX; value++) {
        uint64_t all = (bit(0) | bit(TRAKKS_TILE_COLOUR) | bit(2 * TRAKKS_TILE_COLOUR) |
                        bit(3 * TRAKKS_TILE_COLOUR))
                       << value;
        line_add(program, all, false);
        for (int without = 0; without < TRAKKS_TILE_COLOURS; without++)
            line_add(program, all & ~bit(value + without * TRAKKS_TILE_COLOUR), false);
    }
}

static int tile_count(struct trakks_tiles tiles, int kind)
{
    return bits_have(tiles.one, kind) + bits_have(tiles.two, kind);
}

/* Relates the tiles of one kind to the lines chosen. */
static void kind_add(struct program *program, const struct trakks_problem *problem, int kind)
{
    int required = tile_count(problem->required, kind);
    int most = required + tile_count(problem->optional, kind);
    int in_run = column_add(program, most, 1), in_set = column_add(program, most, 1);
    program->alone_column[kind][0] = in_run;
    program->alone_column[kind][1] = in_set;
    int *crossing = program->crossing_column[kind], *link = program->link_column[kind];
    for (int way = 0; way < CROSSINGS; way++) {
        crossing[way] = column_add(program, most, 1);
        link[way] = column_add(program, most, 0);
        struct sum sum = {0};
        sum_add(&sum, link[way], 1);
        sum_add(&sum, crossing[way], -1);
        sum_bound(program, &sum, GLP_UP, 0, 0);
    }
    struct sum used = {0};
    sum_add(&used, in_run, 1);
    sum_add(&used, in_set, 1);
    for (int way = 0; way < CROSSINGS; way++)
        sum_add(&used, crossing[way], 1);
    sum_bound(program, &used, required == most ? GLP_FX : GLP_DB, required, most);
    struct sum runs = {0}, sets = {0};
    sum_add(&runs, in_run, 1);
    sum_add(&runs, crossing[RUN_SET], 1);
    sum_add(&runs, crossing[RUN_RUN], 2);
    sum_add(&sets, in_set, 1);
    sum_add(&sets, crossing[RUN_SET], 1);
    sum_add(&sets, crossing[SET_SET], 2);
    for (int i = 0; i < program->line_count; i++)
        if (bits_have(program->line[i], kind))
            sum_add(program->line_is_run[i] ? &runs : &sets, program->line_column[i], -1);
    sum_bound(program, &runs, GLP_FX, 0, 0);
    sum_bound(program, &sets, GLP_FX, 0, 0);
}

/* Lines - links <= groups. */
static void links_demand(struct program *program, int groups)
{
    struct sum sum = {0};
    for (int i = 0; i < program->line_count; i++)
        sum_add(&sum, program->line_column[i], 1);
    for (uint64_t kinds = program->kinds; kinds;) {
        int kind = bits_pop(&kinds);
        for (int way = 0; way < CROSSINGS; way++)
            sum_add(&sum, program->link_column[kind][way], -1);
    }
    sum_bound(program, &sum, GLP_UP, 0, groups);
}

/* Lines of one family (runs of a colour, sets of a value) cross only if one is horizontal and the
 * other vertical: of n lines, at most n * n / 4 pairs; and n - 1 of them are links. */
static void parallels_limit(struct program *program, uint64_t family, bool runs,
                            enum crossing crossing)
{
    struct sum count = {0}, one = {0}, crossings = {0}, links = {0};
    for (int i = 0; i < program->line_count; i++)
        if (program->line_is_run[i] == runs && (program->line[i] & family))
            sum_add(&count, program->line_column[i], 1);
    if (count.count == 0)
        return;
    for (int n = 0; n <= PARALLEL_MAX; n++) {
        int column = column_add(program, 1, 0);
        sum_add(&one, column, 1);
        sum_add(&count, column, -n);
        sum_add(&crossings, column, -(n * n / 4));
        sum_add(&links, column, n ? 1 - n : 0);
    }
    for (uint64_t kinds = family & program->kinds; kinds;) {
        int kind = bits_pop(&kinds);
        sum_add(&crossings, program->crossing_column[kind][crossing], 1);
        sum_add(&links, program->link_column[kind][crossing], 1);
    }
    sum_bound(program, &one, GLP_FX, 1, 1);
    sum_bound(program, &count, GLP_FX, 0, 0);
    sum_bound(program, &crossings, GLP_UP, 0, 0);
    sum_bound(program, &links, GLP_UP, 0, 0);
}

/* Two lines share at most one tile. So no two tiles are together in two lines; and if there is only one
 * tile of the kind `single`, no more lines contain it and `other` than there are tiles of `other`. */
static void pairs_limit(struct program *program, int single, int other)
{
    struct sum sum = {0};
    for (int i = 0; i < program->line_count; i++)
        if (bits_have(program->line[i], single) && bits_have(program->line[i], other))
            sum_add(&sum, program->line_column[i], 1);
    if (sum.count == 0)
        return;
    sum_add(&sum, program->alone_column[other][0], -1);
    sum_add(&sum, program->alone_column[other][1], -1);
    for (int way = 0; way < CROSSINGS; way++)
        sum_add(&sum, program->crossing_column[other][way], -1);
    sum_bound(program, &sum, GLP_UP, 0, 0);
}

static void singles_limit(struct program *program, const struct trakks_problem *problem)
{
    struct trakks_tiles all = trakks_tiles_sum(problem->required, problem->optional);
    for (uint64_t singles = all.one & ~all.two; singles;) {
        int single = bits_pop(&singles);
        for (uint64_t others = all.one & ~bit(single); others;)
            pairs_limit(program, single, bits_pop(&others));
    }
}

static void program_make(struct program *program, const struct trakks_problem *problem)
{
    *program = (struct program){.glpk = glp_create_prob()};
    program->kinds = problem->required.one | problem->optional.one;
    glp_set_obj_dir(program->glpk, GLP_MAX);
    glp_set_obj_coef(program->glpk, 0, -trakks_tiles_count(problem->required));
    lines_add(program);
    for (uint64_t kinds = program->kinds; kinds;)
        kind_add(program, problem, bits_pop(&kinds));
    links_demand(program, problem->groups_max);
    singles_limit(program, problem);
    for (int colour = 0; colour < TRAKKS_TILE_COLOURS; colour++)
        parallels_limit(program, UINT64_C(0xffff) << (colour * TRAKKS_TILE_COLOUR), true, RUN_RUN);
    for (int value = 1; value <= TRAKKS_TILE_VALUE_MAX; value++)
        parallels_limit(program,
                        (bit(0) | bit(TRAKKS_TILE_COLOUR) | bit(2 * TRAKKS_TILE_COLOUR) |
                         bit(3 * TRAKKS_TILE_COLOUR))
                            << value,
                        false, SET_SET);
}

static int value_of(const struct program *program, int column)
{
    return (int)(glp_mip_col_val(program->glpk, column) + 0.5);
}

static int links_at(const struct program *program, int kind)
{
    int links = 0;
    for (int way = 0; way < CROSSINGS; way++)
        links += value_of(program, program->link_column[kind][way]);
    return links;
}

/* At these kinds: links <= lines that meet there, minus one if there is any link. */
static void cycle_cut(struct program *program, uint64_t at)
{
    int any = column_add(program, 1, 0);
    struct sum fewer = {0}, none = {0};
    for (uint64_t kinds = at; kinds;) {
        int kind = bits_pop(&kinds);
        for (int way = 0; way < CROSSINGS; way++) {
            sum_add(&fewer, program->link_column[kind][way], 1);
            sum_add(&none, program->link_column[kind][way], 1);
        }
    }
    for (int i = 0; i < program->line_count; i++)
        if (program->line[i] & at)
            sum_add(&fewer, program->line_column[i], -1);
    sum_add(&fewer, any, 1);
    sum_add(&none, any, -2 * bits_count(at));
    sum_bound(program, &fewer, GLP_UP, 0, 0);
    sum_bound(program, &none, GLP_UP, 0, 0);
}

/* Finds the kinds that the links of a solution connect, and cuts those with too many links.
 * False if there are none. */
static bool cycles_cut(struct program *program)
{
    uint64_t linked = 0;
    for (uint64_t kinds = program->kinds; kinds;) {
        int kind = bits_pop(&kinds);
        if (links_at(program, kind) > 0)
            linked |= bit(kind);
    }
    bool cut = false;
    while (linked) {
        uint64_t part = bit(bits_first(linked)), before;
        int lines, links;
        do {
            before = part;
            lines = 0;
            for (int i = 0; i < program->line_count; i++) {
                int times = value_of(program, program->line_column[i]);
                if (!times || !(program->line[i] & part))
                    continue;
                part |= program->line[i] & linked;
                lines += times;
            }
        } while (part != before);
        links = 0;
        for (uint64_t kinds = part; kinds;)
            links += links_at(program, bits_pop(&kinds));
        if (links >= lines) {
            cycle_cut(program, part);
            cut = true;
        }
        linked &= ~part;
    }
    return cut;
}

/* Stores the bound of the best open node. */
static void bound_watch(glp_tree *tree, void *bound)
{
    int node = glp_ios_best_node(tree);
    if (node)
        *(double *)bound = glp_ios_node_bound(tree, node);
}

/* Solves the program as far as time allows. Returns the bound. */
static double program_solve(struct program *program, bool *exact)
{
    glp_iocp settings;
    glp_init_iocp(&settings);
    double bound = 1e9;
    settings.presolve = GLP_ON;
    settings.msg_lev = GLP_MSG_OFF;
    settings.tm_lim = SOLVE_MS;
    settings.gmi_cuts = GLP_ON;
    settings.mir_cuts = GLP_ON;
    settings.cb_func = bound_watch;
    settings.cb_info = &bound;
    int code = glp_intopt(program->glpk, &settings);
    *exact = code == 0 && glp_mip_status(program->glpk) == GLP_OPT;
    return *exact ? glp_mip_obj_val(program->glpk) : bound;
}

int solver_bound(const struct trakks_problem *problem, bool *exact)
{
    static struct program program;
    glp_term_out(GLP_OFF);
    program_make(&program, problem);
    double bound = trakks_tiles_count(problem->optional);
    for (int round = 0; round < ROUNDS; round++) {
        double found = program_solve(&program, exact);
        bound = found < bound ? found : bound;
        if (!*exact || !cycles_cut(&program))
            break;
    }
    glp_delete_prob(program.glpk);
    return (int)(bound + 1e-6);
}
