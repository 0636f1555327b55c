/* How computer players play Trakks.
 *
 * What counts is the number of turns until the rack is empty. A turn either takes a tile or places
 * some, and what can be placed now can also be placed later, because everything on the table may be
 * rearranged. Placing part of the rack costs a turn and helps the others. So once it has opened, a
 * good player collects tiles until everything can be placed at once.
 *
 * A plan is a table with as many tiles of the rack as fit (plan.c). The plain way places what it
 * plans. The careful way judges a tile of the pool by how many are left over with it. The expert
 * judges every move by how soon everything could be placed, over many imagined futures (plan.c).
 *
 * Then: action tiles and burdens; puzzles; habits. */
#include "games/trakks/mind/mind.h"

#include "game/mind.h"
#include "games/trakks/trakks.h"

bool trakks_places_now(const struct trakks_planning *planning)
{
    const struct trakks_state *view = planning->view;
    if (planning->question->way < TRAKKS_COLLECTS || (!view->bag_count && !view->pool.one))
        return true;
    /* Penalties carry over to the next round (K17). */
    return trakks_rounds(view) > 1 &&
           trakks_rack_size(view, trakks_seat_ahead(view, planning->seat)) <= TRAKKS_DANGER;
}

static void turn_choose(struct trakks_planning *planning, struct move *move)
{
    const struct trakks_state *view = planning->view;
    struct trakks_tiles rack = view->rack[planning->seat];
    if (!bits_have(view->opened, planning->seat) && trakks_open_first(planning, move))
        return;
    trakks_plans_first(planning);
    struct trakks_holding holding;
    if (trakks_hold_judge(planning, &holding) && trakks_hold_choose(&holding, move))
        return;
    trakks_plans_more(planning);
    bool actions = rack.one & ~TRAKKS_TILES_NUMBERS;
    bool ready = trakks_plan_left(&planning->plan[0]) == 0 && trakks_tiles_numbers(rack).one;
    if (ready && !actions && trakks_place_most(planning, move))
        return;
    if (trakks_action_play(view, planning->seat, trakks_plan_left(&planning->plan[0]), move))
        return;
    if (trakks_places_now(planning) && trakks_place_most(planning, move))
        return;
    trakks_tile_get(planning, move);
}

static void trakks_choose(const struct mind_question *question, struct move *move)
{
    struct trakks_planning planning;
    trakks_planning_start(&planning, question);
    if (planning.view->phase == TRAKKS_PHASE_TURN) {
        turn_choose(&planning, move);
        return;
    }
    struct trakks_problem problem;
    struct trakks_solution solution;
    trakks_plan_problem(planning.view, planning.seat, &problem);
    trakks_solve(&problem, &question->budget, question->rng, &solution);
    trakks_give_choose(planning.view->rack[planning.seat], solution.left, move);
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
        trakks_give_choose(rack, (struct trakks_tiles){0}, move);
        return;
    }
    struct trakks_problem problem;
    struct trakks_solution solution;
    trakks_problem_make(view, seat, &problem);
    trakks_tiles_overlook(question, &problem);
    trakks_extend(&problem, 1, question->rng, &solution);
    if (trakks_solution_place(view, seat, &solution, (struct trakks_place *)move))
        return;
    uint8_t tile = pool_friend(view, seat);
    if (trakks_tiles_have(rack, TRAKKS_TILE_PLUS))
        trakks_move_set(move, TRAKKS_PLUS, trakks_seat_ahead(view, seat));
    else if (trakks_tiles_have(rack, TRAKKS_TILE_ARROW))
        trakks_move_set(move, TRAKKS_ARROW, 0);
    else if (tile)
        trakks_move_set(move, TRAKKS_TAKE, tile);
    else
        trakks_tile_draw(view, move);
}

