/* How computer players play Trakks.
 *
 * What counts is the number of turns until the rack is empty. A turn either takes a tile or places
 * some, and what can be placed now can also be placed later, because everything on the table may be
 * rearranged. Placing part of the rack costs a turn and helps the others. So once it has opened, a
 * good player collects tiles until everything can be placed at once. The plan is a table with as
 * many of its tiles as fit. Every decision is about the tiles left over: a tile of the pool is
 * judged by how many are left over with it, and an arrow carries two of them away. */
#include "games/trakks/mind/mind.h"

#include "games/trakks/legal.h"
#include "games/trakks/mind/hint.h"
#include "games/trakks/mind/level.h"
#include "games/trakks/mind/solve.h"
#include "games/trakks/sample.h"

enum {
    PIECE = 1500,                /* iterations for one tile of the pool before the next */
    OPENING = 20000,             /* most iterations for the first placing */
    PLAN_TRIES = 8,              /* quick extensions of the plan by a tile of the pool */
    POOL_WORTH = 10,             /* the weight of a tile in the pool, compared to an unseen one */
    DANGER = 4,                  /* an opponent with this many tiles may soon be out */
    ONE = 1 << 16,               /* a probability of 1 */
    PLANS_MAX = TRAKKS_POOL + 2, /* with each tile of the pool, none, or the next of the bag */
};

/* What can be placed with the current rack, or with one more tile. */
struct trakks_plan {
    uint8_t more; /* a tile of the pool or of the bag, or TRAKKS_TILE_NONE */
    bool drawn;   /* of the bag: only for a player who sees it */
    struct trakks_puzzle puzzle;
    struct trakks_solution solution;
};

struct planning {
    const struct mind_question *question;
    const struct trakks_state *view;
    int seat;
    int64_t done; /* iterations */
    int plan_count;
    struct trakks_plan plan[PLANS_MAX]; /* the first is for the current rack */
};

static struct trakks_tiles numbers_of(struct trakks_tiles tiles)
{
    return (struct trakks_tiles){tiles.one & TRAKKS_TILES_NUMBERS,
                                 tiles.two & TRAKKS_TILES_NUMBERS};
}

static void planning_start(struct planning *planning, const struct mind_question *question)
{
    planning->question = question;
    planning->view = question->view;
    planning->seat = question->seat;
    planning->done = 0;
    planning->plan_count = 0;
}

static bool thinks_on(const struct planning *planning)
{
    return mind_goes_on(&planning->question->budget, planning->done);
}

