/* Fits the networks that value the start of a turn (mind/value.h), from the last turn backwards.
 *
 * Positions come from games by instinct. Those of the last turn are valued by solving it: between two
 * players exactly, among more by regret matching. The network learns these values; then the turn
 * before is solved with the network at its end, and so on. Each network is written into the output
 * when it is complete, beside those for other numbers of players.
 *
 * usage: tools/train */
#include "course.h"
#include "network_file.h"
#include "progress.h"
#include "training.h"

#include "games/tyrannosaurus/mind/duel.h"
#include "games/tyrannosaurus/mind/mixing.h"
#include "games/tyrannosaurus/tyrannosaurus.h"

#include <errno.h>
#include <inttypes.h>
#include <stdio.h>
#include <string.h>

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

static void position_add(void *context, const struct tyrannosaurus_state *s,
                         struct samples *samples, struct rng *rng)
{
    double values[TYREX_SEATS_MAX] = {0};
    values_of(s, context, rng, values);
    for (int seat = 0; seat < (s->seats == 2 ? 1 : s->seats); seat++)
        if (bits_have(s->playing, seat))
            samples_add(samples, s, seat, s->seats == 2, values[seat]);
}

/* How a network is made, as the file says it. Those of one stream have the name that they had before
 * tools/train. */
static void origin_write(const struct training *training, const struct training_plan *plan,
                         char origin[NETWORK_ORIGIN_MAX])
{
    if (training->one_stream)
        snprintf(origin, NETWORK_ORIGIN_MAX, "%d players: fit %d %d %" PRIu64 "\n", plan->seats,
                 plan->seats, plan->positions, plan->seed);
    else
        snprintf(origin, NETWORK_ORIGIN_MAX,
                 "%d players: tools/train %s --seats %d --positions %d --seed %" PRIu64 "\n",
                 plan->seats, training->game, plan->seats, plan->positions, plan->seed);
}

/* Trains one network into the file. `later`: positions of the networks that follow. */
static enum course_end plan_follow(const struct training *training,
                                   const struct training_plan *plan, int later,
                                   struct network_file *file)
{
    struct tyrannosaurus_weights *weights = &file->networks.by_seats[plan->seats];
    struct rng rng;
    struct course course = {.seats = plan->seats,
                            .positions = plan->positions,
                            .seed = plan->seed,
                            .stream = training->one_stream ? &rng : NULL,
                            .threads = training->threads,
                            .add = position_add,
                            .context = weights,
                            .weights = weights,
                            .checkpoint = training_checkpoint(training, plan),
                            .purpose = training_purpose(training, plan),
                            .checkpoint_ns = training->checkpoint_ns,
                            .should_stop = training_should_stop,
                            .later = later};
    rng_start(&rng, plan->seed);
    *weights = (struct tyrannosaurus_weights){0};
    if (training->fresh)
        remove(course.checkpoint);
    enum course_end end = course_run(&course);
    if (end != COURSE_DONE)
        return end;
    file->networks.fitted |= bit(plan->seats);
    origin_write(training, plan, file->origins[plan->seats]);
    if (!network_file_write(training->output, file)) {
        progress_say("train: %s: %s", training->output, strerror(errno));
        return COURSE_FAILED;
    }
    remove(course.checkpoint);
    return COURSE_DONE;
}

static bool plan_is_done(const struct training *training, const struct training_plan *plan,
                         const struct network_file *file)
{
    char origin[NETWORK_ORIGIN_MAX];
    origin_write(training, plan, origin);
    return !training->fresh && strcmp(origin, file->origins[plan->seats]) == 0;
}

static enum course_end plans_follow(const struct training *training, struct network_file *file)
{
    enum course_end end = COURSE_DONE;
    for (int i = 0; i < training->count && end == COURSE_DONE; i++) {
        const struct training_plan *plan = &training->plans[i];
        int later = 0;
        for (int next = i + 1; next < training->count; next++)
            if (!plan_is_done(training, &training->plans[next], file))
                later +=
                    training->plans[next].positions * course_turns(training->plans[next].seats);
        if (plan_is_done(training, plan, file)) {
            progress_say("%d players: trained before (--fresh begins again)", plan->seats);
            continue;
        }
        progress_say("%d players: %d positions of each turn, seed %" PRIu64 ", threads %d",
                     plan->seats, plan->positions, plan->seed, training->threads);
        end = plan_follow(training, plan, later, file);
    }
    return end;
}

int main(int count, char **arguments)
{
    static struct network_file file;
    struct training training = {.game = game_tyrannosaurus.id,
                                .plans = {{2, 6000, 2}, {3, 6000, 4}, {4, 6000, 3}},
                                .count = 3};
    if (!training_options(&training, count, arguments))
        return 2;
    if (!training_lock(&training))
        return 1;
    if (!network_file_read(training.output, &file)) {
        progress_say("train: %s: not a file with networks of this game; nothing was changed",
                     training.output);
        return 1;
    }
    training_catch_signals();
    enum course_end end = plans_follow(&training, &file);
    if (end == COURSE_STOPPED) {
        progress_say("stopped; the same command%s goes on from here",
                     training.fresh ? " without --fresh" : "");
        return 130; /* as shells report Ctrl-C */
    }
    if (end == COURSE_DONE)
        training_explain(&training);
    return end == COURSE_DONE ? 0 : 1;
}
