/* Plays games whose tables grow, and stops at a few positions of each. */
#include "solver_positions.h"

#include "base/base.h"
#include "games/trakks/mind/mind.h"
#include "games/trakks/trakks.h"

#include <stdio.h>

enum {
    TABLE_MIN = 15,
    TABLE_MAX = 85,
    RACK_MIN = 5,
    RACK_MAX = 20,
    TABLE_STEP = 10, /* one position per game for each of these steps */
    RACK_KEPT = 7,   /* players with no more tiles than this draw, so that tables grow */
    QUICK = 40,      /* iterations of the solver that plays the games */
};

struct positions {
    int wanted, visited;
    solver_position_visit *visit;
    void *context;
};

static bool is_mid_game(const struct trakks_state *s)
{
    struct trakks_tiles rack = s->rack[s->turn];
    int numbers =
        bits_count(rack.one & TRAKKS_TILES_NUMBERS) + bits_count(rack.two & TRAKKS_TILES_NUMBERS);
    return s->phase == TRAKKS_PHASE_TURN && bits_have(s->opened, s->turn) &&
           s->table.tile_count >= TABLE_MIN && s->table.tile_count <= TABLE_MAX &&
           numbers >= RACK_MIN && numbers <= RACK_MAX;
}

/* Players that collect tiles, rearrange a little, and never finish. */
static void move_choose(const struct trakks_state *s, int seat, struct rng *rng, struct move *move)
{
    if (s->phase == TRAKKS_PHASE_TURN && s->bag_count && trakks_rack_size(s, seat) <= RACK_KEPT) {
        *move = (struct move){.kind = TRAKKS_DRAW};
        return;
    }
    if (s->phase == TRAKKS_PHASE_TURN && rng_below(rng, 3) == 0) {
        struct trakks_problem problem;
        struct trakks_solution solution;
        trakks_problem_make(s, seat, &problem);
        trakks_solve(&problem, &(struct mind_budget){.iterations = QUICK}, rng, &solution);
        if (solution.left.one &&
            trakks_solution_place(s, seat, &solution, (struct trakks_place *)move))
            return;
    }
    game_trakks.sample(s, seat, rng, move);
}

static void game_visit(struct positions *positions, int number)
{
    struct trakks_state s;
    struct fault fault;
    struct rng rng;
    char seed[24];
    int length = snprintf(seed, sizeof seed, "bench %d", number);
    rng_start(&rng, (uint64_t)number);
    CHECK(game_trakks.start(
        &s,
        &(struct game_setup){.seats = 2 + number % 3, .seed = seed, .seed_length = (size_t)length},
        &fault));
    int next = TABLE_MIN;
    for (uint32_t to_act;
         (to_act = game_trakks.to_act(&s)) && positions->visited < positions->wanted;) {
        int seat = bits_first(to_act);
        if (s.table.tile_count >= next && is_mid_game(&s)) {
            positions->visit(positions->context, positions->visited++, &s);
            next = s.table.tile_count + TABLE_STEP;
        }
        union game_move_storage move = {0};
        move_choose(&s, seat, &rng, &move.head);
        game_trakks.apply(&s, seat, &move.head, NULL);
    }
}

void solver_positions_visit(int count, solver_position_visit *visit, void *context)
{
    struct positions positions = {.wanted = count, .visit = visit, .context = context};
    for (int number = 1; positions.visited < count; number++)
        game_visit(&positions, number);
}