/* Spends up to `iterations` on a puzzle, within the budget. */
static void puzzle_solve(struct planning *planning, const struct trakks_puzzle *puzzle,
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

/* Improves a plan, starting from its best table so far. */
static void plan_improve(struct planning *planning, struct trakks_plan *plan, int64_t iterations)
{
    struct trakks_solution solution;
    puzzle_solve(planning, &plan->puzzle, iterations, &solution);
    plan->solution = solution;
    plan->puzzle.start = solution.table;
}

/* A soft player does not see where a tile would fit, with the probability `softness` for each. */
static void tiles_overlook(const struct mind_question *question, struct trakks_puzzle *puzzle)
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

/* The puzzle as if this seat had opened. */
static void plan_puzzle(const struct trakks_state *view, int seat, struct trakks_puzzle *puzzle)
{
    struct trakks_state opened = *view;
    opened.opened |= (uint8_t)bit(seat);
    trakks_puzzle_make(&opened, seat, puzzle);
}

static int plan_left(const struct trakks_plan *plan)
{
    return trakks_tiles_count(plan->solution.left);
}

static void plan_add(struct planning *planning, int more, bool drawn)
{
    struct trakks_plan *plan = &planning->plan[planning->plan_count++];
    *plan = planning->plan[0];
    plan->more = (uint8_t)more;
    plan->drawn = drawn;
    trakks_tiles_add(&plan->puzzle.optional, plan->more);
    trakks_extend(&plan->puzzle, PLAN_TRIES, planning->question->rng, &plan->solution);
    plan->puzzle.start = plan->solution.table;
}

static void plans_make(struct planning *planning)
{
    const struct trakks_state *view = planning->view, *truth = planning->question->truth;
    struct trakks_plan *first = &planning->plan[0];
    first->more = TRAKKS_TILE_NONE;
    first->drawn = false;
    plan_puzzle(view, planning->seat, &first->puzzle);
    tiles_overlook(planning->question, &first->puzzle);
    plan_improve(planning, first, PIECE);
    planning->plan_count = 1;
    for (uint64_t pool = view->pool.one & TRAKKS_TILES_NUMBERS; pool;)
        plan_add(planning, bits_pop(&pool), false);
    int next = truth && truth->bag_count ? truth->bag[truth->bag_count - 1] : TRAKKS_TILE_NONE;
    if (next && bits_have(TRAKKS_TILES_NUMBERS, next))
        plan_add(planning, next, true);
}

/* Improves all plans in turn until the time is up or everything can be placed now. */
static void plans_improve(struct planning *planning)
{
    bool open = true;
    for (int64_t piece = PIECE; open; piece *= 2) {
        open = false;
        for (int i = 0; i < planning->plan_count; i++) {
            struct trakks_plan *plan = &planning->plan[i];
            if (plan_left(&planning->plan[0]) == 0 || !thinks_on(planning))
                return;
            if (trakks_solution_is_best(&plan->solution))
                continue;
            open = true;
            plan_improve(planning, plan, piece);
        }
    }
}

/* The number of tiles of a kind that a seat has not seen: in the bag or in other racks. */
static int unseen_count(const struct planning *planning, int tile)
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
static int plan_hope(const struct planning *planning, const struct trakks_plan *plan)
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
static const struct trakks_plan *plan_with_more(const struct planning *planning)
{
    const struct trakks_plan *best = NULL;
    int most = 0;
    for (int i = 1; i < planning->plan_count; i++) {
        const struct trakks_plan *plan = &planning->plan[i];
        if (best && plan_left(plan) > plan_left(best))
            continue;
        int hope = plan_hope(planning, plan);
        if (!best || plan_left(plan) < plan_left(best) || hope > most) {
            best = plan;
            most = hope;
        }
    }
    return best;
}

/* The opponent who is closest to winning. */
static int seat_ahead(const struct trakks_state *view, int seat)
{
    int ahead = -1;
    for (int other = 0; other < view->seats; other++)
        if (other != seat &&
            (ahead < 0 || trakks_rack_size(view, other) < trakks_rack_size(view, ahead)))
            ahead = other;
    return ahead;
}

static void move_set(struct move *move, enum trakks_move kind, int a)
{
    *(struct trakks_place *)move =
        (struct trakks_place){.head = {.kind = (uint8_t)kind, .a = (uint8_t)a}};
}

/* The first placing (K13), as large as possible, if there is one. Waiting has no benefit: the turn
 * must be spent at some time, and a player who has opened can finish as soon as everything fits. */
static bool open_first(struct planning *planning, struct move *move)
{
    struct trakks_puzzle puzzle;
    struct trakks_solution solution;
    trakks_puzzle_make(planning->view, planning->seat, &puzzle);
    tiles_overlook(planning->question, &puzzle);
    puzzle_solve(planning, &puzzle, OPENING, &solution);
    return trakks_solution_place(planning->view, planning->seat, &solution,
                                 (struct trakks_place *)move);
}

/* Places as much as planned, if anything. */
static bool place_most(const struct planning *planning, struct move *move)
{
    return bits_have(planning->view->opened, planning->seat) &&
           trakks_solution_place(planning->view, planning->seat, &planning->plan[0].solution,
                                 (struct trakks_place *)move);
}

/* Draws; with an empty bag takes any tile of the pool, and with an empty pool passes. */
static void tile_draw(const struct trakks_state *view, struct move *move)
{
    if (view->bag_count)
        move_set(move, TRAKKS_DRAW, 0);
    else if (view->pool.one)
        move_set(move, TRAKKS_TAKE, bits_first(view->pool.one));
    else
        move_set(move, TRAKKS_PASS, 0);
}

/* Takes the tile of the pool that helps the most, or draws. */
static void tile_get(const struct planning *planning, struct move *move)
{
    const struct trakks_state *view = planning->view;
    const struct trakks_plan *more = plan_with_more(planning);
    bool helps = more && plan_left(more) <= plan_left(&planning->plan[0]);
    if (more && !more->drawn && (helps || !view->bag_count))
        move_set(move, TRAKKS_TAKE, more->more);
    else
        tile_draw(view, move);
}

/* K5: decides when to play an action tile; the rack can never be empty otherwise. */
static bool action_play(const struct planning *planning, struct move *move)
{
    const struct trakks_state *view = planning->view;
    struct trakks_tiles rack = view->rack[planning->seat];
    int left = plan_left(&planning->plan[0]), ahead = seat_ahead(view, planning->seat);
    if (trakks_tiles_have(rack, TRAKKS_TILE_ARROW) && (left >= TRAKKS_GIVE || left == 0)) {
        move_set(move, TRAKKS_ARROW, 0);
        return true;
    }
    if (trakks_tiles_have(rack, TRAKKS_TILE_PLUS) &&
        (left == 0 || trakks_rack_size(view, ahead) <= DANGER)) {
        move_set(move, TRAKKS_PLUS, ahead);
        return true;
    }
    return false;
}

/* Whether to place what fits although something is left over. */
static bool places_now(const struct planning *planning)
{
    const struct trakks_state *view = planning->view;
    if (planning->question->level < TRAKKS_LEVEL_COLLECTS || (!view->bag_count && !view->pool.one))
        return true;
    /* Penalties carry over to the next round (K17). */
    return trakks_rounds(view) > 1 &&
           trakks_rack_size(view, seat_ahead(view, planning->seat)) <= DANGER;
}

static void turn_choose(struct planning *planning, struct move *move)
{
    const struct trakks_state *view = planning->view;
    struct trakks_tiles rack = view->rack[planning->seat];
    if (!bits_have(view->opened, planning->seat) && open_first(planning, move))
        return;
    plans_make(planning);
    plans_improve(planning);
    bool actions = rack.one & ~TRAKKS_TILES_NUMBERS;
    bool ready = plan_left(&planning->plan[0]) == 0 && numbers_of(rack).one;
    if (ready && !actions && place_most(planning, move))
        return;
    if (action_play(planning, move))
        return;
    if (places_now(planning) && place_most(planning, move))
        return;
    tile_get(planning, move);
}

/* How dispensable a tile is: it is left over, and has few neighbours among the others. */
static int tile_burden(struct trakks_tiles rack, struct trakks_tiles left, uint8_t tile)
{
    if (tile == TRAKKS_TILE_PLUS)
        return -1000; /* it would come back at once */
    if (tile == TRAKKS_TILE_ARROW)
        return 1000;
    int burden = trakks_tiles_have(left, tile) ? 100 : 0;
    return burden - 8 * bits_count(trakks_kinds_beside(bit(tile)) & rack.one) +
           (tile & TRAKKS_TILE_VALUE) / 4;
}

static uint8_t burden_take(struct trakks_tiles *rack, struct trakks_tiles *left)
{
    uint8_t worst = TRAKKS_TILE_NONE;
    int most = 0;
    for (uint64_t tiles = rack->one; tiles;) {
        uint8_t tile = (uint8_t)bits_pop(&tiles);
        int burden = tile_burden(*rack, *left, tile);
        if (!worst || burden > most) {
            worst = tile;
            most = burden;
        }
    }
    trakks_tiles_remove(rack, worst);
    if (trakks_tiles_have(*left, worst))
        trakks_tiles_remove(left, worst);
    return worst;
}

static void give_choose(struct trakks_tiles rack, struct trakks_tiles left, struct move *move)
{
    move_set(move, TRAKKS_GIVE_TILES, burden_take(&rack, &left));
    if (rack.one)
        move->b = burden_take(&rack, &left);
}

static void trakks_choose(const struct mind_question *question, struct move *move)
{
    struct planning planning;
    planning_start(&planning, question);
    if (planning.view->phase == TRAKKS_PHASE_TURN) {
        turn_choose(&planning, move);
        return;
    }
    struct trakks_puzzle puzzle;
    struct trakks_solution solution;
    plan_puzzle(planning.view, planning.seat, &puzzle);
    trakks_solve(&puzzle, &question->budget, question->rng, &solution);
    give_choose(planning.view->rack[planning.seat], solution.left, move);
}

/* The tile of the pool with the most neighbours in the rack. */
static uint8_t pool_friend(const struct trakks_state *view, int seat)
{
    uint8_t best = TRAKKS_TILE_NONE;
    int most = 0;
    for (uint64_t pool = view->pool.one & TRAKKS_TILES_NUMBERS; pool;) {
        uint8_t tile = (uint8_t)bits_pop(&pool);
        uint64_t rack = view->rack[seat].one;
        int friends = bits_count(trakks_kinds_beside(bit(tile)) & rack & ~bit(tile));
        if (friends > most && !bits_have(rack, tile)) {
            best = tile;
            most = friends;
        }
    }
    return best;
}

/* A beginner adds tiles to the table without rearranging, plays action tiles at once, and takes
 * tiles that go with its own. */
static void trakks_beginner(const struct mind_question *question, struct move *move)
{
    const struct trakks_state *view = question->view;
    int seat = question->seat;
    struct trakks_tiles rack = view->rack[seat];
    if (view->phase == TRAKKS_PHASE_ARROW) {
        give_choose(rack, (struct trakks_tiles){0}, move);
        return;
    }
    struct trakks_puzzle puzzle;
    struct trakks_solution solution;
    trakks_puzzle_make(view, seat, &puzzle);
    tiles_overlook(question, &puzzle);
    trakks_extend(&puzzle, 1, question->rng, &solution);
    if (trakks_solution_place(view, seat, &solution, (struct trakks_place *)move))
        return;
    uint8_t tile = pool_friend(view, seat);
    if (trakks_tiles_have(rack, TRAKKS_TILE_PLUS))
        move_set(move, TRAKKS_PLUS, seat_ahead(view, seat));
    else if (trakks_tiles_have(rack, TRAKKS_TILE_ARROW))
        move_set(move, TRAKKS_ARROW, 0);
    else if (tile)
        move_set(move, TRAKKS_TAKE, tile);
    else
        tile_draw(view, move);
}

static bool trakks_mind_solve(const struct mind_question *question, struct move *move,
                              struct mind_solution *facts)
{
    const struct trakks_state *view = question->view;
    struct trakks_puzzle puzzle;
    struct trakks_solution solution;
    trakks_puzzle_make(view, question->seat, &puzzle);
    trakks_solve(&puzzle, &question->budget, question->rng, &solution);
    int of = trakks_tiles_count(puzzle.optional);
    *facts = (struct mind_solution){.placed = of - trakks_tiles_count(solution.left),
                                    .of = of,
                                    .best = trakks_solution_is_best(&solution),
                                    .iterations = solution.iterations};
    return trakks_solution_place(view, question->seat, &solution, (struct trakks_place *)move);
}

static const struct mind_step ladder[MIND_STEPS] = {
    {.level = 1, .softness = 0.72},
    {.level = 1, .softness = 0.6},
    {.level = 1},
    {.level = 2, .iterations = 100},
    {.level = 3, .iterations = 1000, .softness = 0.13},
    {.level = 3, .iterations = 1000, .softness = 0.05},
};

const struct game_mind trakks_mind = {
    .beginner = trakks_beginner,
    .choose = trakks_choose,
    .solve = trakks_mind_solve,
    .reason = trakks_reason,
    .ladder = ladder,
};
