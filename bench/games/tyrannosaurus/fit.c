/* Fits the network that values the start of a turn (mind/value.h), from the last turn backwards.
 *
 * Positions come from games by instinct. Those of the last turn are valued by solving it: between two
 * players exactly, among more by regret matching. The network learns these values; then the turn
 * before is solved with the network at its end, and so on. Prints the weights as C.
 *
 * usage: fit SEATS POSITIONS SEED > weights.c     POSITIONS of each turn */
#include "network.h"

#include "base/check.h"
#include "games/tyrannosaurus/mind/duel.h"
#include "games/tyrannosaurus/mind/mixing.h"
#include "games/tyrannosaurus/tyrannosaurus.h"

#include <stdio.h>
#include <stdlib.h>

static void values_of(const struct tyrannosaurus_state *s,
                      const struct tyrannosaurus_weights *weights, struct rng *rng,
                      double values[TYREX_SEATS_MAX])
{
    enum { ITERATIONS = 160, WORLDS = 200 };
    if (s->seats == 2) {
        static struct tyrannosaurus_turn turn;
        struct tyrannosaurus_decision decision;
        turn.stakes = tyrannosaurus_stakes_by(weights);
        tyrannosaurus_turn_forget(&turn);
        values[0] = tyrannosaurus_turn_solve(&turn, s, &decision);
        values[1] = -values[0];
        return;
    }
    static struct tyrannosaurus_mixing mixing;
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

static void position_add(void *context, const struct tyrannosaurus_state *s,
                         struct samples *samples, struct rng *rng)
{
    double values[TYREX_SEATS_MAX] = {0};
    values_of(s, context, rng, values);
    for (int seat = 0; seat < (s->seats == 2 ? 1 : s->seats); seat++)
        if (bits_have(s->playing, seat))
            samples_add(samples, s, seat, s->seats == 2, values[seat]);
}

/* ---- Output ---- */

static void row_print(const int *row, int count)
{
    printf("{");
    for (int i = 0; i < count; i++)
        printf("%s%d", i ? ", " : "", row[i]);
    printf("},\n");
}

static void weights_print(const struct tyrannosaurus_weights *weights, char **arguments)
{
    printf("/* Weights for %s players, fitted by `fit %s %s %s`. */\n"
           "#include \"games/tyrannosaurus/mind/weights_%s.h\"\n\n"
           "const struct tyrannosaurus_weights tyrannosaurus_weights_%s = {\n.facts = {\n",
           arguments[1], arguments[1], arguments[2], arguments[3], arguments[1], arguments[1]);
    int row[TYREX_MARGINS];
    for (int fact = 0; fact < TYREX_FACTS; fact++) {
        for (int i = 0; i < TYREX_NEURONS; i++)
            row[i] = weights->facts[fact][i];
        row_print(row, TYREX_NEURONS);
    }
    for (int i = 0; i < TYREX_NEURONS; i++)
        row[i] = weights->neurons[i];
    printf("},\n.neurons = ");
    row_print(row, TYREX_NEURONS);
    printf(".lead = {\n");
    for (int turn = 0; turn < TYREX_TURNS_MAX; turn++) {
        for (int i = 0; i < TYREX_MARGINS; i++)
            row[i] = weights->lead[turn][i];
        row_print(row, TYREX_MARGINS);
    }
    printf("},\n};\n");
}

int main(int count, char **arguments)
{
    static struct tyrannosaurus_weights weights;
    struct rng rng;
    CHECK(count == 4);
    rng_start(&rng, (uint64_t)atoi(arguments[3]));
    struct network_course course = {.seats = atoi(arguments[1]),
                                    .positions = atoi(arguments[2]),
                                    .add = position_add,
                                    .context = &weights,
                                    .weights = &weights};
    network_run(&course, &rng);
    weights_print(&weights, arguments);
    return 0;
}
