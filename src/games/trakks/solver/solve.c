/* Ruin and recreate, with annealing; see mind.h. */
#include "games/trakks/solver/solver.h"

#include "games/trakks/trakks.h"

enum {
    EXTENSIONS = 32,    /* attempts to extend the start before anything is removed */
    CYCLE_FIRST = 1500, /* iterations from hot to cold; every cycle is half as long again */
    COST_MISSING = 40,  /* cost of a required tile in hand */
    COST_LEFT = 16,     /* cost of any tile in hand */
    HEAT_MAX = 14,      /* a table that costs this much more is kept half of the time */
    HEAT_SCALE = 1024,  /* steps per unit of heat */
    SKIPS = 12,         /* one in this many opportunities to lay a tile is skipped */
    ASK_EVERY = 8,      /* iterations between two clock checks */
    BOUND_AFTER = 100,  /* iterations before the bound is computed; most problems need no more */
};

struct solver {
    struct trakks_board board;
    struct trakks_tiles optional;
    int groups_max;
    int groups; /* upper limit of the groups on the board */
    struct rng *rng;
    int cost;
    struct trakks_solution *best;
};

static bool chance(struct solver *solver, uint32_t one_in)
{
    return rng_below(solver->rng, one_in) == 0;
}

/* Moves the bits of each colour to the next colour. */
static uint64_t colours_turn(uint64_t kinds, int colours)
{
    int by = colours * TRAKKS_TILE_COLOUR;
    return kinds << by | kinds >> (64 - by);
}

/* The kinds that make a run of three with two of `kinds`. No tile has the value 0 or 15, so colours
 * never mix. */
static uint64_t runs_with(uint64_t kinds)
{
    uint64_t up = kinds >> 1, down = kinds << 1;
    return ((up & kinds >> 2) | (up & down) | (down & kinds << 2)) & TRAKKS_TILES_NUMBERS;
}

/* The kinds that make a set of three with two of `kinds`. */
static uint64_t sets_with(uint64_t kinds)
{
    uint64_t a = colours_turn(kinds, 1), b = colours_turn(kinds, 2), c = colours_turn(kinds, 3);
    return (a & b) | (a & c) | (b & c);
}

uint64_t trakks_kinds_beside(uint64_t kinds)
{
    uint64_t others = colours_turn(kinds, 1) | colours_turn(kinds, 2) | colours_turn(kinds, 3);
    return (kinds << 1 | kinds >> 1 | others) & TRAKKS_TILES_NUMBERS;
}

static bool tile_fits(const struct trakks_board *board, int cell)
{
    return trakks_grid_tile_fits(&board->tile[cell], 1) &&
           trakks_grid_tile_fits(&board->tile[cell], TRAKKS_BOARD_SIDE);
}

/* Extends the line that ends in this cell by one tile. */
static bool line_extend(struct solver *solver, int end, int step)
{
    struct trakks_board *board = &solver->board;
    const uint8_t *last = &board->tile[end];
    if (!trakks_board_has(end + step))
        return false;
    int difference = last[0] - last[-step];
    uint64_t wanted;
    if (difference == 1 || difference == -1) {
        wanted = bit(last[0] + difference) & board->hand.one;
    } else {
        wanted = trakks_tile_other_colours(last[0]) & board->hand.one;
        for (const uint8_t *tile = last - step; *tile && wanted; tile -= step)
            wanted &= ~bit(*tile);
    }
    if (!wanted)
        return false;
    int first = board->change_count;
    trakks_board_lay(
        board, end + step,
        (uint8_t)bits_nth(wanted, (int)rng_below(solver->rng, (uint32_t)bits_count(wanted))));
    if (tile_fits(board, end + step))
        return true;
    trakks_board_undo(board, first);
    return false;
}

/* Lays one tile of a new line along `step`. The line may still be incomplete, but the line across
 * the tile must be right. */
static bool tile_try(struct trakks_board *board, int cell, uint8_t tile, int step)
{
    if (!trakks_board_has(cell) || board->tile[cell])
        return false;
    trakks_board_lay(board, cell, tile);
    if (trakks_grid_tile_fits(&board->tile[cell], TRAKKS_BOARD_SIDE + 1 - step))
        return true;
    trakks_board_undo(board, board->change_count - 1);
    return false;
}

/* Takes back the latest tiles until the line through this cell is sound. True if any is left. */
static bool line_trim(struct trakks_board *board, int cell, int step, int first)
{
    while (board->change_count > first && !trakks_grid_tile_fits(&board->tile[cell], step))
        trakks_board_undo(board, board->change_count - 1);
    return board->change_count > first;
}

