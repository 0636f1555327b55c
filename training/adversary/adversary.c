/* adversary: trains an adversary against frozen players of a level and measures what it wins.
 *
 * Chapters: options; rounds; measurement; report. */
#include "adversary/adversary.h"

#include "base/base.h"
#include "base/system/system.h"
#include "library/library_internal.h"
#include "training.h"
#include "wire/wire.h"

#include <errno.h>
#include <getopt.h>
#include <inttypes.h>
#include <stdarg.h>
#include <stdatomic.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>

/* ---- Options ---- */

static const char HELP[] =
    "usage: adversary GAME --output FOLDER [OPTIONS]\n"
    "\n"
    "Trains an adversary on one seat against frozen players of a level on all others, and measures "
    "its share of the\n"
    "wins in fresh matches. At each move it asks the same level for advice, with the same number "
    "of iterations, and\n"
    "learns when to do otherwise. So it begins with an even share; what it wins beyond is what the "
    "players give away.\n"
    "\n"
    "  --seats N        default: the most seats of the game, but at most 4\n"
    "  --against LEVEL  the frozen players (default: expert)\n"
    "  --iterations I   of the expert for each move (default: 100). Other levels have their own\n"
    "  --explore P      at the start it does otherwise in P of 100 moves of the training (default: "
    "10)\n"
    "  --rounds R       rounds of training (default: 200); 0 only measures\n"
    "  --matches M      of one round (default: 256)\n"
    "  --deals D        fresh deals to measure with, each played once on every seat (default: "
    "500); 0: none\n"
    "  --minutes T      stop training after two thirds of this time, and measuring at its end. "
    "Matches that have begun are\n"
    "                   played to their end, but a round or 32 deals that are not finished do not "
    "count\n"
    "  --network FILE   begin with what an earlier adversary has learned\n"
    "  --seed TEXT      default: 1\n"
    "  --threads N      default: one per processor\n"
    "  --output FOLDER  writes GAME-SEATS.txt, the report, and GAME-SEATS.adversary, the network\n"
    "\n"
    "Without --minutes the same options give the same report with any number of threads. Ctrl-C "
    "stops like --minutes.\n"
    "Exit code: 0 done, 1 failed, 2 bad options.\n";

enum { SEED_MAX = 60, PATH_MAX_BYTES = 4096, COUNT_MAX = 10000000, MINUTES_MAX = 100000 };

struct plan {
    struct series series;
    const char *against, *seed, *output, *network;
    int explores, rounds, matches, deals, minutes, threads;
};

static bool complain(const char *format, ...) __attribute__((format(printf, 1, 2)));
static bool complain(const char *format, ...)
{
    va_list values;
    va_start(values, format);
    fputs("adversary: ", stderr);
    vfprintf(stderr, format, values);
    fputs(" (try --help)\n", stderr);
    va_end(values);
    return false;
}

static bool number_read(const char *option, const char *text, int least, int most, int *number)
{
    char *end;
    errno = 0;
    long value = strtol(text, &end, 10);
    if (*text < '0' || *text > '9' || *end || errno || value < least || value > most)
        return complain("--%s needs a whole number from %d to %d, not \"%s\"", option, least, most,
                        text);
    *number = (int)value;
    return true;
}

static bool option_read(struct plan *plan, const char *name, const char *text)
{
    static const struct {
        const char *name;
        size_t offset;
        int least, most;
    } NUMBERS[] = {{"seats", offsetof(struct plan, series.seats), 2, GAME_SEATS_MAX},
                   {"explore", offsetof(struct plan, explores), 1, 50},
                   {"rounds", offsetof(struct plan, rounds), 0, COUNT_MAX},
                   {"matches", offsetof(struct plan, matches), 1, COUNT_MAX},
                   {"deals", offsetof(struct plan, deals), 0, COUNT_MAX},
                   {"minutes", offsetof(struct plan, minutes), 1, MINUTES_MAX},
                   {"threads", offsetof(struct plan, threads), 1, POOL_THREADS_MAX}};
    int iterations = 0;
    for (size_t i = 0; i < sizeof NUMBERS / sizeof *NUMBERS; i++)
        if (strcmp(name, NUMBERS[i].name) == 0)
            return number_read(name, text, NUMBERS[i].least, NUMBERS[i].most,
                               (int *)((char *)plan + NUMBERS[i].offset));
    if (strcmp(name, "iterations") == 0) {
        bool good = number_read(name, text, 1, COUNT_MAX, &iterations);
        plan->series.iterations = iterations;
        return good;
    }
    if (strcmp(name, "seed") == 0 && strlen(text) > SEED_MAX)
        return complain("--seed has at most %d bytes", SEED_MAX);
    *(strcmp(name, "seed") == 0      ? &plan->seed
      : strcmp(name, "against") == 0 ? &plan->against
      : strcmp(name, "network") == 0 ? &plan->network
                                     : &plan->output) = text;
    return true;
}

