#include "training.h"

#include "base/check.h"
#include "base/hash.h"
#include "data/data.h"
#include "library/pool.h"

#include <errno.h>
#include <fcntl.h>
#include <getopt.h>
#include <inttypes.h>
#include <signal.h>
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