static bool trakks_mind_solve(const struct mind_question *question, struct move *move,
                              struct mind_solution *facts)
{
    const struct trakks_state *view = question->view;
    struct trakks_problem problem;
    struct trakks_solution solution;
    trakks_problem_make(view, question->seat, &problem);
    trakks_solve(&problem, &question->budget, question->rng, &solution);
    int of = trakks_tiles_count(problem.optional);
    *facts = (struct mind_solution){.placed = of - trakks_tiles_count(solution.left),
                                    .of = of,
                                    .best = trakks_solution_is_best(&solution),
                                    .iterations = solution.iterations};
    return trakks_solution_place(view, question->seat, &solution, (struct trakks_place *)move);
}

static const struct mind_step ladder[MIND_STEPS] = {
    [MIND_CHILD] = {.way = MIND_PLAIN, .iterations = 100, .softness = 955},
    [MIND_BEGINNER] = {.way = MIND_PLAIN, .iterations = 100, .softness = 880},
    [MIND_CASUAL] = {.way = MIND_PLAIN, .iterations = 100, .softness = 670},
    [MIND_REGULAR] = {.way = MIND_PLAIN, .iterations = 100, .softness = 190, .earlier = "medium"},
    [MIND_SKILLED] = {.way = MIND_CAREFUL, .iterations = 1000, .softness = 90},
    [MIND_STRONG] = {.way = MIND_CAREFUL, .iterations = 1000, .softness = 20},
};

const struct game_mind trakks_mind = {
    .beginner = trakks_beginner,
    .choose = trakks_choose,
    .solve = trakks_mind_solve,
    .teaching = &trakks_teaching,
    .ladder = ladder,
};

/* ---- Action tiles and burdens ---- */

void trakks_move_set(struct move *move, enum trakks_move kind, int a)
{
    *(struct trakks_place *)move =
        (struct trakks_place){.head = {.kind = (uint8_t)kind, .a = (uint8_t)a}};
}

int trakks_seat_ahead(const struct trakks_state *view, int seat)
{
    int ahead = -1;
    for (int other = 0; other < view->seats; other++)
        if (other != seat &&
            (ahead < 0 || trakks_rack_size(view, other) < trakks_rack_size(view, ahead)))
            ahead = other;
    return ahead;
}

