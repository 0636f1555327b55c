/* Winning chances in Trakks, and what could have been laid.
 *
 * A seat sees its own rack and how many tiles the others have. What counts is how many of its tiles
 * the solver cannot place, and how far the round has got: the later it is, the fewer tiles the others
 * have left over. The weights are a logistic regression over 500 matches of the expert against itself
 * with two seats: left_over by the number of tiles left over, then an action tile, a tile in the bag,
 * and a tile in the smallest other rack. */
#include "games/trakks/mind/review.h"

#include "base/bits.h"
#include "games/trakks/legal.h"
#include "games/trakks/mind/mind.h"
#include "games/trakks/mind/solve.h"
#include "games/trakks/rules.h"
#include "games/trakks/sample.h"
#include "games/trakks/score.h"
#include "games/trakks/text.h"
#include "games/trakks/view.h"

enum {
    LEFT_MAX = 9,
    RIVAL_MAX = 15,
    TABLES = 800, /* that the solver tries in one world, at most */
};
static const double left_over[LEFT_MAX + 1] = {0.9,  -1.1,  -1.6, -1.9,  -2.1,
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
    return left < LEFT_MAX ? left : LEFT_MAX;
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
        penalties += (double)(view->penalty[other] - view->penalty[seat]) / (view->seats - 1);
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
