/* What a game knows about playing it well: the part of a computer player that a general search
 * cannot provide. Optional; a game without a mind only has the random player.
 *
 * The functions here see what their seat may know, a view and a memory, or a world imagined from
 * them (`determinize`); never the real state, except in measurements (`truth` below). src/players
 * does the searching. */
#ifndef GAME_MIND_H
#define GAME_MIND_H

#include "base/base.h"

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

struct move;
struct mind_teaching; /* game/teaching.h */

/* How long a decision may take. A search calls mind_goes_on between iterations. */
struct mind_budget {
    /* 0: only time limits it. Otherwise the result is the same on every machine. */
    int64_t iterations;
    bool (*time_is_up)(void *clock);
    void *clock; /* NULL: only iterations limit it */
};

static inline bool mind_goes_on(const struct mind_budget *budget, int64_t done)
{
    if (budget->iterations && done >= budget->iterations)
        return false;
    return !budget->clock || !budget->time_is_up(budget->clock);
}

/* How a mind thinks. Each way does all that the ones before it do, where the mind of the game makes a
 * difference. These are not the levels that people choose from: each step of the ladder is one of
 * these ways, with a number of iterations and mistakes of its own. */
enum mind_way {
    MIND_RANDOM,  /* not at all */
    MIND_RULES,   /* by a few rules of thumb, without a search (`beginner` below) */
    MIND_PLAIN,   /* by a search for what is best now */
    MIND_CAREFUL, /* the same, and prepares what comes later */
    MIND_FULL,    /* with all that the mind knows: the expert */
};

/* A question to a player: what its seat knows, and how long it may think. */
struct mind_question {
    int seat;           /* may move now */
    const void *view;   /* that seat's */
    const void *memory; /* that seat's, or NULL */
    struct rng *rng;    /* the player's own random numbers */
    enum mind_way way;  /* never MIND_RANDOM, except for `solve`, which has no ways */
    /* How far it falls short of its best moves; 0: not at all. In the general search, a move that is
     * worse by this much is e times less likely; otherwise as its mind says: it overlooks more, and
     * first what takes thought. */
    double softness;
    const void *weights; /* what the mind has learned (weights_read below), or NULL */
    struct mind_budget budget;
    uint32_t ticks_skipped; /* in real time: between two questions, on average */
    /* The real state, for the clairvoyant player of the arena, which measures how much perfect
     * information is worth; NULL for all others. */
    const void *truth;
};

/* A step of the ladder below the expert: a way of thinking with a fixed number of iterations, so that
 * it plays equally well on every machine, and with mistakes. */
enum {
    MIND_CHILD,
    MIND_BEGINNER,
    MIND_CASUAL,
    MIND_REGULAR,
    MIND_SKILLED,
    MIND_STRONG,
    MIND_STEPS
};
struct mind_step {
    /* MIND_RANDOM: the game leaves this step out, and its name stands for the step below. */
    enum mind_way way;
    int64_t iterations; /* 0: it needs none */
    int softness;       /* in thousandths */
    /* The level of an earlier version that this step is nearest to, "medium" or "hard". Those that no
     * step names are nearest to the expert. */
    const char *earlier;
};

/* An option value that computer players require; they cannot play a match without it. */
struct mind_need {
    uint8_t option, value; /* indexes, as in struct game_option */
    const char *text;      /* the sentence that explains it, as in struct fault */
    const char *rule;
};

/* The quality of a move that solves a puzzle. */
struct mind_solution {
    int placed, of; /* tiles placed, of this many */
    bool best;      /* proven: more cannot be placed */
    int64_t iterations;
};

struct game_mind {
    /* The move of a sensible beginner, by a few rules of thumb (MIND_RULES). */
    void (*beginner)(const struct mind_question *question, struct move *move);

    /* The other ways of thinking, for a game with its own way of finding moves. NULL: the general search
     * is used, with the functions that follow. */
    void (*choose)(const struct mind_question *question, struct move *move);

    /* For the general search: a quick informed move for any seat of a world that is not settled, to
     * play it out. */
    void (*rollout)(const void *state, int seat, struct rng *rng, struct move *move);
    /* The value of a finished or unfinished world for each seat, from 0 to 1. `weights` as in struct
     * mind_question. */
    void (*value)(const void *weights, const void *state, float values[]);
    /* How likely a good player makes each of these moves, which are all that `seat` has, based on
     * what that seat may know: any positive numbers in proportion to the probabilities. The search
     * tries likely moves first, and reuses the numbers when the same move is possible in another
     * world. `weights` as in struct mind_question. NULL: all alike. */
    void (*prior)(const void *weights, const void *state, int seat, const struct move *moves,
                  int count, float likely[]);
    /* Whether playing on would not improve the value of a world. NULL: never. */
    bool (*settled)(const void *state);

    /* For a game in which one kind of move is a puzzle: the move of that kind that places the most.
     * False if there is none now. May be NULL. */
    bool (*solve)(const struct mind_question *question, struct move *move,
                  struct mind_solution *solution);

    /* For a game in which others may move meanwhile: whether the way of the question prefers to
     * do nothing now. NULL: never. */
    bool (*waits)(const struct mind_question *question);

    /* Why choices are good, and what they teach. NULL: hints come without a reason. */
    const struct mind_teaching *teaching;

