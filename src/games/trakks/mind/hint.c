/* Explains to a person why a move is good. A reason is given only if it is true of what the player
 * sees: tiles that are said to fit have been placed by the solver.
 *
 * Then: review of finished matches. */
#include "games/trakks/mind/mind.h"

#include "base/base.h"
#include "games/trakks/trakks.h"

#include <string.h>

enum {
    LOOKS = 4000,   /* tables tried before giving up */
    TRIES = 8,      /* quick extensions of a table by one more tile */
    NEAR = 2,       /* squares on each side of a tile: the tiles of its line that are named */
    LEFT_MAX = 4,   /* named tiles that are left over; more are counted only */
    WANTED_MAX = 3, /* named tiles to look for */
};

/* What can be placed with a rack. */
struct outlook {
    struct trakks_tiles rack;
    struct trakks_puzzle puzzle; /* starts from the table of the solution */
    struct trakks_solution solution;
};

static void detail_tiles(struct trakks_tiles tiles, struct buffer *detail)
{
    for (const char *comma = ""; tiles.one; comma = ", ") {
        char name[TRAKKS_TILE_TEXT_MAX];
        trakks_tile_text(trakks_tiles_pop(&tiles), name);
        buffer_add_format(detail, "%s%s", comma, name);
    }
}

static const char *place_reason(const struct mind_question *question,
                                const struct trakks_place *place, struct buffer *detail)
{
    const struct trakks_state *view = question->view;
    int seat = question->seat;
    struct trakks_tiles laid = trakks_tiles_difference(trakks_table_tiles(&place->table),
                                                       trakks_table_tiles(&view->table));
    if (!trakks_tiles_difference(view->rack[seat], laid).one)
        return "goes_out";
    detail_tiles(laid, detail);
    if (!bits_have(view->opened, seat))
        return "opens";
    bool waits = question->way >= TRAKKS_HOLDS && trakks_tiles_count(laid) == 1 &&
                 (view->bag_count || view->pool.one) &&
                 trakks_rack_size(view, trakks_seat_ahead(view, seat)) > TRAKKS_DANGER;
    return waits ? "lays_one" : "lays";
}

/* Places as much of a rack as this seat may now. */
static void rack_lay(const struct mind_question *question, struct trakks_tiles rack,
                     struct outlook *outlook)
{
    struct trakks_state after = *(const struct trakks_state *)question->view;
    after.rack[question->seat] = rack;
    outlook->rack = rack;
    trakks_puzzle_make(&after, question->seat, &outlook->puzzle);
    trakks_solve(&outlook->puzzle, &(struct mind_budget){.iterations = LOOKS}, question->rng,
                 &outlook->solution);
    outlook->puzzle.start = outlook->solution.table;
}

/* Whether this way of thinking collects tiles until everything fits, and has opened. */
static bool collects(const struct mind_question *question)
{
    const struct trakks_state *view = question->view;
    return question->way >= TRAKKS_COLLECTS && bits_have(view->opened, question->seat);
}

/* The tiles near this cell in one of its lines. */
static struct trakks_tiles line_near(const struct trakks_grid *grid, int cell, int step)
{
    struct trakks_tiles near = {0};
    for (int way = -step; way <= step; way += 2 * step)
        for (int away = 1; away <= NEAR && grid->cell[cell + away * way]; away++)
            trakks_tiles_add(&near, grid->cell[cell + away * way]);
    return near;
}

/* The tiles near this one in its line on a sound table, or in the one with more of them. None if it
 * is not there. */
static struct trakks_tiles tiles_near(const struct trakks_table *table, uint8_t tile)
{
    for (int i = 0; i < table->group_count; i++) {
        struct trakks_group group = trakks_table_group(table, i);
        const uint8_t *found = memchr(group.tile, tile, (size_t)group.count);
        struct trakks_grid grid;
        if (!found || trakks_grid_lay(&grid, &group) != TRAKKS_GRID_SOUND)
            continue;
        int cell = trakks_grid_cell(&grid, group.at[found - group.tile]);
        struct trakks_tiles across = line_near(&grid, cell, 1);
        struct trakks_tiles down = line_near(&grid, cell, grid.stride);
        return trakks_tiles_count(down) > trakks_tiles_count(across) ? down : across;
    }
    return (struct trakks_tiles){0};
}

/* Some tiles that would leave fewer over; if no single tile does, some that go with one left over.
 * There is still one of each in the pool, in the bag or with the others. */
