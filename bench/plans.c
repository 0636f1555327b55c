#include "plans.h"

#include "network_file.h"
#include "progress.h"

#include "base/alloc.h"
#include "base/check.h"
#include "wire/components.h"

#include <errno.h>
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* What all plans need. */
struct plans {
    const struct training *training;
    const struct course_game *game;
    struct game_components_storage components;
    struct network_file file;
};

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
                 plan->seats, training->game->id, plan->seats, plan->positions, plan->seed);
}

static bool plan_is_done(const struct plans *plans, const struct training_plan *plan)
{
    char origin[NETWORK_ORIGIN_MAX];
    origin_write(plans->training, plan, origin);
    return !plans->training->fresh && strcmp(origin, plans->file.origins[plan->seats]) == 0;
}

static enum course_end network_save(struct plans *plans, const struct training_plan *plan,
                                    const struct course *course)
{
    const char *output = plans->training->output;
    network_file_put(&plans->file, plan->seats, course->weights);
    origin_write(plans->training, plan, plans->file.origins[plan->seats]);
    if (!network_file_write(output, &plans->file)) {
        progress_say("train: %s: %s", output, strerror(errno));
        return COURSE_FAILED;
    }
    remove(course->checkpoint);
    return COURSE_DONE;
}

/* Trains one network into the file. `later`: work of the networks that follow. */
static enum course_end plan_follow(struct plans *plans, const struct training_plan *plan, int later)
{
    const struct training *training = plans->training;
    struct rng rng;
    struct course course = {.game = plans->game,
                            .seats = plan->seats,
                            .parts = plan->parts,
                            .positions = plan->positions,
                            .seed = plan->seed,
                            .stream = training->one_stream ? &rng : NULL,
                            .threads = training->threads,
                            .components = plans->components.bytes,
                            .weights = alloc_new(plans->game->learner->weights_size),
                            .checkpoint = training_checkpoint(training, plan),
                            .purpose = training_purpose(training, plan),
                            .checkpoint_ns = training->checkpoint_ns,
                            .should_stop = training_should_stop,
                            .later = later};
    rng_start(&rng, plan->seed);
    if (training->fresh)
        remove(course.checkpoint);
    enum course_end end = course_run(&course);
    if (end == COURSE_DONE)
        end = network_save(plans, plan, &course);
    free(course.weights);
    return end;
}

static void plan_announce(const struct plans *plans, const struct training_plan *plan)
{
    bool several = plan->parts > 1;
    progress_say("%d players: %d positions%s%s, seed %" PRIu64 ", threads %d", plan->seats,
                 plan->positions, several ? " of each " : "", several ? plans->game->part : "",
                 plan->seed, plans->training->threads);
}

static enum course_end plans_follow(struct plans *plans)
{
    const struct training *training = plans->training;
    enum course_end end = COURSE_DONE;
    for (int i = 0; i < training->count && end == COURSE_DONE; i++) {
        const struct training_plan *plan = &training->plans[i];
        int later = 0;
        for (const struct training_plan *next = plan + 1; next < training->plans + training->count;
             next++)
            if (!plan_is_done(plans, next))
                later += course_work(plans->game, next->parts, next->positions);
        if (plan_is_done(plans, plan)) {
            progress_say("%d players: trained before (--fresh begins again)", plan->seats);
            continue;
        }
        plan_announce(plans, plan);
        end = plan_follow(plans, plan, later);
    }
    return end;
}

/* The numbers of players in the usual plans for which the file has no network, as text in static
 * storage. */
static const char *missing_networks(const struct training *usual, const struct network_file *file)
{
    static char text[4 * TRAINING_PLANS_MAX];
    int length = 0;
    text[0] = '\0';
    for (int i = 0; i < usual->count; i++)
        if (!file->networks[usual->plans[i].seats])
            length += snprintf(text + length, sizeof text - (size_t)length, "%s%d",
                               length ? ", " : "", usual->plans[i].seats);
    return text;
}

int plans_main(struct training *training, const struct course_game *game, int count,
               char **arguments)
{
    static struct plans plans;
    struct fault fault;
    struct training usual = *training;
    plans.training = training;
    plans.game = game;
    plans.file.game = training->game;
    plans.file.learner = game->learner;
    CHECK(wire_components_load(training->game, NULL, &plans.components, &fault));
    if (!training_options(training, count, arguments))
        return 2;
    if (!training_lock(training))
        return 1;
    if (!network_file_read(training->output, &plans.file)) {
        progress_say("train: %s: not a file with networks of this game; nothing was changed",
                     training->output);
        return 1;
    }
    training_catch_signals();
    enum course_end end = plans_follow(&plans);
    if (end == COURSE_STOPPED) {
        progress_say("stopped; the same command%s goes on from here",
                     training->fresh ? " without --fresh" : "");
        return 130; /* as shells report Ctrl-C */
    }
    if (end == COURSE_DONE)
        training_explain(training, missing_networks(&usual, &plans.file));
    return end == COURSE_DONE ? 0 : 1;
}