/* Lays a run through a tile that has no neighbours along `step`. */
static bool run_cross(struct solver *solver, int cell, int step)
{
    struct trakks_board *board = &solver->board;
    int tile = board->tile[cell], first = board->change_count;
    uint32_t chances = (uint32_t)rng_next(solver->rng);
    int upwards = chances & 1 ? step : -step;
    int most = chances & 6 ? TRAKKS_TILE_VALUE_MAX : 1 + (int)(chances >> 3 & 3);
    for (int way = -1; way <= 1; way += 2)
        for (int i = 1; i <= most && bits_have(board->hand.one, tile + way * i); i++)
            if (!tile_try(board, cell + way * i * upwards, (uint8_t)(tile + way * i), step))
                break;
    return line_trim(board, cell, step, first);
}

static bool set_cross(struct solver *solver, int cell, int step)
{
    struct trakks_board *board = &solver->board;
    uint64_t others = board->hand.one & trakks_tile_other_colours(board->tile[cell]);
    int first = board->change_count, count = bits_count(others);
    if (count == 3 && chance(solver, 2))
        others &= ~bit(bits_nth(others, (int)rng_below(solver->rng, 3))), count = 2;
    int before = (int)rng_below(solver->rng, (uint32_t)count + 1);
    for (int i = -before; others && i <= count - before; i++) {
        if (i == 0)
            continue;
        int chosen = (int)rng_below(solver->rng, (uint32_t)bits_count(others));
        uint8_t tile = (uint8_t)bits_nth(others, chosen);
        others &= ~bit(tile);
        if (!tile_try(board, cell + i * step, tile, step)) {
            trakks_board_undo(board, first);
            return false;
        }
    }
    if (trakks_grid_tile_fits(&board->tile[cell], step))
        return true;
    trakks_board_undo(board, first);
    return false;
}

/* Lays a line across this tile, unless it is already in one along `step`. */
static bool line_cross(struct solver *solver, int cell, int step)
{
    uint64_t hand = solver->board.hand.one;
    int tile = solver->board.tile[cell];
    bool run = bits_have(runs_with(hand), tile), set = bits_have(sets_with(hand), tile);
    if (run && (!set || chance(solver, 2)))
        return run_cross(solver, cell, step) || (set && set_cross(solver, cell, step));
    return set && (set_cross(solver, cell, step) || (run && run_cross(solver, cell, step)));
}

static bool line_grow(struct solver *solver, int cell, int step)
{
    const uint8_t *tile = &solver->board.tile[cell];
    if (tile[step])
        return !tile[-step] && line_extend(solver, cell, -step);
    return tile[-step] ? line_extend(solver, cell, step) : line_cross(solver, cell, step);
}

/* Starts a group with a line from the hand. */
static bool group_begin(struct solver *solver)
{
    struct trakks_board *board = &solver->board;
    uint64_t hand = board->hand.one, tiles = hand & (runs_with(hand) | sets_with(hand));
    if (solver->groups >= solver->groups_max || !tiles)
        return false;
    int cell = trakks_board_free_cell(board);
    if (cell < 0)
        return false;
    uint8_t tile =
        (uint8_t)bits_nth(tiles, (int)rng_below(solver->rng, (uint32_t)bits_count(tiles)));
    trakks_board_lay(board, cell, tile);
    solver->groups++;
    /* The first tile itself may have been needed twice. */
    if (line_cross(solver, cell, chance(solver, 2) ? 1 : TRAKKS_BOARD_SIDE))
        return true;
    trakks_board_undo(board, board->change_count - 1);
    solver->groups--;
    return false;
}

/* Extends the existing groups wherever tiles fit, starting from a random tile. */
static bool groups_grow(struct solver *solver)
{
    struct trakks_board *board = &solver->board;
    bool grown = false;
    int slot = board->count ? (int)rng_below(solver->rng, (uint32_t)board->count) : 0;
    for (int left = board->count; left > 0 && board->hand.one; left--) {
        int cell = board->at[slot];
        slot = slot + 1 < board->count ? slot + 1 : 0;
        if (!bits_have(trakks_kinds_beside(board->hand.one), board->tile[cell]) ||
            chance(solver, SKIPS))
            continue;
        int step = chance(solver, 2) ? 1 : TRAKKS_BOARD_SIDE, before = board->count;
        line_grow(solver, cell, step);
        line_grow(solver, cell, TRAKKS_BOARD_SIDE + 1 - step);
        if (board->count > before) {
            grown = true;
            left = board->count; /* another round */
        }
    }
    return grown;
}

