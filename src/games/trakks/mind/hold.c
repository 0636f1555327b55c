/* The expert's choice between tiles of the pool, the bag, action tiles, and waiting; see hold.h. */
#include "games/trakks/mind/hold.h"

#include "games/trakks/mind/actions.h"
#include "games/trakks/mind/outlook.h"

enum {
    LEAST = 300,     /* iterations; with fewer orders, a lucky next tile looks too good */
    ORDERS_MAX = 32, /* imagined orders of the unseen tiles */
    FIT_COST = 4,    /* iterations that a question to the outlook counts as */
    FINISH = 40000,  /* most iterations to find a table with everything */
    PROOF = 10000,   /* likewise, with one more tile */
    PLACE_TRIES = 4, /* quick extensions of the table by one tile */
    GUESS = 8,       /* the wait that is tried first */
    SOON = 1 << 16,  /* the worth of no wait */
    OPTIONS_MAX = TRAKKS_POOL + 3,
};

struct option {
    enum trakks_move kind;
    uint8_t tile;
    struct trakks_prospect prospect; /* in the current order */
    uint64_t worth;                  /* sum over the orders */
    bool unproven;                   /* seemed to complete the rack, but no table was found */
};

struct holding {
    struct trakks_planning *planning;
    struct trakks_outlook outlook;
    struct trakks_tiles have, given; /* given: passed on with an arrow */
    int orders;
    int option_count;
    struct option option[OPTIONS_MAX]; /* the first is to wait: a TRAKKS_PLACE of a single tile */
};

/* Every further tile makes it four per cent less likely to be the first. */
static uint32_t wait_worth(int wait)
{
    uint32_t worth = SOON;
    for (int i = 0; i < wait; i++)
        worth = worth * 246 / 256;
    return worth;
}

static void option_add(struct holding *holding, enum trakks_move kind, uint8_t tile)
{
    holding->option[holding->option_count++] = (struct option){.kind = kind, .tile = tile};
}

static void options_make(struct holding *holding)
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
static void option_imagine(struct holding *holding, struct option *option)
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

static void options_judge(struct holding *holding)
{
    struct trakks_planning *planning = holding->planning;
    struct trakks_outlook *outlook = &holding->outlook;
    while (holding->orders < ORDERS_MAX && (!holding->orders || trakks_thinks_on(planning))) {
        int64_t fits = outlook->fits;
        int wait = GUESS; /* that of one option is a good guess for the next */
        trakks_outlook_imagine(outlook, planning->question);
        for (int i = 0; i < holding->option_count; i++) {
            struct option *option = &holding->option[i];
            option_imagine(holding, option);
            wait = trakks_outlook_wait(outlook, &option->prospect, wait);
            option->worth += wait_worth(wait);
        }
        planning->done += FIT_COST * (outlook->fits - fits);
        holding->orders++;
    }
}

/* Whether the whole rack has been placed, with one tile more. */
static bool tile_completes(struct trakks_planning *planning, uint8_t tile)
{
    struct trakks_plan with = planning->plan[0];
    trakks_tiles_add(&with.puzzle.optional, tile);
    trakks_plan_improve(planning, &with, PROOF);
    return trakks_plan_left(&with) == 0;
}

/* The best option except to wait. A tile that seems to complete the rack must prove it; otherwise it
 * is worth no more than to wait. */
static struct option *option_best(struct holding *holding)
{
    uint64_t always = (uint64_t)holding->orders * SOON;
    for (;;) {
        struct option *best = NULL;
        for (int i = 1; i < holding->option_count; i++) {
            struct option *option = &holding->option[i];
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
    struct trakks_puzzle puzzle;
    trakks_puzzle_make(view, planning->seat, &puzzle);
    for (uint64_t rack = bits_have(view->opened, planning->seat) ? puzzle.optional.one : 0; rack;) {
        struct trakks_puzzle one = puzzle;
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
static bool action_now(const struct holding *holding, uint64_t best, struct move *move)
{
    const struct trakks_state *view = holding->planning->view;
    int seat = holding->planning->seat;
    const struct option *last = &holding->option[holding->option_count - 1];
    if (last->kind == TRAKKS_ARROW && last->worth * 25 > best * 23) {
        trakks_move_set(move, TRAKKS_ARROW, 0);
        return true;
    }
    uint64_t wait = holding->option[0].worth, always = (uint64_t)holding->orders * SOON;
    if (trakks_tiles_have(view->rack[seat], TRAKKS_TILE_PLUS) &&
        (best * 20 < wait * 21 || wait * 10 > always * 9)) {
        trakks_move_set(move, TRAKKS_PLUS, trakks_seat_ahead(view, seat));
        return true;
    }
    return false;
}

bool trakks_hold(struct trakks_planning *planning, struct move *move)
{
    struct trakks_plan *now = &planning->plan[0];
    int64_t iterations = planning->question->budget.iterations;
    if (trakks_plan_left(now) == 0 || (iterations && iterations < LEAST))
        return false;
    struct holding holding = {.planning = planning,
                              .have = trakks_tiles_sum(now->puzzle.required, now->puzzle.optional)};
    trakks_outlook_start(&holding.outlook, planning->question, now->puzzle.required,
                         now->puzzle.groups_max);
    if (trakks_may_fit(&holding.outlook.fitting, holding.have, (struct trakks_tiles){0},
                       now->puzzle.groups_max)) {
        trakks_plan_improve(planning, now, FINISH);
        return false;
    }
    options_make(&holding);
    options_judge(&holding);
    const struct option *best = option_best(&holding);
    if (action_now(&holding, best ? best->worth : 0, move))
        return true;
    if ((!best || best->worth < holding.option[0].worth) && place_one(planning, move))
        return true;
    if (!best)
        return false;
    trakks_move_set(move, best->kind, best->tile);
    return true;
}
