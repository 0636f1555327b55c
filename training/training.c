/* What a program that trains the networks of a game is asked to do: its plans and options; how
 * it is interrupted, what its checkpoints are called, and what it says meanwhile.
 *
 * Chapters: options; interruptions; files; plans; progress. */
#include "training.h"

#include "base/base.h"
#include "base/system/system.h"
#include "data/data.h"
#include "library/library_internal.h"
#include "wire/wire.h"

#include <errno.h>
#include <fcntl.h>
#include <getopt.h>
#include <inttypes.h>
#include <signal.h>
#include <stdarg.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/file.h>
#include <unistd.h>

enum { PATH_BYTES_MAX = 4096, CHECKPOINT_SECONDS_MAX = 3600 };
static const int64_t SECOND = 1000000000;

/* ---- Options ---- */

/* Reads a whole number; false after a message. */
static bool number_read(const char *option, const char *text, uint64_t least, uint64_t most,
                        uint64_t *number)
{
    char *end;
    errno = 0;
    unsigned long long value = strtoull(text, &end, 10);
    bool digits = *text && strspn(text, "0123456789") == strlen(text);
    if (!digits || errno || value < least || value > most) {
        fprintf(stderr,
                "train: --%s needs a whole number from %" PRIu64 " to %" PRIu64 ", not \"%s\"\n",
                option, least, most, text);
        return false;
    }
    *number = value;
    return true;
}

/* Keeps the plans for these numbers of seats, such as "2,4". */
static bool seats_read(struct training *training, const char *text)
{
    struct training_plan kept[TRAINING_PLANS_MAX];
    int count = 0;
    size_t used = 0;
    for (int i = 0; i < training->count; i++) {
        char word[12];
        snprintf(word, sizeof word, "%d", training->plans[i].seats);
        for (const char *at = text; at; at = strchr(at, ',') ? strchr(at, ',') + 1 : NULL)
            if (strcspn(at, ",") == strlen(word) && strncmp(at, word, strlen(word)) == 0) {
                kept[count++] = training->plans[i];
                used += strlen(word) + 1;
                break;
            }
    }
    if (used != strlen(text) + 1) { /* a word is left over, or there twice */
        fprintf(stderr, "train: --seats needs numbers of players of %s, such as",
                training->game->id);
        for (int i = 0; i < training->count; i++)
            fprintf(stderr, "%s%d", i ? "," : " ", training->plans[i].seats);
        fprintf(stderr, "; not \"%s\"\n", text);
        return false;
    }
    memcpy(training->plans, kept, (size_t)count * sizeof *kept);
    training->count = count;
    return true;
}

static bool option_read(struct training *training, const char *name, const char *text)
{
    uint64_t number = 0;
    if (strcmp(name, "seats") == 0)
        return seats_read(training, text);
    if (strcmp(name, "positions") == 0) {
        if (!number_read(name, text, TRAINING_POSITIONS_MIN, TRAINING_POSITIONS_MAX, &number))
            return false;
        for (int i = 0; i < training->count; i++)
            training->plans[i].positions = (int)number;
    } else if (strcmp(name, "seed") == 0) {
        if (!number_read(name, text, 0, UINT32_MAX, &number))
            return false;
        for (int i = 0; i < training->count; i++)
            training->plans[i].seed = number;
    } else if (strcmp(name, "threads") == 0) {
        if (!number_read(name, text, 1, POOL_THREADS_MAX, &number))
            return false;
        training->threads = (int)number;
    } else if (strcmp(name, "checkpoint") == 0) {
        if (!number_read(name, text, 0, CHECKPOINT_SECONDS_MAX, &number))
            return false;
        training->checkpoint_ns = (int64_t)number * SECOND;
    } else if (strcmp(name, "output") == 0) {
        training->output = text;
    } else if (strcmp(name, "fresh") == 0) {
        training->fresh = true;
    } else {
        training->one_stream = true;
    }
    return true;
}

bool training_options(struct training *training, int count, char **arguments)
{
    static const struct option OPTIONS[] = {
        {"seats", required_argument, NULL, 0},
        {"positions", required_argument, NULL, 0},
        {"seed", required_argument, NULL, 0},
        {"threads", required_argument, NULL, 0},
        {"output", required_argument, NULL, 0},
        {"checkpoint", required_argument, NULL, 0},
        {"one-stream", no_argument, NULL, 0},
        {"fresh", no_argument, NULL, 0},
        {0},
    };
    static char name[] = "train"; /* in the messages of getopt_long */
    int index, found;
    arguments[0] = name;
    training->checkpoint_ns = 10 * SECOND;
    while ((found = getopt_long(count, arguments, "", OPTIONS, &index)) != -1)
        if (found == '?' || !option_read(training, OPTIONS[index].name, optarg))
            return false;
    if (optind < count) {
        fprintf(stderr, "train: what is \"%s\"? (try tools/train --help)\n", arguments[optind]);
        return false;
    }
    if (!training->output || strlen(training->output) >= PATH_BYTES_MAX / 2) {
        fprintf(stderr, "train: --output needs the path of a file\n");
        return false;
    }
    if (training->one_stream && training->threads > 1) {
        fprintf(stderr, "train: --one-stream needs --threads 1\n");
        return false;
    }
    if (!training->threads)
        training->threads = training->one_stream ? 1 : pool_processors();
    return true;
}

