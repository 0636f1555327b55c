/* Plans, and the moves of players who follow them; see plan.h. */
#include "games/trakks/mind/plan.h"

#include "games/trakks/mind/actions.h"

enum {
    PIECE = 1500,    /* iterations for one tile of the pool before the next */
    OPENING = 20000, /* most iterations for the first placing */
    PLAN_TRIES = 8,  /* quick extensions of the plan by a tile of the pool */
    POOL_WORTH = 10, /* the weight of a tile in the pool, compared to an unseen one */
    ONE = 1 << 16,   /* a probability of 1 */
};

void trakks_planning_start(struct trakks_planning *planning, const struct mind_question *question)
{
    planning->question = question;
    planning->view = question->view;
    planning->seat = question->seat;
    planning->done = 0;
    planning->plan_count = 0;
}

bool trakks_thinks_on(const struct trakks_planning *planning)
{
    return mind_goes_on(&planning->question->budget, planning->done);
}

/* Spends up to `iterations` on a puzzle, within the budget. */
static void puzzle_solve(struct trakks_planning *planning, const struct trakks_puzzle *puzzle,
                         int64_t iterations, struct trakks_solution *solution)
{
    struct mind_budget budget = planning->question->budget;
    int64_t left = budget.iterations - planning->done;
    if (budget.iterations && left < iterations)
        iterations = left > 1 ? left : 1;
    budget.iterations = iterations;
    trakks_solve(puzzle, &budget, planning->question->rng, solution);
    planning->done += solution->iterations;
}

void trakks_plan_improve(struct trakks_planning *planning, struct trakks_plan *plan,
                         int64_t iterations)
{
    struct trakks_solution solution;
    puzzle_solve(planning, &plan->puzzle, iterations, &solution);
    plan->solution = solution;
    plan->puzzle.start = solution.table;
}

void trakks_tiles_overlook(const struct mind_question *question, struct trakks_puzzle *puzzle)
{
    if (question->softness <= 0)
        return;
    uint32_t overlooked = (uint32_t)(question->softness * ONE);
    for (struct trakks_tiles rack = puzzle->optional; rack.one;) {
        int tile = trakks_tiles_pop(&rack);
        if (rng_below(question->rng, ONE) < overlooked)
            trakks_tiles_remove(&puzzle->optional, tile);
    }
}

void trakks_plan_puzzle(const struct trakks_state *view, int seat, struct trakks_puzzle *puzzle)
{
    struct trakks_state opened = *view;
    opened.opened |= (uint8_t)bit(seat);
    trakks_puzzle_make(&opened, seat, puzzle);
}

int trakks_plan_left(const struct trakks_plan *plan)
{
    return trakks_tiles_count(plan->solution.left);
}

static void plan_add(struct trakks_planning *planning, int more, bool drawn)
{
    struct trakks_plan *plan = &planning->plan[planning->plan_count++];
    *plan = planning->plan[0];
    plan->more = (uint8_t)more;
    plan->drawn = drawn;
    trakks_tiles_add(&plan->puzzle.optional, plan->more);
    trakks_extend(&plan->puzzle, PLAN_TRIES, planning->question->rng, &plan->solution);
    plan->puzzle.start = plan->solution.table;
}

/* Improves all plans in turn until the time is up or everything can be placed now. */
static void plans_improve(struct trakks_planning *planning)
{
    bool open = true;
    for (int64_t piece = PIECE; open; piece *= 2) {
        open = false;
        for (int i = 0; i < planning->plan_count; i++) {
            struct trakks_plan *plan = &planning->plan[i];
            if (trakks_plan_left(&planning->plan[0]) == 0 || !trakks_thinks_on(planning))
                return;
            if (trakks_solution_is_best(&plan->solution))
                continue;
            open = true;
            trakks_plan_improve(planning, plan, piece);
        }
    }
}

void trakks_plans_first(struct trakks_planning *planning)
{
    struct trakks_plan *first = &planning->plan[0];
    first->more = TRAKKS_TILE_NONE;
    first->drawn = false;
    trakks_plan_puzzle(planning->view, planning->seat, &first->puzzle);
    trakks_tiles_overlook(planning->question, &first->puzzle);
    trakks_plan_improve(planning, first, PIECE);
    planning->plan_count = 1;
}