static struct trakks_tiles tiles_wanted(const struct mind_question *question,
                                        const struct outlook *outlook)
{
    const struct trakks_puzzle *puzzle = &outlook->puzzle;
    struct trakks_tiles helping = {0}, fitting = {0};
    uint64_t gone = trakks_tiles_sum(puzzle->required, puzzle->optional).two;
    uint64_t kinds = trakks_kinds_beside(outlook->solution.left.one) & ~gone;
    while (kinds && bits_count(helping.one) < WANTED_MAX) {
        int tile = bits_pop(&kinds);
        if (trakks_tile_helps(puzzle, &outlook->solution, tile, TRIES, question->rng))
            helping.one |= bit(tile);
        else if (bits_count(fitting.one) < WANTED_MAX)
            fitting.one |= bit(tile);
    }
    return helping.one ? helping : fitting;
}

/* The state of the collection: how many tiles fit, of how many, which ones to look for, which are
 * left over if they are few, and those that go with the tile to take. Returns `few` or `many`, or
 * NULL if none fits or nothing can be looked for. */
static const char *plan_reason(const struct mind_question *question, const struct outlook *outlook,
                               struct trakks_tiles friends, const char *few, const char *many,
                               struct buffer *detail)
{
    struct trakks_tiles left = outlook->solution.left;
    int all = trakks_tiles_count(trakks_tiles_numbers(outlook->rack)),
        over = trakks_tiles_count(left);
    struct trakks_tiles wanted = tiles_wanted(question, outlook);
    if (over == all || !wanted.one)
        return NULL;
    buffer_add_format(detail, "%d; %d; ", all - over, all);
    detail_tiles(wanted, detail);
    buffer_add(detail, "; ");
    if (over <= LEFT_MAX)
        detail_tiles(left, detail);
    buffer_add(detail, "; ");
    detail_tiles(friends, detail);
    return over <= LEFT_MAX ? few : many;
}

static const char *take_reason(const struct mind_question *question, uint8_t tile,
                               struct buffer *detail)
{
    const struct trakks_state *view = question->view;
    struct trakks_tiles rack = view->rack[question->seat];
    if (!trakks_tile_is_number(tile))
        return view->bag_count ? NULL : "bag_is_empty";
    struct trakks_tiles friends = {.one = rack.one & trakks_kinds_beside(bit(tile))};
    trakks_tiles_add(&rack, tile);
    bool opened = bits_have(view->opened, question->seat);
    struct outlook outlook;
    rack_lay(question, rack, &outlook);
    struct trakks_tiles left = outlook.solution.left;
    if (opened && !(rack.one & ~TRAKKS_TILES_NUMBERS) && !left.one)
        return "completes";
    struct trakks_tiles first = trakks_tiles_difference(trakks_tiles_numbers(rack), left);
    if (!opened && first.one) {
        detail_tiles(first, detail);
        return "opens_next";
    }
    struct trakks_tiles near = friends;
    if (!trakks_tiles_have(left, tile))
        near = tiles_near(&outlook.solution.table, tile);
    const char *plan = NULL;
    if (collects(question) && near.one)
        plan = plan_reason(question, &outlook, near, "collects", "collects_many", detail);
    if (plan)
        return plan;
    detail_tiles(friends, detail);
    if (friends.one)
        return opened ? "goes_with" : "opens_later";
    /* Beginners look for tiles that go together, and otherwise take one only if they must. */
    return question->way > MIND_RULES ? "fewest_left" : view->bag_count ? NULL : "bag_is_empty";
}

/* K7: passes on the tiles that mind.c considers the greatest burden. */
static const char *give_reason(const struct mind_question *question, uint8_t one, uint8_t two)
{
    const struct trakks_state *view = question->view;
    if (two == TRAKKS_TILE_NONE)
        return "only_move";
    if (one == TRAKKS_TILE_ARROW || two == TRAKKS_TILE_ARROW)
        return "arrow_on";
    if (one == TRAKKS_TILE_PLUS || two == TRAKKS_TILE_PLUS ||
        trakks_tiles_count(view->rack[question->seat]) == 2)
        return "hardly_any"; /* a +3 is passed on only if nothing else is left */
    return question->way > MIND_RULES ? "hardest_to_lay" : "fewest_friends";
}

/* Nothing in the pool is worth taking. */
static const char *draw_reason(const struct mind_question *question, struct buffer *detail)
{
    const struct trakks_state *view = question->view;
    struct trakks_tiles rack = view->rack[question->seat];
    if (!view->pool.one)
        return "pool_is_empty";
    const char *plan = NULL;
    if (collects(question)) {
        struct outlook outlook;
        rack_lay(question, rack, &outlook);
        plan = plan_reason(question, &outlook, (struct trakks_tiles){0}, "draws_on",
                           "draws_on_many", detail);
    }
    if (plan)
        return plan;
    return bits_have(view->opened, question->seat) ? "pool_is_poor" : "draws_to_open";
}

