/* Training: how the networks of data/minds/ are made. A game that learns has a program,
 * games/<id>/fit.c, which tools/train starts; it gives its plans, its positions and how its network
 * learns (learning.c beside it). The rest is here.
 *
 *     training.c  plans, options, interruptions; says what it is doing
 *     course.c    how one network learns: positions, threads, progress; gradient descent
 *     files.c     files of data/minds/, checkpoints */
#ifndef TRAINING_TRAINING_H
#define TRAINING_TRAINING_H

#include "base/base.h"
#include "game/game.h"
#include "players/players.h"

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/* ---- Adam ---- */

/* Stochastic gradient descent by the method of Adam. */

struct adam {
    int count; /* of weights */
    float *weights;
    float *gradient;       /* the sum over a batch; cleared by a step */
    float *first, *second; /* moments of the gradient, zero at the start */
    int batch;             /* samples in the gradient */
    float rate;
    float shrink; /* by this share, times the rate, all weights become smaller */
};
/* `number` of the step, from 1. */
void adam_step(const struct adam *adam, int number);

/* ---- Learner ---- */

/* What a game gives to train its networks, except positions (struct course_game): how a network learns from
 * samples, and what becomes of it. Samples, networks and weights are plain memory of these sizes. */

struct samples {
    void *all;
    size_t count;
    size_t from; /* those from here on are new */
};

struct learner {
    size_t sample_size;
    size_t network_size; /* while it learns; zeroed at the start */
    size_t weights_size; /* of the result, as the mind uses it */
    size_t file_size;    /* of the result, in data/minds/<id>.bin */

    /* Random weights. */
    void (*start)(void *network, struct rng *rng);
    /* The number of batches to learn from when there are new samples; and learning from one of them,
     * counted from 0. Some samples are held out. */
    int (*batches)(const struct samples *samples);
    void (*fit)(void *network, const struct samples *samples, int batch, struct rng *rng);
    /* The mean squared error on the new samples that are held out, and the variance of their values. */
    double (*error)(void *network, const struct samples *samples, double *variance);

    void (*round)(const void *network, void *weights);
    /* The first byte is the number of players. */
    void (*put)(unsigned char *bytes, int seats, const void *weights);
};

/* ---- Course ---- */

/* How a network learns: samples are made from positions, and then the network learns from them. If a
 * course has several parts, such as the turns of a game, it begins with the last one, and values the
 * positions of each with the network that knows those after it. It can be interrupted, and go on from
 * a checkpoint. */

struct course;

struct course_game {
    const struct learner *learner;
    const char *part;       /* what parts are called, such as "turn" */
    const char *first_part; /* what the one is called that is learned first, or NULL */
    /* If it has a name: other parts have this many times as many positions, and it takes about this many
     * times as long as one of them. */
    int first_share, first_takes;
    int samples_max; /* of one position */
    /* Makes samples of a random position of this part, with the weights found so far
     * (course->weights). Returns how many. Called by several threads. */
    int (*position_add)(const struct course *course, int part, struct rng *rng, void *samples);
};

struct course {
    const struct course_game *game;
    int seats;
    int parts;     /* 1 to this number, learned from the last to the first */
    int positions; /* of each part */
    /* Every position has random numbers of its own, from the seed, so threads make no difference. Or
     * all random numbers come from one stream, on one thread. */
    uint64_t seed;
    struct rng *stream; /* or NULL */
    int threads;
    const void *components; /* of the game, for position_add */
    void *context;          /* likewise */
    void *weights;          /* the result; also while it learns. Zero at the start */

    const char *checkpoint;    /* its file, or NULL; the caller removes it in the end */
    const char *purpose;       /* of the checkpoint */
    int64_t checkpoint_ns;     /* how often; it is also written before the course stops */
    bool (*should_stop)(void); /* or NULL */
    int later;                 /* work of courses that follow, to estimate the time of all */
};

/* How much there is to do, in positions of a part. */
int course_work(const struct course_game *game, int parts, int positions);

enum course_end {
    COURSE_DONE,
    COURSE_STOPPED,
    COURSE_FAILED /* after a message: a checkpoint cannot be read or written */
};
enum course_end course_run(const struct course *course);