/* What the options say, with what the game has. */
static bool plan_finish(struct plan *plan, const char *id)
{
    struct series *series = &plan->series;
    const struct game *game = series->game = game_find(games_all, id);
    if (!game || !game->encoding)
        return complain("no game \"%s\" that programs can learn", id);
    if (!series->seats)
        series->seats = game->seats_max < 4 ? game->seats_max : 4;
    if (series->seats < game->seats_min || series->seats > game->seats_max)
        return complain("%s is for %d to %d players", id, game->seats_min, game->seats_max);
    series->player = player_find_in_game(game, plan->against);
    if (!series->player)
        return complain("%s has no level \"%s\"", id, plan->against);
    if (!plan->output || strlen(plan->output) > PATH_MAX_BYTES - 100)
        return complain("--output needs the path of a folder");
    if (!plan->threads)
        plan->threads = pool_processors();
    return true;
}

static bool plan_read(struct plan *plan, int count, char **arguments)
{
    static const struct option OPTIONS[] = {{"seats", required_argument, NULL, 0},
                                            {"against", required_argument, NULL, 0},
                                            {"iterations", required_argument, NULL, 0},
                                            {"explore", required_argument, NULL, 0},
                                            {"rounds", required_argument, NULL, 0},
                                            {"matches", required_argument, NULL, 0},
                                            {"deals", required_argument, NULL, 0},
                                            {"minutes", required_argument, NULL, 0},
                                            {"network", required_argument, NULL, 0},
                                            {"seed", required_argument, NULL, 0},
                                            {"threads", required_argument, NULL, 0},
                                            {"output", required_argument, NULL, 0},
                                            {0}};
    static char name[] = "adversary"; /* in the messages of getopt_long */
    int index, found;
    *plan = (struct plan){.series.iterations = 100,
                          .against = "expert",
                          .seed = "1",
                          .explores = 10,
                          .rounds = 200,
                          .matches = 256,
                          .deals = 500};
    arguments[0] = name;
    while ((found = getopt_long(count, arguments, "", OPTIONS, &index)) != -1)
        if (found == '?' || !option_read(plan, OPTIONS[index].name, optarg))
            return false;
    if (optind != count - 1)
        return complain("which game?");
    return plan_finish(plan, arguments[optind]);
}

/* ---- Rounds ---- */

struct run {
    const struct plan *plan;
    struct adversary adversary;
    struct pool *pool;
    FILE *report;
    int64_t begin_ns;
    const char *part; /* "learn" or "measure", so that deals differ */
    int first;        /* match of the round, or deal */
    struct trace *traces;
    struct outcome *outcomes; /* of each match of a round, or of a chunk of deals */
    double until;             /* this share of the time, matches may begin */
    atomic_bool cut;          /* the time was over before each match had begun */
};

/* Prints to the report and on standard output. */
static void say(struct run *run, const char *format, ...) __attribute__((format(printf, 2, 3)));
static void say(struct run *run, const char *format, ...)
{
    FILE *files[] = {run->report, stdout};
    for (int i = 0; i < 2; i++) {
        va_list values;
        va_start(values, format);
        vfprintf(files[i], format, values);
        va_end(values);
        fflush(files[i]);
    }
}

/* The share of the time that has passed; more than 1 if the program is asked to stop. */
static double time_used(const struct run *run)
{
    if (training_should_stop())
        return 2;
    double all_ns = run->plan->minutes * 60e9;
    return run->plan->minutes ? (double)(clock_ns() - run->begin_ns) / all_ns : 0;
}

static void play(struct run *run, int deal, int seat, struct trace *trace, struct outcome *outcome)
{
    char seed[SEED_MAX + 40];
    if (time_used(run) >= run->until)
        atomic_store(&run->cut, true);
    if (atomic_load(&run->cut))
        return;
    *outcome = (struct outcome){0};
    snprintf(seed, sizeof seed, "%s/%s/%d", run->plan->seed, run->part, deal);
    series_play(&run->plan->series, seed, seat, trace, outcome);
}

/* Plays these matches on all threads, until this share of the time has passed. Returns whether all were played. */
static bool matches_play(struct run *run, int count, double until,
                         void (*work)(void *argument, int first, int last))
{
    run->until = until;
    atomic_store(&run->cut, false);
    pool_run(run->pool, count, work, run);
    return !atomic_load(&run->cut);
}