static const char *plus_reason(const struct trakks_state *view, int seat, int to,
                               struct buffer *detail)
{
    if (trakks_tiles_count(view->rack[seat]) == 1 &&
        view->options[TRAKKS_OPTION_FINISH] == TRAKKS_FINISH_ANY) /* K15 */
        return "goes_out";
    int size = trakks_rack_size(view, to);
    for (int other = 0; other < view->seats; other++)
        if (other != seat && trakks_rack_size(view, other) < size)
            return NULL;
    buffer_add_format(detail, "%d", size);
    return "slows_down";
}

const char *trakks_reason(const struct mind_question *question, const struct move *move,
                          struct buffer *detail)
{
    const struct trakks_state *view = question->view;
    switch ((enum trakks_move)move->kind) {
    case TRAKKS_PLACE:
        return place_reason(question, (const struct trakks_place *)move, detail);
    case TRAKKS_TAKE:
        return take_reason(question, move->a, detail);
    case TRAKKS_PLUS:
        return plus_reason(view, question->seat, move->a, detail);
    case TRAKKS_ARROW:
        return "arrow_first";
    case TRAKKS_GIVE_TILES:
        return give_reason(question, move->a, move->b);
    case TRAKKS_PASS:
        return "nothing_fits";
    case TRAKKS_DRAW:
        return draw_reason(question, detail);
    }
    return NULL;
}

/* ---- Review of finished matches ---- */

/* Winning chances in Trakks, and what could have been laid.
 *
 * A seat sees its own rack and how many tiles the others have. What counts is how many of its tiles
 * the solver cannot place, and how far the round has got: the later it is, the fewer tiles the others
 * have left over. The weights are a logistic regression over 500 matches of the expert against itself
 * with two seats: left_over by the number of tiles left over, then an action tile, a tile in the bag,
 * and a tile in the smallest other rack. */

enum {
    LEFT_JUDGED_MAX = 9,
    RIVAL_MAX = 15,
    TABLES = 800, /* that the solver tries in one world, at most */
};
static const double left_over[LEFT_JUDGED_MAX + 1] = {0.9,  -1.1,  -1.6, -1.9,  -2.1,
                                                      -2.3, -2.45, -2.5, -2.55, -2.6};
static const double per_action = -0.15, per_bag = 0.02, per_rival = 0.066;
static const double per_penalty = 0.02; /* of the rounds before, compared with the others */

/* The number of tables for the solver in one world. */
static int64_t tables_of(const struct mind_question *question)
{
    return question->budget.iterations < TABLES ? question->budget.iterations : TABLES;
}

/* The exponential of a small number, the same on every machine. */
static double power_of_e(double x)
{
    double y = 1 + x / 64;
    for (int i = 0; i < 6; i++)
        y *= y;
    return y;
}

/* The tiles left over if this seat placed as many as it can, as if it had opened. */
static int left_count(const struct trakks_state *view, int seat, int64_t tables, struct rng *rng)
{
    struct trakks_state opened = *view;
    struct trakks_puzzle puzzle;
    struct trakks_solution solution;
    opened.opened |= (uint8_t)bit(seat);
    trakks_puzzle_make(&opened, seat, &puzzle);
    trakks_solve(&puzzle, &(struct mind_budget){.iterations = tables}, rng, &solution);
    int left = trakks_tiles_count(solution.left) + !bits_have(view->opened, seat);
    return left < LEFT_JUDGED_MAX ? left : LEFT_JUDGED_MAX;
}

/* How well a seat is doing in this round, on the scale of the regression. */
static double prospect_of(const struct trakks_state *view, int seat, int64_t tables,
                          struct rng *rng)
{
    int rival = RIVAL_MAX, actions = 0;
    for (int other = 0; other < view->seats; other++)
        if (other != seat && trakks_rack_size(view, other) < rival)
            rival = trakks_rack_size(view, other);
    struct trakks_tiles rack = view->rack[seat];
    for (int tile = TRAKKS_TILE_PLUS; tile <= TRAKKS_TILE_ARROW; tile += TRAKKS_TILE_COLOUR)
        actions += trakks_tiles_copies(rack, tile);
    int bag = view->bag_count + TRAKKS_RACK_START * (view->seats - 2); /* as if with two seats */
    return left_over[left_count(view, seat, tables, rng)] + per_action * actions + per_bag * bag +
           per_rival * rival;
}