static void recreate(struct solver *solver)
{
    if (chance(solver, 4))
        group_begin(solver);
    do
        groups_grow(solver);
    while (solver->board.hand.one && group_begin(solver));
}

/* A tile on the board that a tile in hand could be next to in a line, or any tile. */
static int ruin_cell(struct solver *solver)
{
    const struct trakks_board *board = &solver->board;
    uint64_t hand = board->hand.one;
    int count = board->count, slot = (int)rng_below(solver->rng, (uint32_t)count);
    if (!hand || chance(solver, 2))
        return board->at[slot];
    uint64_t kinds = trakks_kinds_beside(
        bit(bits_nth(hand, (int)rng_below(solver->rng, (uint32_t)bits_count(hand)))));
    for (int left = count; left > 0; left--, slot = slot + 1 < count ? slot + 1 : 0)
        if (bits_have(kinds, board->tile[board->at[slot]]))
            break;
    return board->at[slot];
}

/* Removes the tiles of the line through this cell; those that cross another line stay or go. */
static void line_ruin(struct solver *solver, int cell, int step, bool crossings_stay)
{
    struct trakks_board *board = &solver->board;
    int across = TRAKKS_BOARD_SIDE + 1 - step;
    while (board->tile[cell - step])
        cell -= step;
    for (; board->tile[cell]; cell += step)
        if (!crossings_stay || (!board->tile[cell - across] && !board->tile[cell + across]))
            trakks_board_take(board, cell);
}

static void ruin(struct solver *solver)
{
    struct trakks_board *board = &solver->board;
    uint32_t chances = rng_below(solver->rng, 16);
    int lines = chances < 8 ? 1 : chances < 13 ? 2 : 3;
    for (int i = 0; i < lines && board->count > 0; i++) {
        int cell = ruin_cell(solver), first = board->change_count;
        int step = chance(solver, 2) ? 1 : TRAKKS_BOARD_SIDE;
        if (chance(solver, 4))
            trakks_board_take(board, cell);
        else
            line_ruin(solver, cell, step, chance(solver, 2));
        trakks_board_mend(board, first, solver->rng);
    }
    solver->groups = trakks_board_groups_limit(board, solver->groups_max);
}

static int board_cost(const struct solver *solver)
{
    struct trakks_tiles hand = solver->board.hand,
                        missing = trakks_tiles_difference(hand, solver->optional);
    return COST_MISSING * trakks_tiles_count(missing) + COST_LEFT * trakks_tiles_count(hand);
}

/* Stores the table if it is the best valid one so far. */
static void best_keep(struct solver *solver)
{
    struct trakks_tiles hand = solver->board.hand;
    if (trakks_tiles_difference(hand, solver->optional).one ||
        trakks_tiles_count(hand) >= trakks_tiles_count(solver->best->left))
        return;
    solver->best->left = hand;
    trakks_board_save(&solver->board, &solver->best->table);
}

/* Extends the start several times and keeps the best; this alone finds nothing more. */
static void extend(struct solver *solver, int tries)
{
    int groups = solver->groups;
    for (int i = 0; i < tries; i++) {
        solver->groups = groups;
        recreate(solver);
        best_keep(solver);
        trakks_board_undo(&solver->board, 0);
    }
    solver->groups = groups;
}

static void iterate(struct solver *solver, int heat)
{
    struct trakks_board *board = &solver->board;
    if (board->count > 0)
        ruin(solver);
    recreate(solver);
    int cost = board_cost(solver);
    /* The number of trailing zeroes is n half as often as n - 1. */
    int zeroes = bits_first(rng_next(solver->rng) | bit(63));
    if (cost > solver->cost && cost - solver->cost > zeroes * heat / HEAT_SCALE) {
        trakks_board_undo(board, 0);
        return;
    }
    trakks_board_settle(board);
    solver->cost = cost;
    best_keep(solver);
}

/* The tiles that fit into no line of three, even if all others were available. */
static int impossible_count(const struct trakks_problem *problem)
{
    uint64_t all = problem->required.one | problem->optional.one;
    uint64_t possible = runs_with(all) | sets_with(all);
    return bits_count(problem->optional.one & ~possible) +
           bits_count(problem->optional.two & ~possible);
}