bool trakks_action_play(const struct trakks_state *view, int seat, int left, struct move *move)
{
    struct trakks_tiles rack = view->rack[seat];
    int ahead = trakks_seat_ahead(view, seat);
    if (trakks_tiles_have(rack, TRAKKS_TILE_ARROW) && (left >= TRAKKS_GIVE || left == 0)) {
        trakks_move_set(move, TRAKKS_ARROW, 0);
        return true;
    }
    if (trakks_tiles_have(rack, TRAKKS_TILE_PLUS) &&
        (left == 0 || trakks_rack_size(view, ahead) <= TRAKKS_DANGER)) {
        trakks_move_set(move, TRAKKS_PLUS, ahead);
        return true;
    }
    return false;
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

uint8_t trakks_burden_take(struct trakks_tiles *rack, struct trakks_tiles *left)
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

void trakks_give_choose(struct trakks_tiles rack, struct trakks_tiles left, struct move *move)
{
    trakks_move_set(move, TRAKKS_GIVE_TILES, trakks_burden_take(&rack, &left));
    if (rack.one)
        move->b = trakks_burden_take(&rack, &left);
}

/* ---- Puzzles ---- */

/* Finds puzzles of a size that people like, and counts how many tiles on the table a solution moves.
 */

enum {
    RACK_MIN = 3,
    RACK_MAX = 9,
    TABLE_MIN = 9,
    TABLE_MAX = 42,
    TRIES = 40,     /* solutions that are compared */
    MOVED_MAX = 16, /* more would be tedious */
};

static bool suits(const struct mind_question *question)
{
    const struct trakks_state *view = question->view;
    struct trakks_tiles rack = view->rack[question->seat];
    int count = trakks_tiles_count(rack);
    return view->phase == TRAKKS_PHASE_TURN && trakks_rounds(view) == 1 &&
           bits_have(view->opened, question->seat) && !(rack.one & ~TRAKKS_TILES_NUMBERS) &&
           count >= RACK_MIN && count <= RACK_MAX && view->table.tile_count >= TABLE_MIN &&
           view->table.tile_count <= TABLE_MAX;
}

/* The tiles of a group that a new group has too, if it is shifted so. */
static int overlap(const struct trakks_group *old, const struct trakks_group *new, int dx, int dy)
{
    int count = 0;
    for (int i = 0; i < old->count; i++)
        for (int j = 0; j < new->count; j++)
            count += old->tile[i] == new->tile[j] && old->at[i].x + dx == new->at[j].x &&
                     old->at[i].y + dy == new->at[j].y;
    return count;
}

/* The most tiles of a group that can stay where they are, with respect to each other. */
static int kept_count(const struct trakks_group *old, const struct trakks_table *after)
{
    int most = 0;
    for (int index = 0; index < after->group_count; index++) {
        struct trakks_group new = trakks_table_group(after, index);
        for (int i = 0; i < old->count; i++)
            for (int j = 0; j < new.count; j++) {
                if (old->tile[i] != new.tile[j])
                    continue;
                int kept =
                    overlap(old, &new, new.at[j].x - old->at[i].x, new.at[j].y - old->at[i].y);
                most = kept > most ? kept : most;
            }
    }
    return most;
}

static int moved_count(const struct trakks_table *before, const struct trakks_table *after)
{
    int moved = before->tile_count;
    for (int index = 0; index < before->group_count; index++) {
        struct trakks_group old = trakks_table_group(before, index);
        moved -= kept_count(&old, after);
    }
    return moved;
}

/* Keeps the solution that moves the fewest tiles. */
static bool solve(const struct mind_question *question, struct move *move, int *effort)
{
    const struct trakks_state *view = question->view;
    struct trakks_problem problem;
    struct trakks_solution solution;
    bool found = false;
    trakks_problem_make(view, question->seat, &problem);
    for (int i = 0; i < TRIES; i++) {
        trakks_solve(&problem, &question->budget, question->rng, &solution);
        if (solution.left.one)
            break;
        int moved = moved_count(&view->table, &solution.table);
        if (found && moved >= *effort)
            continue;
        found = trakks_solution_place(view, question->seat, &solution, (struct trakks_place *)move);
        *effort = moved;
    }
    return found && *effort <= MOVED_MAX;
}

const struct game_puzzle trakks_puzzle = {
    .seats_max = TRAKKS_SEATS_MAX,
    .suits = PUZZLE_MAKING(suits),
    .solve = solve,
    .solve_iterations = 6000,
    .iterations_per_ms = 15,
};

/* ---- Habits ---- */

enum trakks_habit { HELD, LAYS, LAYS_OBVIOUS, HABITS };
static const struct game_habit habit_list[HABITS + 1] = {
    [HELD] = {.name = "held"},
    [LAYS] = {.name = "lays", .is_share = true},
    [LAYS_OBVIOUS] = {.name = "lays_obvious", .is_share = true},
};

/* The most tiles that the seat can place without moving any: what everybody sees. */
static int obvious_count(const struct trakks_state *s, int seat)
{
    enum { TRIES = 8 };
    struct trakks_problem problem;
    struct trakks_solution solution;
    struct rng rng;
    rng_start(&rng, 1); /* the same in every position */
    trakks_problem_make(s, seat, &problem);
    trakks_extend(&problem, TRIES, &rng, &solution);
    return trakks_tiles_count(problem.optional) - trakks_tiles_count(solution.left);
}

static void habits_count(const void *before, int seat, const struct move *move, const void *after,
                         struct habit_tally tallies[])
{
    const struct trakks_state *from = before, *to = after;
    if (from->phase != TRAKKS_PHASE_TURN)
        return;
    int placed = 0, obvious = obvious_count(from, seat);
    if (move->kind == TRAKKS_PLACE)
        placed = ((const struct trakks_place *)move)->table.tile_count - from->table.tile_count;
    if (to->round == from->round)
        habit_add(&tallies[HELD], trakks_rack_size(to, seat));
    habit_add(&tallies[LAYS], placed > 0);
    tallies[LAYS_OBVIOUS].sum += placed < obvious ? placed : obvious;
    tallies[LAYS_OBVIOUS].occasions += obvious;
}

const struct game_habits trakks_habits = {.list = habit_list, .count = habits_count};