/* The winning chance of a seat that sees this. */
static double chance_of(const struct trakks_state *view, int seat, int64_t tables, struct rng *rng)
{
    double penalties = 0;
    for (int other = 0; other < view->seats; other++)
        penalties += ((double)view->penalty[other] - view->penalty[seat]) / (view->seats - 1);
    int rounds = trakks_rounds(view) - view->round + 1;
    double odds = power_of_e(prospect_of(view, seat, tables, rng) / rounds +
                             per_penalty * penalties / rounds);
    return odds / (odds + view->seats - 1);
}

/* K7: hands on tiles until the arrow is resolved. The seat of the question hands on those that it
 * cannot lay, the others any. */
static void arrow_resolve(const struct mind_question *question, struct trakks_state *world,
                          struct rng *rng)
{
    while (world->phase == TRAKKS_PHASE_ARROW) {
        int seat = bits_first(trakks_to_act(world));
        struct trakks_place move = {0};
        if (seat == question->seat) {
            struct trakks_state view;
            struct mind_question asked = *question;
            trakks_view(world, seat, &view);
            asked.view = &view;
            asked.rng = rng;
            asked.budget = (struct mind_budget){.iterations = tables_of(question)};
            trakks_mind.choose(&asked, &move.head);
        } else {
            trakks_sample(world, seat, rng, &move.head);
        }
        trakks_apply(world, seat, &move.head, NULL);
    }
}

/* The chance of the seat in one imagined world. */
static double chance_in_world(const struct mind_question *question, const struct move *move,
                              struct rng *rng)
{
    struct trakks_state world, view;
    int seat = question->seat;
    trakks_determinize(question->view, seat, question->memory, rng, &world);
    int round = world.round;
    if (move)
        trakks_apply(&world, seat, move, NULL);
    arrow_resolve(question, &world, rng);
    if (world.phase == TRAKKS_PHASE_OVER || world.round != round) {
        struct game_result result;
        trakks_result(&world, &result);
        if (result.over)
            return bits_have(result.winners, seat) ? 1.0 / bits_count(result.winners) : 0;
    }
    trakks_view(&world, seat, &view);
    return chance_of(&view, seat, tables_of(question), rng);
}

/* The others share what the seat of the question does not have. */
static void chances(const struct mind_question *question, const struct move *const *moves,
                    int count, struct game_chances *chances)
{
    const struct trakks_state *view = question->view;
    uint64_t luck = rng_next(question->rng);
    int64_t worlds = 1 + question->budget.iterations / TABLES;
    for (int i = 0; i < count; i++) {
        double own = 0;
        for (int64_t world = 0; world < worlds && question->seat >= 0; world++) {
            struct rng rng;
            rng_start(&rng, luck + (uint64_t)world);
            own += chance_in_world(question, moves[i], &rng) / (double)worlds;
        }
        chances[i] = (struct game_chances){0};
        for (int seat = 0; seat < view->seats; seat++)
            chances[i].of[seat] = question->seat < 0       ? 1.0 / view->seats
                                  : seat == question->seat ? own
                                                           : (1 - own) / (view->seats - 1);
    }
}

/* What could have been laid at this moment: the number of tiles, out of how many, and the move that
 * lays them, for front ends that draw it. */
static const char *note(const struct mind_question *question, const struct move *move,
                        struct buffer *detail)
{
    (void)move;
    const struct trakks_state *view = question->view;
    struct trakks_puzzle puzzle;
    struct trakks_solution solution;
    struct trakks_place place;
    if (view->phase != TRAKKS_PHASE_TURN)
        return NULL;
    trakks_puzzle_make(view, question->seat, &puzzle);
    trakks_solve(&puzzle, &question->budget, question->rng, &solution);
    struct trakks_tiles laid = trakks_tiles_difference(puzzle.optional, solution.left);
    int all = trakks_tiles_count(puzzle.optional);
    if (!laid.one) {
        buffer_add_format(detail, "%d", all);
        return trakks_solution_is_best(&solution) ? "nothing_to_lay" : NULL;
    }
    buffer_add_format(detail, "%d, %d", trakks_tiles_count(laid), all);
    if (trakks_solution_place(view, question->seat, &solution, &place)) {
        buffer_add(detail, ", ");
        trakks_format(view, &place.head, detail);
    }
    return trakks_solution_is_best(&solution) ? "could_lay" : "could_lay_at_least";
}

const struct game_review trakks_review = {
    .chances = chances,
    .iterations = 4 * TABLES,
    .note = note,
};