/* ---- Mind files ---- */

/* Writes what a mind has learned into data/minds/<game>.bin (players/weights.c). */

/* Replaces the file; as replace_file. */
bool mind_file_write(const char *path, const struct weights_file *file);

/* ---- Network files ---- */

/* The networks in data/minds/<id>.bin, one for each number of players, to be replaced one by one. */

enum { NETWORK_ORIGIN_MAX = 1000 };

struct network_file {
    const struct game *game;
    const struct learner *learner;
    /* By number of players: the bytes of each network, or NULL; and how it was made, a line that
     * begins with the number. */
    unsigned char *networks[GAME_SEATS_MAX + 1];
    char origins[GAME_SEATS_MAX + 1][NETWORK_ORIGIN_MAX];
};

/* Reads a file; if there is none, there are no networks. False if the file is not one. */
bool network_file_read(const char *path, struct network_file *file);
/* Replaces one network. The origin is set by the caller. */
void network_file_put(struct network_file *file, int seats, const void *weights);
/* Replaces the file. On failure it returns false, and errno holds the reason. */
bool network_file_write(const char *path, const struct network_file *file);

/* ---- Progress ---- */

/* What a long computation is doing, on standard error: on a terminal one line that changes, in a log a
 * line from time to time. */

/* A line that stays. */
void progress_say(const char *format, ...) __attribute__((format(printf, 1, 2)));

/* What is being done at this moment: replaces the line before, at most a few times per second; in a
 * log once a minute. */
void progress_show(const char *format, ...) __attribute__((format(printf, 1, 2)));

/* A time as people read it, such as "2 min 5 s". In static storage, for four times at once. */
const char *progress_time(int64_t ns);

/* ---- Replacing a file ---- */

/* Replaces a file as a whole: after a crash there is either the old one or the new one. */

struct file_part {
    const void *bytes;
    size_t size;
};

/* Writes the parts one after the other. On failure it returns false, errno holds the reason, and the
 * old file is unchanged. */
bool replace_file(const char *path, const struct file_part *parts, int count);

/* ---- Checkpoints ---- */

/* How far a long computation has come, in a file: it can be interrupted at any moment and go on later.
 *
 * The file names what is computed, its purpose, so that another computation does not go on from
 * there. It holds memory as it is, so the purpose should name the program that wrote it, too. */

enum { CHECKPOINT_PARTS_MAX = 4 };

/* Replaces the file; as replace_file. */
bool checkpoint_write(const char *path, const char *purpose, const struct file_part *parts,
                      int count);

/* The bytes of all parts, to be freed. NULL if there is no file, or if it cannot be used: then
 * `refused` says why, in static storage; otherwise it is NULL. */
char *checkpoint_read(const char *path, const char *purpose, size_t *size, const char **refused);

/* ---- Training ---- */

/* What a program that trains the networks of a game is asked to do: its plans and options; how
 * it is interrupted, and what its checkpoints are called. */

/* One network. */
struct training_plan {
    int seats;
    int parts;     /* of its course */
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

/* The file of the checkpoint of a plan, and its purpose. In static storage. */
const char *training_checkpoint(const struct training *training, const struct training_plan *plan);
const char *training_purpose(const struct training *training, const struct training_plan *plan);

/* How to use the output, on standard output. `missing` are the numbers of players for which it has no
 * network, as text; "" if it has all. */
void training_explain(const struct training *training, const char *missing);

/* ---- Plans ---- */

/* Follows the plans of a training: the program training/games/<id>/fit, which tools/train starts. A
 * game adds its positions (struct course_game), its network (struct learner) and its plans. */

/* All of main. Each network is written into the output when it is complete, beside those for other
 * numbers of players. Returns the exit code. */
int plans_main(struct training *training, const struct course_game *game, int count,
               char **arguments);

/* ---- Weights of a network ---- */

/* A weight in units of 1/`one`, from -limit to limit. */
int weight_round(float weight, float one, int limit);

/* Two bytes for each number, the lower one first. Returns the end. */
unsigned char *numbers_put(unsigned char *bytes, const int16_t *numbers, int count);

#endif
