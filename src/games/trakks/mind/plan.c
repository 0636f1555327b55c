/* Plans, and the moves of players who follow them.
 *
 * Then: the expert's choice between tiles of the pool, the bag, action tiles, and waiting; waits in
 * imagined orders. */
#include "games/trakks/mind/mind.h"

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

/* Spends up to `iterations` on a problem, within the budget. */
static void problem_solve(struct trakks_planning *planning, const struct trakks_problem *problem,
                          int64_t iterations, struct trakks_solution *solution)
{
    struct mind_budget budget = planning->question->budget;
    int64_t left = budget.iterations - planning->done;
    if (budget.iterations && left < iterations)
        iterations = left > 1 ? left : 1;
    budget.iterations = iterations;
    trakks_solve(problem, &budget, planning->question->rng, solution);
    planning->done += solution->iterations;
}

void trakks_plan_improve(struct trakks_planning *planning, struct trakks_plan *plan,
                         int64_t iterations)
{
    struct trakks_solution solution;
    problem_solve(planning, &plan->problem, iterations, &solution);
    plan->solution = solution;
    plan->problem.start = solution.table;
}

void trakks_tiles_overlook(const struct mind_question *question, struct trakks_problem *problem)
{
    if (question->softness <= 0)
        return;
    struct trakks_tiles hard = problem->optional; /* to see a place for */
    if (question->way < TRAKKS_COLLECTS) {
        struct trakks_solution glance;
        trakks_extend(problem, 1, question->rng, &glance);
        problem->start = glance.table;
        hard = glance.left;
    }
    uint32_t overlooked = (uint32_t)(question->softness * ONE);
    while (hard.one) {
        int tile = trakks_tiles_pop(&hard);
        if (rng_below(question->rng, ONE) < overlooked)
            trakks_tiles_remove(&problem->optional, tile);
    }
}

