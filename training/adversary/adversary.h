/* An adversary: how much does a player win who has trained against frozen players of a level? The training
 * of a network is in training.h; this is the opposite, and nothing that it learns is shipped.
 *
 * It sits on one seat and thinks as long as they do: at each of its moves it first asks the same level what it would
 * do, its advice. Then it may do otherwise, as a network prefers that sees the observation of its seat. At the start the
 * network prefers nothing, so the adversary plays as the others do and wins an even share. What it wins
 * beyond is what the frozen player gives away to someone who knows it.
 *
 *     adversary.c  the program: options, rounds, measurement, report
 *     matches.c    matches of the adversary against the frozen players
 *     learning.c   its networks, and how they learn from matches */
#ifndef TRAINING_ADVERSARY_ADVERSARY_H
#define TRAINING_ADVERSARY_ADVERSARY_H

#include "base/base.h"
#include "game/game.h"
#include "players/players.h"

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

struct pool;

/* ---- Shape ---- */

/* What the networks see of a game. Actions are those of its encoding; in real time there is one more, to
 * wait. A kind is a part of the encoding, such as all cards that may be played. */

enum { ACTIONS_MAX = 4096, KINDS_MAX = 24 };

struct shape {
    const struct game *game;
    int observation, actions, kinds;
    int wait; /* the action, or -1 */
    const char *kind_names[KINDS_MAX];
    uint8_t kind_of[ACTIONS_MAX];
};

/* The game must have an encoding. */
void shape_of(const struct game *game, struct shape *shape);

/* ---- Decisions ---- */

/* A decision of the adversary. Where it begins in the bytes and options of its trace. */
struct decision {
    size_t observation, options;
    int count;          /* of options, at least two */
    int advice, chosen; /* among the options */
    double chance;      /* with which it was chosen */
    float value;        /* the share of the win that was expected before it, … */
    float advantage;    /* … and by how much more came of it than that */
};

/* The decisions of one match, in order. All zero: none. */
struct trace {
    struct decision *decisions;
    uint8_t *bytes;
    uint16_t *options; /* actions */
    size_t count, bytes_count, options_count;
    size_t capacity, bytes_capacity, options_capacity;
};

/* Forgets the decisions and keeps the memory. */
void trace_clear(struct trace *trace);
void trace_free(struct trace *trace);

/* ---- Learning ---- */

/* One hidden layer of HIDDEN neurons, for inputs that are mostly zero. */
enum { HIDDEN = 64 };
struct network {
    int inputs, outputs;
    size_t count; /* of all weights */
    float *weights;
};

struct adversary {
    const struct shape *shape;
    int explores;          /* at the start it does otherwise in this many of a hundred moves */
    struct network actor;  /* prefers actions and kinds of them */
    struct network critic; /* expects a share of the win */
    float *moments;        /* of their gradients, as training.h needs them */
    int steps;             /* of the descent */
};

void adversary_start(struct adversary *adversary, const struct shape *shape, int explores,
                     uint64_t seed);
void adversary_free(struct adversary *adversary);

/* How likely the adversary chooses each of the options. */
void adversary_weigh(const struct adversary *adversary, const uint8_t *observation,
                     const uint16_t *options, int count, int advice, double chances[]);

/* Judges the decisions of a finished match, in which the adversary won this share. */
void adversary_judge(const struct adversary *adversary, struct trace *trace, double share);

/* Learns from the judged decisions of some matches, with this rate. The result does not depend on the
 * number of threads. */
void adversary_learn(struct adversary *adversary, struct pool *pool, const struct trace *traces,
                     int count, float rate, bool critic_only);

/* Its networks in a file. Writing fails as replace_file does; reading returns false, and `refused` says why. */
bool adversary_write(const struct adversary *adversary, const char *path);
bool adversary_read(struct adversary *adversary, const char *path, const char **refused);

/* ---- Matches ---- */

/* Matches of the adversary against frozen players. */
struct series {
    const struct adversary *adversary;
    const struct game *game;
    const void *components;
    const struct player *player; /* the frozen one */
    int64_t iterations;
    int seats;
};

/* What came of one match, or of several. */
struct outcome {
    int64_t wins;                          /* of the adversary, in parts of STANDINGS_WIN */
    int64_t moves;                         /* of the adversary, for which it had a choice */
    int64_t changed[KINDS_MAX][KINDS_MAX]; /* moves of this kind that became moves of that kind */
    struct habit_tally habits[2][GAME_HABITS_MAX]; /* of the adversary, and of the others */
};
void outcome_add(struct outcome *into, const struct outcome *from);
int64_t outcome_changed(const struct outcome *outcome);

/* Plays a match with the adversary on `seat`. With a trace it explores and its decisions are added there, but not
 * judged; otherwise it makes the likeliest choice. Any thread may call this. */
void series_play(const struct series *series, const char *seed, int seat, struct trace *trace,
                 struct outcome *outcome);

#endif
