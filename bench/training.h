/* What a program that trains the networks of a game is asked to do (plans.h): its plans and options; how
 * it is interrupted, and what its checkpoints are called. */
#ifndef BENCH_TRAINING_H
#define BENCH_TRAINING_H

#include "game/game.h"

/* One network. */
struct training_plan {
    int seats;
    int parts;     /* of its course (course.h) */
    int positions; /* of each part */
    uint64_t seed;
};

enum { TRAINING_PLANS_MAX = 8, TRAINING_POSITIONS_MIN = 10, TRAINING_POSITIONS_MAX = 100000 };

struct training {
    const struct game *game;
    struct training_plan plans[TRAINING_PLANS_MAX];
    int count;
    int threads;
    bool one_stream; /* all random numbers come from one stream, on one thread */
    bool fresh;      /* begins again, whatever was trained before */
    int64_t checkpoint_ns;
    const char *output;
};

/* Reads the options of tools/train. `training` has the game and the plans that are followed without
 * options. False after a message on standard error. */
bool training_options(struct training *training, int count, char **arguments);

/* From now on Ctrl-C and kill only ask to stop. The second time they stop at once. */
void training_catch_signals(void);
bool training_should_stop(void);

/* Nobody else may train into the folder of the output until this program ends. False after a message
 * on standard error. */
bool training_lock(const struct training *training);

/* The file of the checkpoint of a plan, and its purpose (checkpoint.h). In static storage. */
const char *training_checkpoint(const struct training *training, const struct training_plan *plan);
const char *training_purpose(const struct training *training, const struct training_plan *plan);

/* How to use the output, on standard output. `missing` are the numbers of players for which it has no
 * network, as text; "" if it has all. */
void training_explain(const struct training *training, const char *missing);

#endif