void trakks_plan_problem(const struct trakks_state *view, int seat, struct trakks_problem *problem)
{
    struct trakks_state opened = *view;
    opened.opened |= (uint8_t)bit(seat);
    trakks_problem_make(&opened, seat, problem);
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
    trakks_tiles_add(&plan->problem.optional, plan->more);
    trakks_extend(&plan->problem, PLAN_TRIES, planning->question->rng, &plan->solution);
    plan->problem.start = plan->solution.table;
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
    trakks_plan_problem(planning->view, planning->seat, &first->problem);
    trakks_tiles_overlook(planning->question, &first->problem);
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
                                        planning->plan[0].problem.required};
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
        if (worth && trakks_tile_helps(&plan->problem, &plan->solution, tile, PLAN_TRIES,
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
    struct trakks_problem problem;
    struct trakks_solution solution;
    trakks_problem_make(planning->view, planning->seat, &problem);
    trakks_tiles_overlook(planning->question, &problem);
    problem_solve(planning, &problem, OPENING, &solution);
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

/* ---- The expert's choice between tiles of the pool, the bag, action tiles, and waiting ---- */

enum {
    LEAST = 300,     /* iterations; with fewer orders, a lucky next tile looks too good */
    ORDERS_MAX = 32, /* imagined orders of the unseen tiles */
    FIT_COST = 4,    /* iterations that a question to the outlook counts as */
    FINISH = 40000,  /* most iterations to find a table with everything */
    PROOF = 10000,   /* likewise, with one more tile */
    PLACE_TRIES = 4, /* quick extensions of the table by one tile */
    GUESS = 8,       /* the wait that is tried first */
};

static void option_add(struct trakks_holding *holding, enum trakks_move kind, uint8_t tile)
{
    holding->option[holding->option_count++] =
        (struct trakks_hold_option){.kind = kind, .tile = tile};
}

static void options_make(struct trakks_holding *holding)
{
    const struct trakks_planning *planning = holding->planning;
    struct trakks_tiles rack = planning->view->rack[planning->seat];
    option_add(holding, TRAKKS_PLACE, 0);
    for (uint64_t pool = holding->outlook.pool.one; pool;)
        option_add(holding, TRAKKS_TAKE, (uint8_t)bits_pop(&pool));
    if (planning->view->bag_count)
        option_add(holding, TRAKKS_DRAW, 0);
    if (!trakks_tiles_have(rack, TRAKKS_TILE_ARROW))
        return;
    option_add(holding, TRAKKS_ARROW, 0);
    struct trakks_tiles left = planning->plan[0].solution.left;
    for (int i = 0; i < TRAKKS_GIVE && rack.one; i++)
        trakks_tiles_add(&holding->given, trakks_burden_take(&rack, &left));
    holding->given = trakks_tiles_numbers(holding->given);
}

/* What the option leads to in the current order. */
static void option_imagine(struct trakks_holding *holding, struct trakks_hold_option *option)
{
    const struct trakks_outlook *outlook = &holding->outlook;
    const uint8_t *order = outlook->order;
    int count = outlook->count, bag = outlook->bag_count;
    struct trakks_prospect *prospect = &option->prospect;
    *prospect =
        (struct trakks_prospect){holding->have, outlook->pool, 0, count < bag ? count : bag};
    if (option->kind == TRAKKS_TAKE) {
        trakks_tiles_add(&prospect->have, option->tile);
        trakks_tiles_remove(&prospect->pool, option->tile);
    } else if (option->kind == TRAKKS_DRAW && prospect->last > 0) {
        trakks_tiles_add(&prospect->have, order[prospect->first++]);
    } else if (option->kind == TRAKKS_ARROW && count > TRAKKS_GIVE) {
        /* What comes in return is not in the bag: the end of the order. */
        prospect->have = trakks_tiles_difference(prospect->have, holding->given);
        for (int i = count - TRAKKS_GIVE; i < count; i++)
            trakks_tiles_add(&prospect->have, order[i]);
        if (prospect->last > count - TRAKKS_GIVE)
            prospect->last = count - TRAKKS_GIVE;
    }
}

static void options_judge(struct trakks_holding *holding)
{
    struct trakks_planning *planning = holding->planning;
    struct trakks_outlook *outlook = &holding->outlook;
    while (holding->orders < ORDERS_MAX && (!holding->orders || trakks_thinks_on(planning))) {
        int64_t fits = outlook->fits;
        int wait = GUESS; /* that of one option is a good guess for the next */
        trakks_outlook_imagine(outlook, planning->question);
        for (int i = 0; i < holding->option_count; i++) {
            struct trakks_hold_option *option = &holding->option[i];
            option_imagine(holding, option);
            wait = trakks_outlook_wait(outlook, &option->prospect, wait);
            option->worth += trakks_wait_worth(wait);
            option->waited += (uint64_t)wait;
        }
        planning->done += FIT_COST * (outlook->fits - fits);
        holding->orders++;
    }
}

/* Whether the whole rack has been placed, with one tile more. */
static bool tile_completes(struct trakks_planning *planning, uint8_t tile)
{
    struct trakks_plan with = planning->plan[0];
    trakks_tiles_add(&with.problem.optional, tile);
    trakks_plan_improve(planning, &with, PROOF);
    return trakks_plan_left(&with) == 0;
}

/* The best option except to wait. A tile that seems to complete the rack must prove it; otherwise it
 * is worth no more than to wait. */
static struct trakks_hold_option *option_best(struct trakks_holding *holding)
{
    uint64_t always = (uint64_t)holding->orders * TRAKKS_SOON;
    for (;;) {
        struct trakks_hold_option *best = NULL;
        for (int i = 1; i < holding->option_count; i++) {
            struct trakks_hold_option *option = &holding->option[i];
            if (option->kind != TRAKKS_ARROW && (!best || option->worth > best->worth))
                best = option;
        }
        if (!best || best->kind != TRAKKS_TAKE || best->worth < always || best->unproven ||
            tile_completes(holding->planning, best->tile))
            return best;
        best->unproven = true;
        best->worth = holding->option[0].worth;
    }
}

/* Lays a single tile without rearranging: a turn is over, and the rack can still be placed as before. */
static bool place_one(struct trakks_planning *planning, struct move *move)
{
    const struct trakks_state *view = planning->view;
    struct trakks_problem problem;
    trakks_problem_make(view, planning->seat, &problem);
    for (uint64_t rack = bits_have(view->opened, planning->seat) ? problem.optional.one : 0;
         rack;) {
        struct trakks_problem one = problem;
        struct trakks_solution solution;
        one.optional = (struct trakks_tiles){.one = bit(bits_pop(&rack))};
        trakks_extend(&one, PLACE_TRIES, planning->question->rng, &solution);
        if (!solution.left.one &&
            trakks_solution_place(view, planning->seat, &solution, (struct trakks_place *)move))
            return true;
    }
    return false;
}

/* Action tiles cost a turn at some time. An arrow is played when it is worth almost as much as the best
 * tile, a +3 when no tile helps much. */
static bool action_now(const struct trakks_holding *holding, uint64_t best, struct move *move)
{
    const struct trakks_state *view = holding->planning->view;
    int seat = holding->planning->seat;
    const struct trakks_hold_option *last = &holding->option[holding->option_count - 1];
    if (last->kind == TRAKKS_ARROW && last->worth * 25 > best * 23) {
        trakks_move_set(move, TRAKKS_ARROW, 0);
        return true;
    }
    uint64_t wait = holding->option[0].worth, always = (uint64_t)holding->orders * TRAKKS_SOON;
    if (trakks_tiles_have(view->rack[seat], TRAKKS_TILE_PLUS) &&
        (best * 20 < wait * 21 || wait * 10 > always * 9)) {
        trakks_move_set(move, TRAKKS_PLUS, trakks_seat_ahead(view, seat));
        return true;
    }
    return false;
}

bool trakks_hold_judge(struct trakks_planning *planning, struct trakks_holding *holding)
{
    struct trakks_plan *now = &planning->plan[0];
    int64_t iterations = planning->question->budget.iterations;
    if (planning->question->way < TRAKKS_HOLDS || trakks_places_now(planning) ||
        trakks_plan_left(now) == 0 || (iterations && iterations < LEAST))
        return false;
    *holding = (struct trakks_holding){
        .planning = planning,
        .have = trakks_tiles_sum(now->problem.required, now->problem.optional)};
    trakks_outlook_start(&holding->outlook, planning->question, now->problem.required,
                         now->problem.groups_max);
    if (trakks_may_fit(&holding->outlook.fitting, holding->have, (struct trakks_tiles){0},
                       now->problem.groups_max)) {
        trakks_plan_improve(planning, now, FINISH);
        return false;
    }
    options_make(holding);
    options_judge(holding);
    holding->best = option_best(holding);
    return true;
}

bool trakks_hold_choose(const struct trakks_holding *holding, struct move *move)
{
    const struct trakks_hold_option *best = holding->best;
    if (action_now(holding, best ? best->worth : 0, move))
        return true;
    if ((!best || best->worth < holding->option[0].worth) && place_one(holding->planning, move))
        return true;
    if (best)
        trakks_move_set(move, best->kind, best->tile);
    return best;
}

/* ---- Waits in imagined orders ---- */

void trakks_outlook_start(struct trakks_outlook *outlook, const struct mind_question *question,
                          struct trakks_tiles table, int groups_max)
{
    const struct trakks_state *view = question->view;
    const struct trakks_memory *memory = question->memory;
    const struct trakks_tiles all = {TRAKKS_TILES_NUMBERS, TRAKKS_TILES_NUMBERS};
    const struct trakks_tiles seen[] = {table, view->rack[question->seat], view->pool};
    trakks_fitting_start(&outlook->fitting);
    outlook->pool = trakks_tiles_numbers(view->pool);
    outlook->groups_max = groups_max;
    outlook->bag_count = view->bag_count;
    outlook->fits = 0;
    outlook->unseen = all;
    for (int i = 0; i < 3; i++)
        outlook->unseen = trakks_tiles_difference(outlook->unseen, seen[i]);
    for (int seat = 0; memory && seat < view->seats; seat++)
        outlook->unseen =
            trakks_tiles_difference(outlook->unseen, memory->known[memory->arrows][seat]);
}

static void order_shuffle(struct trakks_outlook *outlook, struct rng *rng)
{
    for (int i = outlook->count - 1; i > 0; i--) {
        int other = (int)rng_below(rng, (uint32_t)i + 1);
        uint8_t tile = outlook->order[i];
        outlook->order[i] = outlook->order[other];
        outlook->order[other] = tile;
    }
}

void trakks_outlook_imagine(struct trakks_outlook *outlook, const struct mind_question *question)
{
    const struct trakks_state *truth = question->truth;
    struct rng *rng = question->rng;
    outlook->count = 0;
    if (truth) {
        for (int i = truth->bag_count; i > 0; i--)
            if (trakks_tile_is_number(truth->bag[i - 1]))
                outlook->order[outlook->count++] = truth->bag[i - 1];
    } else {
        for (struct trakks_tiles unseen = outlook->unseen; unseen.one;)
            outlook->order[outlook->count++] = trakks_tiles_pop(&unseen);
        order_shuffle(outlook, rng);
    }
    outlook->staying = (struct trakks_tiles){0};
    for (struct trakks_tiles pool = outlook->pool; pool.one;) {
        uint8_t tile = trakks_tiles_pop(&pool);
        if (rng_below(rng, 2))
            trakks_tiles_add(&outlook->staying, tile);
    }
}

/* Whether everything may fit with the tiles of the order up to `until`. */
static bool fits(struct trakks_outlook *outlook, const struct trakks_prospect *prospect, int until)
{
    struct trakks_tiles gone = trakks_tiles_difference(outlook->pool, prospect->pool);
    struct trakks_tiles more = trakks_tiles_difference(outlook->staying, gone);
    for (int i = prospect->first; i < until; i++)
        trakks_tiles_add(&more, outlook->order[i]);
    outlook->fits++;
    return trakks_may_fit(&outlook->fitting, prospect->have, more, outlook->groups_max);
}

/* More tiles never hurt. So the search goes away from the guess in growing steps, and halves what is
 * left once it knows both ends. */
int trakks_outlook_wait(struct trakks_outlook *outlook, const struct trakks_prospect *prospect,
                        int guess)
{
    int first = prospect->first, last = prospect->last;
    int low = first, high = last + 1, at = first + guess;
    for (int step = 1; low < high; step *= 2) {
        at = at < low ? low : at < high ? at : high - 1;
        bool fit = fits(outlook, prospect, at);
        if (fit)
            high = at;
        else
            low = at + 1;
        if (low > first && high <= last)
            at = (low + high) / 2;
        else
            at += fit ? -step : step;
    }
    return low - first;
}

uint32_t trakks_wait_worth(int wait)
{
    uint32_t worth = TRAKKS_SOON;
    for (int i = 0; i < wait; i++)
        worth = worth * 246 / 256;
    return worth;
}