static void matches_learn(void *argument, int first, int last)
{
    struct run *run = argument;
    int seats = run->plan->series.seats;
    for (int i = first; i < last; i++) {
        int match = run->first + i;
        trace_clear(&run->traces[i]);
        play(run, match / seats, match % seats, &run->traces[i], &run->outcomes[i]);
        adversary_judge(&run->adversary, &run->traces[i],
                        (double)run->outcomes[i].wins / STANDINGS_WIN);
    }
}

/* A line of the report about the rounds since the last one. */
static void rounds_say(struct run *run, int rounds, const struct outcome *sum, int64_t matches)
{
    say(run,
        "after %" PRId64 " matches: %.1f %% of the last %" PRId64
        " while exploring, %.1f %% of its moves changed\n",
        (int64_t)rounds * run->plan->matches,
        100.0 * (double)sum->wins / STANDINGS_WIN / (double)matches, matches,
        100.0 * (double)outcome_changed(sum) / (double)(sum->moves + 1));
}

/* Returns the number of rounds that were played. */
static int rounds_play(struct run *run)
{
    enum { CRITIC_ROUNDS = 5, LINES = 20 };
    static const double TRAINING = 2 / 3.0, RATE = 0.003;
    const struct plan *plan = run->plan;
    struct outcome sum = {0};
    int64_t matches = 0;
    int round = 0;
    double said = 0, done = 0;
    run->part = "learn";
    run->first = 0;
    while (round < plan->rounds && matches_play(run, plan->matches, TRAINING, matches_learn)) {
        adversary_learn(&run->adversary, run->pool, run->traces, plan->matches,
                        (float)(RATE * (1 - 0.9 * done)), round < CRITIC_ROUNDS);
        for (int i = 0; i < plan->matches; i++)
            outcome_add(&sum, &run->outcomes[i]);
        matches += plan->matches;
        round++;
        run->first += plan->matches;
        double of_rounds = (double)round / plan->rounds, of_time = time_used(run) / TRAINING;
        done = of_rounds > of_time ? of_rounds : of_time;
        if (done < said + 1.0 / LINES && done < 1)
            continue;
        rounds_say(run, round, &sum, matches);
        sum = (struct outcome){0};
        matches = 0;
        said = done;
    }
    if (matches)
        rounds_say(run, round, &sum, matches);
    return round;
}

/* ---- Measurement ---- */

static void matches_measure(void *argument, int first, int last)
{
    struct run *run = argument;
    int seats = run->plan->series.seats;
    for (int i = first; i < last; i++)
        play(run, run->first + i / seats, i % seats, NULL, &run->outcomes[i]);
}

/* Deals are measured in chunks, until the time is over: one that is not finished does not count. */
enum { CHUNK = 32 };

/* Plays fresh deals, each once on every seat. */
static void deals_measure(struct run *run, struct standings *standings, struct outcome *sum)
{
    const struct plan *plan = run->plan;
    int seats = plan->series.seats;
    run->part = "measure";
    standings->count = 1;
    for (run->first = 0; run->first < plan->deals; run->first += CHUNK) {
        int left = plan->deals - run->first, deals = left < CHUNK ? left : CHUNK;
        if (!matches_play(run, deals * seats, 1, matches_measure))
            return;
        for (int i = 0; i < deals; i++) {
            struct standings_deal deal = {.matches = {seats}};
            for (int seat = 0; seat < seats; seat++) {
                deal.wins[0] += run->outcomes[i * seats + seat].wins;
                outcome_add(sum, &run->outcomes[i * seats + seat]);
            }
            standings_add_deal(standings, &deal);
        }
    }
}

/* ---- Report ---- */

/* The changes that were made most often, by the kinds of the moves. */
static void changes_say(struct run *run, const struct outcome *sum)
{
    enum { LINES = 8 };
    const struct shape *shape = run->adversary.shape;
    struct outcome left = *sum;
    for (int line = 0; line < LINES; line++) {
        int64_t *most = &left.changed[0][0];
        for (int i = 0; i < KINDS_MAX * KINDS_MAX; i++)
            most = (&left.changed[0][0])[i] > *most ? &(&left.changed[0][0])[i] : most;
        if (*most == 0)
            return;
        int from = (int)((most - &left.changed[0][0]) / KINDS_MAX);
        int to = (int)((most - &left.changed[0][0]) % KINDS_MAX);
        say(run, "  %" PRId64 " times, instead of: %s. It did: %s%s\n", *most,
            shape->kind_names[from], from == to ? "another " : "", shape->kind_names[to]);
        *most = 0;
    }
}