static void solver_start(struct solver *solver, const struct trakks_problem *problem,
                         struct rng *rng, struct trakks_solution *solution)
{
    struct trakks_tiles all = trakks_tiles_sum(problem->required, problem->optional);
    *solution = (struct trakks_solution){
        .table = problem->start,
        .left = trakks_tiles_difference(all, trakks_table_tiles(&problem->start)),
        .bound = impossible_count(problem)};
    solver->optional = problem->optional;
    solver->groups_max = problem->groups_max;
    solver->rng = rng;
    solver->best = solution;
    solver->groups =
        trakks_board_load(&solver->board, all, &problem->start) ? problem->start.group_count : 0;
}

void trakks_extend(const struct trakks_problem *problem, int tries, struct rng *rng,
                   struct trakks_solution *solution)
{
    struct solver solver;
    solver_start(&solver, problem, rng, solution);
    extend(&solver, tries);
}

/* Reading the clock is not free. */
static bool goes_on(const struct mind_budget *budget, int64_t done)
{
    if (done % ASK_EVERY == 0)
        return mind_goes_on(budget, done);
    return !budget->iterations || done < budget->iterations;
}

/* Improves the bound; true if it proves that the solution is optimal. */
static bool bound_raise(const struct trakks_problem *problem, struct trakks_solution *solution)
{
    int bound = trakks_bound(problem->required, problem->optional, problem->groups_max,
                             trakks_tiles_count(solution->left));
    if (bound > solution->bound)
        solution->bound = bound;
    return trakks_solution_is_best(solution);
}

void trakks_solve(const struct trakks_problem *problem, const struct mind_budget *budget,
                  struct rng *rng, struct trakks_solution *solution)
{
    struct solver solver;
    solver_start(&solver, problem, rng, solution);
    extend(&solver, EXTENSIONS);
    struct trakks_tiles all = trakks_tiles_sum(problem->required, problem->optional);
    solver.cost = board_cost(&solver);
    int64_t cycle = CYCLE_FIRST, begun = 0, done = 0;
    while (!trakks_solution_is_best(solution) && goes_on(budget, done)) {
        if (done == BOUND_AFTER && bound_raise(problem, solution))
            break;
        if (done - begun == cycle) {
            begun = done;
            cycle += cycle / 2;
            if (trakks_board_load(&solver.board, all, &solution->table))
                solver.groups = solution->table.group_count;
            solver.cost = board_cost(&solver);
        }
        iterate(&solver, (int)(HEAT_MAX * HEAT_SCALE * (cycle - (done - begun)) / cycle));
        done++;
    }
    solution->iterations = done;
}

bool trakks_tile_helps(const struct trakks_problem *problem, const struct trakks_solution *solution,
                       int tile, int tries, struct rng *rng)
{
    struct trakks_problem more = *problem;
    if (bits_have(trakks_tiles_sum(more.required, more.optional).two, tile))
        return false;
    trakks_tiles_add(&more.optional, tile);
    struct trakks_solution extended;
    trakks_extend(&more, tries, rng, &extended);
    return trakks_tiles_count(extended.left) < trakks_tiles_count(solution->left);
}

void trakks_problem_make(const struct trakks_state *s, int seat, struct trakks_problem *problem)
{
    *problem = (struct trakks_problem){.optional = s->rack[seat]};
    problem->optional.one &= TRAKKS_TILES_NUMBERS;
    problem->optional.two &= TRAKKS_TILES_NUMBERS;
    if (!bits_have(s->opened, seat)) {
        problem->groups_max = 1; /* K13 */
        return;
    }
    problem->groups_max =
        trakks_groups_limit(s->seats) - (s->seats - bits_count(s->opened)); /* K14 */
    problem->required = trakks_table_tiles(&s->table);
    problem->start = s->table;
}

/* Appends the only group of `from` to those of `table`. */
static void group_add(struct trakks_table *table, const struct trakks_table *from)
{
    for (int i = 0; i < from->tile_count; i++) {
        table->tile[table->tile_count] = from->tile[i];
        table->at[table->tile_count++] = from->at[i];
    }
    table->size[table->group_count++] = from->tile_count;
}

bool trakks_solution_place(const struct trakks_state *s, int seat,
                           const struct trakks_solution *solution, struct trakks_place *place)
{
    *place = (struct trakks_place){.head.kind = TRAKKS_PLACE, .table = solution->table};
    if (!bits_have(s->opened, seat)) {
        if (solution->table.tile_count == 0)
            return false;
        place->table = s->table;
        group_add(&place->table, &solution->table);
    }
    struct fault fault;
    return trakks_place_check(s, seat, place, &fault);
}