/* ---- Interruptions ---- */

static volatile sig_atomic_t stopped;

static void stop(int signal)
{
    (void)signal;
    stopped = 1;
}

void training_catch_signals(void)
{
    struct sigaction action = {.sa_handler = stop, .sa_flags = (int)SA_RESETHAND};
    CHECK(sigaction(SIGINT, &action, NULL) == 0 && sigaction(SIGTERM, &action, NULL) == 0 &&
          sigaction(SIGHUP, &action, NULL) == 0);
}

bool training_should_stop(void)
{
    return stopped;
}

/* ---- Files ---- */

bool training_lock(const struct training *training)
{
    char folder[PATH_BYTES_MAX];
    const char *slash = strrchr(training->output, '/');
    int length = slash ? (int)(slash - training->output) + 1 : 1;
    snprintf(folder, sizeof folder, "%.*s", length, slash ? training->output : ".");
    int directory = open(folder, O_RDONLY | O_CLOEXEC); /* open until the program ends */
    if (directory < 0) {
        fprintf(stderr, "train: %s: %s\n", folder, strerror(errno));
        return false;
    }
    if (flock(directory, LOCK_EX | LOCK_NB) != 0) {
        fprintf(stderr, "train: another training is writing into %s; use another --output\n",
                folder);
        return false;
    }
    return true;
}

const char *training_checkpoint(const struct training *training, const struct training_plan *plan)
{
    static char path[PATH_BYTES_MAX];
    snprintf(path, sizeof path, "%s.%d.checkpoint", training->output, plan->seats);
    return path;
}

/* Another program would go on in another way. */
static uint64_t program_hash(void)
{
    size_t size = 0;
    char *bytes = data_read_file("/proc/self/exe", SIZE_MAX / 2, &size);
    uint64_t hash = bytes ? hash_bytes(HASH_START, bytes, size) : 0;
    free(bytes);
    return hash;
}

const char *training_purpose(const struct training *training, const struct training_plan *plan)
{
    static char purpose[200];
    snprintf(purpose, sizeof purpose,
             "%s --seats %d --positions %d --seed %" PRIu64 "%s, program %016" PRIx64,
             training->game->id, plan->seats, plan->positions, plan->seed,
             training->one_stream ? " --one-stream" : "", program_hash());
    return purpose;
}

void training_explain(const struct training *training, const char *missing)
{
    char ending[80];
    int whole = (int)strlen(training->output);
    int length = snprintf(ending, sizeof ending, "minds/%s.bin", training->game->id);
    printf("%s\n", training->output);
    if (whole > length && strcmp(training->output + whole - length, ending) == 0)
        printf("to play with it:    ./ludosaure play %s --data %.*s\n", training->game->id,
               whole - length, training->output);
    if (*missing)
        printf(
            "it has no networks for %s players; --output data/%s would keep those that are there\n",
            missing, ending);
    else
        printf("to use it for good: cp %s data/%s\n", training->output, ending);
}

/* ---- Plans ---- */

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

/* ---- Progress ---- */

static int64_t next_ns; /* when to show something again */
static bool shown;      /* the last line is one that changes */

static void line_clear(void)
{
    if (shown)
        fputs("\r\033[K", stderr);
    shown = false;
}

void progress_say(const char *format, ...)
{
    va_list values;
    line_clear();
    va_start(values, format);
    vfprintf(stderr, format, values);
    va_end(values);
    fputc('\n', stderr);
}

void progress_show(const char *format, ...)
{
    bool terminal = isatty(STDERR_FILENO);
    int64_t now = clock_ns(), pause = terminal ? SECOND / 4 : 60 * SECOND;
    if (next_ns == 0 && !terminal) /* what takes less than a minute needs no line in a log */
        next_ns = now + pause;
    if (now < next_ns)
        return;
    next_ns = now + pause;
    line_clear();
    va_list values;
    va_start(values, format);
    vfprintf(stderr, format, values);
    va_end(values);
    if (!terminal)
        fputc('\n', stderr);
    fflush(stderr);
    shown = terminal;
}

const char *progress_time(int64_t ns)
{
    static char texts[4][40];
    static unsigned next;
    char *text = texts[next++ % 4];
    long seconds = (long)((ns + SECOND / 2) / SECOND);
    if (seconds < 60)
        snprintf(text, sizeof texts[0], "%ld s", seconds);
    else if (seconds < 3600)
        snprintf(text, sizeof texts[0], "%ld min %ld s", seconds / 60, seconds % 60);
    else
        snprintf(text, sizeof texts[0], "%ld h %ld min", seconds / 3600, seconds / 60 % 60);
    return text;
}