static void habits_say(struct run *run, const struct outcome *sum)
{
    const struct game_habits *habits = run->plan->series.game->habits;
    for (int k = 0; habits && k < GAME_HABITS_MAX && habits->list[k].name; k++) {
        const struct habit_tally *own = &sum->habits[0][k], *others = &sum->habits[1][k];
        double scale = habits->list[k].is_share ? 100 : 1;
        if (own->occasions && others->occasions)
            say(run, "  habit %s: %.1f, the others %.1f%s\n", habits->list[k].name,
                scale * (double)own->sum / (double)own->occasions,
                scale * (double)others->sum / (double)others->occasions,
                habits->list[k].is_share ? " %" : "");
    }
}

static void measurement_say(struct run *run)
{
    const struct series *series = &run->plan->series;
    bool together = series->seats == series->game->seats_together;
    struct standings standings = {0};
    struct outcome sum = {0};
    double low, high;
    deals_measure(run, &standings, &sum);
    const struct standing *standing = &standings.of[0];
    standing_interval(standing, &low, &high);
    say(run, "measured: it wins %.1f %% (%.1f-%.1f) of %" PRId64 " matches (%" PRId64 " deals)",
        100 * standing_share(standing), 100 * low, 100 * high, standing->deals * series->seats,
        standing->deals);
    if (together)
        say(run, ", together with the others\n");
    else
        say(run, "; %.1f %% is even\n", 100.0 / series->seats);
    say(run, "%.1f %% of %" PRId64 " moves changed\n",
        100.0 * (double)outcome_changed(&sum) / (double)(sum.moves + 1), sum.moves);
    changes_say(run, &sum);
    habits_say(run, &sum);
}

static const char *path_of(const struct plan *plan, const char *ending)
{
    static char path[PATH_MAX_BYTES];
    snprintf(path, sizeof path, "%s/%s-%d.%s", plan->output, plan->series.game->id,
             plan->series.seats, ending);
    return path;
}

/* Trains and measures. False after a message. */
static bool plan_follow(struct run *run)
{
    const struct plan *plan = run->plan;
    const char *refused, *path = path_of(plan, "adversary");
    if (plan->network && !adversary_read(&run->adversary, plan->network, &refused))
        return complain("%s: %s", plan->network, refused);
    run->report = fopen(path_of(plan, "txt"), "w");
    if (!run->report)
        return complain("%s: %s", path_of(plan, "txt"), strerror(errno));
    say(run, "%s, %d seats, against %s", plan->series.game->id, plan->series.seats, plan->against);
    if (plan->series.player->ms)
        say(run, " with %" PRId64 " iterations", plan->series.iterations);
    say(run, ", exploring %d %%, rounds of %d matches, seed %s%s%s\n", plan->explores,
        plan->matches, plan->seed, plan->network ? ", from the network " : "",
        plan->network ? plan->network : "");
    bool written =
        rounds_play(run) == 0 || adversary_write(&run->adversary, path_of(plan, "adversary"));
    if (plan->deals)
        measurement_say(run);
    fclose(run->report);
    return written || complain("%s: %s", path, strerror(errno));
}

int main(int count, char **arguments)
{
    static struct plan plan;
    static struct shape shape;
    struct run run = {.plan = &plan, .begin_ns = clock_ns()};
    struct game_components_storage components;
    struct fault fault;
    if (count == 2 && strcmp(arguments[1], "--help") == 0)
        return fputs(HELP, stdout) < 0;
    if (!plan_read(&plan, count, arguments))
        return 2;
    CHECK(wire_components_load(plan.series.game, NULL, &components, &fault));
    plan.series.components = components.bytes;
    plan.series.adversary = &run.adversary;
    shape_of(plan.series.game, &shape);
    adversary_start(&run.adversary, &shape, plan.explores, hash_text(HASH_START, plan.seed));
    int most = plan.matches > CHUNK * GAME_SEATS_MAX ? plan.matches : CHUNK * GAME_SEATS_MAX;
    run.traces = alloc_array((size_t)plan.matches, sizeof *run.traces);
    run.outcomes = alloc_array((size_t)most, sizeof *run.outcomes);
    run.pool = pool_new(plan.threads);
    weights_of(plan.series.game); /* before there are threads that ask */
    training_catch_signals();
    bool good = plan_follow(&run);
    pool_free(run.pool);
    for (int i = 0; i < plan.matches; i++)
        trace_free(&run.traces[i]);
    free(run.traces);
    free(run.outcomes);
    adversary_free(&run.adversary);
    return good ? 0 : 1;
}