    /* The MIND_STEPS steps of the ladder, each 150 to 250 Elo apart (docs/players.md). A
     * game with more luck leaves out more of them; the first must be there. NULL: those that fit most
     * games. */
    const struct mind_step *ladder;

    /* NULL: computer players can play every match. */
    const struct mind_need *need;

    /* For a mind that has learned: reads weights from data/minds/<id>.bin (players/weights.c) into
     * `weights_size` zeroed bytes. Returns false if they do not fit. The mind must also play without them.
     * NULL: it has learned nothing. */
    size_t weights_size;
    bool (*weights_read)(const unsigned char *bytes, size_t size, void *weights);
};

/* ---- Review ---- */

/* What a game adds to the analysis of finished matches (src/analysis). Optional: without it, the
 * analysis estimates winning chances with the general search, or by playing matches out.
 *
 * Like a mind, a review judges by what a seat may know, never by the real state. The way of every question
 * is MIND_FULL. The same question gives the same answer. */

struct game_chances;
struct mind_question;
struct move;

struct game_review {
    /* Estimates everyone's winning chances after each of these moves of the question's seat. A NULL
     * move: as the position is. The moves are compared in the same imagined worlds. The seat is
     * GAME_SPECTATOR only if all moves are NULL. Takes about as many iterations per move as the
     * question allows. */
    void (*chances)(const struct mind_question *question, const struct move *const *moves,
                    int count, struct game_chances *chances);
    int iterations; /* a good number for one estimate */

    /* The likeliest move of an expert that draws lots. NULL: it draws none. */
    void (*best)(const struct mind_question *question, struct move *move);

    /* Whether the chances do not depend on random numbers, so that one sample is enough. NULL:
     * never. */
    bool (*certain)(const struct mind_question *question);

    /* Whether the seat knows enough to judge this move. NULL: always. */
    bool (*judges)(const struct mind_question *question, const struct move *move);

    /* The key of a sentence among the game's "reviews" about a move that was made, with its values
     * in `detail`, separated by ", ". NULL if there is nothing to add. May be NULL. */
    const char *(*note)(const struct mind_question *question, const struct move *move,
                        struct buffer *detail);

    /* The key of a sentence among the game's "reviews" about a seat over the whole match, likewise.
     * It looks back at the real states, `count` of them, `stride` bytes apart, from before the first
     * move to the end; no grade depends on it. NULL if there is nothing to say. May be NULL. */
    const char *(*summary)(const void *states, size_t stride, size_t count, int seat,
                           struct buffer *detail);
};

/* ---- Puzzle ---- */

/* What makes a decision of a game a good puzzle. Optional: a game without it has no puzzles.
 *
 * A puzzle is one decision of one seat, judged by what that seat sees. There are two kinds. If the
 * game has `solve`, the answer is any move that wins at once. Otherwise the answer is the move with
 * the highest value, and all others must be clearly worse. */

struct mind_question;
struct move;

struct game_puzzle {
    int seats_max; /* most seats of the matches that puzzles are taken from */

    /* Whether this decision is worth a closer look. Must be quick. */
    bool (*suits)(const struct mind_question *question);

    /* Finds a move that wins at once, and how many pieces on the table it rearranges, as few as it
     * can find. False if it finds none. The same question gives the same move. May be NULL. */
    bool (*solve)(const struct mind_question *question, struct move *move, int *effort);
    int64_t solve_iterations;

    /* The value of each of these moves of the question's seat. NULL: its winning chance, estimated
     * by the general search. */
    void (*values)(const struct mind_question *question, const struct move *moves, int count,
                   double values[]);
    double margin;   /* the least that every wrong move gives away */
    int answers_max; /* moves that may be equally good */

    /* Iterations that a computer player can do in a millisecond, for measurements that do not depend
     * on the machine. */
    double iterations_per_ms;
};

/* No puzzles are made in a browser, so its program leaves out what only makes them. */
#ifdef WITHOUT_MEASUREMENTS
#define PUZZLE_MAKING(function) (0 ? (function) : NULL)
#else
#define PUZZLE_MAKING(function) (function)
#endif

/* ---- Habits ---- */

/* How a player plays, beside how often it wins: what it does about what lies before it. Optional, and only for
 * measurements (`ludosaure arena`). A habit is a mean over occasions, which the game counts. */

enum { GAME_HABITS_MAX = 6 };

struct game_habit {
    const char
        *name;     /* the key of its title among the game's "habits", and of its sums in reports */
    bool is_share; /* of the occasions; otherwise it is a number of something, such as tiles */
};

struct habit_tally {
    int64_t sum, occasions;
};

struct game_habits {
    const struct game_habit *list; /* up to GAME_HABITS_MAX; the last has a NULL name */
    /* Adds what a move of `seat` shows, in the order of the list. `before` and `after` are states. */
    void (*count)(const void *before, int seat, const struct move *move, const void *after,
                  struct habit_tally tallies[]);
};

static inline void habit_add(struct habit_tally *tally, int64_t number)
{
    tally->sum += number;
    tally->occasions++;
}

/* Nothing is measured in a browser, so its program leaves habits out. */
#ifdef WITHOUT_MEASUREMENTS
#define GAME_HABITS(habits) NULL
#else
#define GAME_HABITS(habits) (&(habits))
#endif

#endif
