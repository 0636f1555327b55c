/* Fits the networks that value the start of a turn (mind/value.c), from the last turn backwards.
 *
 * Positions come from games by instinct. Those of the last turn are valued by solving it: between two
 * players exactly, among more by regret matching. The network learns these values; then the turn
 * before is solved with the network at its end, and so on.
 *
 * usage: tools/train */
#include "learning.h"
#include "training.h"

#include "games/tyrannosaurus/mind/mind.h"
#include "games/tyrannosaurus/tyrannosaurus.h"

static void values_of(const struct tyrannosaurus_state *s,
                      const struct tyrannosaurus_weights *weights, struct rng *rng,
                      double values[TYREX_SEATS_MAX])
{
    enum { ITERATIONS = 160, WORLDS = 200 };
    if (s->seats == 2) {
        static _Thread_local struct tyrannosaurus_turn turn;
        struct tyrannosaurus_decision decision;
        turn.stakes = tyrannosaurus_stakes_by(weights);
        tyrannosaurus_turn_forget(&turn);
        values[0] = tyrannosaurus_turn_solve(&turn, s, &decision);
        values[1] = -values[0];
        return;
    }
    static _Thread_local struct tyrannosaurus_mixing mixing;
    struct tyrannosaurus_state view;
    game_tyrannosaurus.view(s, GAME_SPECTATOR, &view);
    struct mind_question question = {
        .seat = GAME_SPECTATOR, .view = &view, .rng = rng, .budget = {.iterations = ITERATIONS}};
    tyrannosaurus_mixing_learn(&mixing, &question, weights);
    for (int world = 0; world < WORLDS; world++) {
        struct tyrannosaurus_state after;
        uint8_t codes[TYREX_SEATS_MAX] = {0};
        game_tyrannosaurus.determinize(&view, GAME_SPECTATOR, NULL, rng, &after);
        for (uint64_t seats = after.waiting; seats;) {
            int seat = bits_pop(&seats);
            struct tyrannosaurus_mixture mixture;
            tyrannosaurus_mixing_learned(&mixing, &after, seat, &mixture);
            codes[seat] = tyrannosaurus_mixture_draw(&mixture, rng);
        }
        tyrannosaurus_choose_all(&after, codes);
        tyrannosaurus_play_turn(&after, rng);
        for (int seat = 0; seat < s->seats; seat++)
            values[seat] += tyrannosaurus_value(weights, &after, seat) / WORLDS;
    }
}

static int position_add(const struct course *course, int turn, struct rng *rng, void *samples)
{
    struct tyrannosaurus_state s;
    struct sample *end = samples;
    double values[TYREX_SEATS_MAX] = {0};
    position_reach(course, turn, rng, &s);
    values_of(&s, course->weights, rng, values);
    for (int seat = 0; seat < (s.seats == 2 ? 1 : s.seats); seat++)
        if (bits_have(s.playing, seat))
            sample_make(end++, &s, seat, s.seats == 2, values[seat]);
    return (int)(end - (struct sample *)samples);
}

int main(int count, char **arguments)
{
    static const struct course_game course = {.learner = &network_learner,
                                              .part = "turn",
                                              .samples_max = TYREX_SEATS_MAX,
                                              .position_add = position_add};
    struct training training = {.game = &game_tyrannosaurus,
                                .plans = {{2, positions_turns(2), 6000, 2},
                                          {3, positions_turns(3), 6000, 4},
                                          {4, positions_turns(4), 6000, 3}},
                                .count = 3};
    return plans_main(&training, &course, count, arguments);
}