void trakks_plans_more(struct trakks_planning *planning)
{
    const struct trakks_state *view = planning->view, *truth = planning->question->truth;
    for (uint64_t pool = view->pool.one & TRAKKS_TILES_NUMBERS; pool;)
        plan_add(planning, bits_pop(&pool), false);
    int next = truth && truth->bag_count ? truth->bag[truth->bag_count - 1] : TRAKKS_TILE_NONE;
    if (next && bits_have(TRAKKS_TILES_NUMBERS, next))
        plan_add(planning, next, true);
    plans_improve(planning);
}

/* The number of tiles of a kind that a seat has not seen: in the bag or in other racks. */
static int unseen_count(const struct trakks_planning *planning, int tile)
{
    const struct trakks_state *view = planning->view;
    const struct trakks_tiles seen[] = {view->pool, view->rack[planning->seat],
                                        planning->plan[0].puzzle.required};
    int count = 2;
    for (int i = 0; i < 3; i++)
        count -= bits_have(seen[i].one, tile) + bits_have(seen[i].two, tile);
    return count;
}

/* The outlook for the turn after next: how many tiles would then help this plan. Those that stay in
 * the pool count more than those that may appear. */
static int plan_hope(const struct trakks_planning *planning, const struct trakks_plan *plan)
{
    struct trakks_tiles pool = planning->view->pool;
    if (plan->more && !plan->drawn)
        trakks_tiles_remove(&pool, plan->more);
    int hope = 0;
    for (uint64_t kinds = trakks_kinds_beside(plan->solution.left.one); kinds;) {
        int tile = bits_pop(&kinds), unseen = unseen_count(planning, tile);
        int worth = unseen + (trakks_tiles_have(pool, tile) ? POOL_WORTH : 0);
        if (worth && trakks_tile_helps(&plan->puzzle, &plan->solution, tile, PLAN_TRIES,
                                       planning->question->rng))
            hope += worth;
    }
    return hope;
}

/* The plan with the best additional tile, or NULL if the pool has no number tile. */
static const struct trakks_plan *plan_with_more(const struct trakks_planning *planning)
{
    const struct trakks_plan *best = NULL;
    int most = 0;
    for (int i = 1; i < planning->plan_count; i++) {
        const struct trakks_plan *plan = &planning->plan[i];
        if (best && trakks_plan_left(plan) > trakks_plan_left(best))
            continue;
        int hope = plan_hope(planning, plan);
        if (!best || trakks_plan_left(plan) < trakks_plan_left(best) || hope > most) {
            best = plan;
            most = hope;
        }
    }
    return best;
}

/* The first placing (K13), as large as possible, if there is one. Waiting has no benefit: the turn
 * must be spent at some time, and a player who has opened can finish as soon as everything fits. */
bool trakks_open_first(struct trakks_planning *planning, struct move *move)
{
    struct trakks_puzzle puzzle;
    struct trakks_solution solution;
    trakks_puzzle_make(planning->view, planning->seat, &puzzle);
    trakks_tiles_overlook(planning->question, &puzzle);
    puzzle_solve(planning, &puzzle, OPENING, &solution);
    return trakks_solution_place(planning->view, planning->seat, &solution,
                                 (struct trakks_place *)move);
}

/* Places as much as planned, if anything. */
bool trakks_place_most(const struct trakks_planning *planning, struct move *move)
{
    return bits_have(planning->view->opened, planning->seat) &&
           trakks_solution_place(planning->view, planning->seat, &planning->plan[0].solution,
                                 (struct trakks_place *)move);
}

/* Draws; with an empty bag takes any tile of the pool, and with an empty pool passes. */
void trakks_tile_draw(const struct trakks_state *view, struct move *move)
{
    if (view->bag_count)
        trakks_move_set(move, TRAKKS_DRAW, 0);
    else if (view->pool.one)
        trakks_move_set(move, TRAKKS_TAKE, bits_first(view->pool.one));
    else
        trakks_move_set(move, TRAKKS_PASS, 0);
}

/* Takes the tile of the pool that helps the most, or draws. */
void trakks_tile_get(const struct trakks_planning *planning, struct move *move)
{
    const struct trakks_state *view = planning->view;
    const struct trakks_plan *more = plan_with_more(planning);
    bool helps = more && trakks_plan_left(more) <= trakks_plan_left(&planning->plan[0]);
    if (more && !more->drawn && (helps || !view->bag_count))
        trakks_move_set(move, TRAKKS_TAKE, more->more);
    else
        trakks_tile_draw(view, move);
}
