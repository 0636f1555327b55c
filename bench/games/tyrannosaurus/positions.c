#include "positions.h"

#include "base/check.h"
#include "games/tyrannosaurus/mind/choices.h"
#include "games/tyrannosaurus/mind/instinct.h"
#include "games/tyrannosaurus/mind/weights.h"
#include "games/tyrannosaurus/tyrannosaurus.h"

int positions_turns(int seats)
{
    return seats == 3 ? TYREX_TURNS_MAX : TYREX_TURNS_MAX - 1;
}

/* False if the game is over before. */
static bool position_try(const struct course *course, int turn, struct rng *rng,
                         struct tyrannosaurus_state *s)
{
    struct fault fault;
    uint64_t seed = rng_next(rng);
    struct game_setup setup = {.seats = course->seats,
                               .options = {[TYREX_OPTION_PAIR] = (uint8_t)(seed >> 7 & 1)},
                               .components = course->components,
                               .seed = (const char *)&seed,
                               .seed_length = sizeof seed};
    CHECK(game_tyrannosaurus.start(s, &setup, &fault));
    double noise = tyrannosaurus_chance(rng) * 0.4;
    while (s->phase != TYREX_PHASE_OVER && !(s->phase == TYREX_PHASE_ACT && s->turn == turn)) {
        uint8_t codes[TYREX_SEATS_MAX] = {0};
        for (uint64_t left = s->waiting; left;) {
            int seat = bits_pop(&left);
            struct move move;
            game_tyrannosaurus.sample(s, seat, rng, &move);
            codes[seat] = tyrannosaurus_chance(rng) < noise
                              ? tyrannosaurus_choice_pack(&move)
                              : tyrannosaurus_instinct_choose(s, seat, rng);
        }
        tyrannosaurus_choose_all(s, codes);
    }
    return s->phase == TYREX_PHASE_ACT;
}

void position_reach(const struct course *course, int turn, struct rng *rng,
                    struct tyrannosaurus_state *s)
{
    while (!position_try(course, turn, rng, s))
        continue;
}
