/* What a game knows of playing itself well: the part of a computer player that no general search
 * can have. Optional; a game without a mind has the random player only.
 *
 * Everything here sees what its seat may know, a view and a memory, or a world that was imagined
 * from them (`determinize`); never the truth. src/players does the searching. */
#ifndef GAME_MIND_H
#define GAME_MIND_H

#include "base/buffer.h"
#include "base/rng.h"

#include <stdbool.h>
#include <stdint.h>

struct move;

/* How long a decision may take. Whoever searches asks `mind_goes_on` between iterations. */
struct mind_budget {
    int64_t iterations; /* 0: no limit but time; with a limit, the same on every machine */
    bool (*time_is_up)(void *clock);
    void *clock; /* NULL: there is no limit but iterations */
};

static inline bool mind_goes_on(const struct mind_budget *budget, int64_t done)
{
    if (budget->iterations && done >= budget->iterations)
        return false;
    return !budget->clock || !budget->time_is_up(budget->clock);
}

/* A question to a player: what its seat sees, and how much it may think. */
struct mind_question {
    int seat;           /* may move now */
    const void *view;   /* that seat's */
    const void *memory; /* that seat's, or NULL */
    struct rng *rng;    /* the player's own chance */
    int level;          /* 1 easy, 2 medium, 3 hard, 4 expert */
    struct mind_budget budget;
};

/* An option without which computer players stay out of a match, because they could not follow it. */
struct mind_need {
    uint8_t option, value; /* indexes, as struct game_option has them */
    const char *text;      /* the sentence that says so, as in struct fault */
    const char *rule;
};

/* What is known of a move that solves a puzzle. */
struct mind_solution {
    int placed, of; /* so many of so many tiles */
    bool best;      /* it is proven that nobody could place more */
    int64_t iterations;
};

struct game_mind {
    /* The move of a sensible beginner, by a few rules of thumb: the level `easy`. */
    void (*beginner)(const struct mind_question *question, struct move *move);

    /* The stronger levels, for a game that has a way of its own of finding moves. NULL: the
     * general search is used, with what follows. */
    void (*choose)(const struct mind_question *question, struct move *move);

    /* For the general search. A quick informed move for any seat of a world, to play it out. */
    void (*rollout)(const void *state, int seat, struct rng *rng, struct move *move);
    /* What a finished or unfinished world is worth to each seat, from 0 to 1. */
    void (*value)(const void *state, float values[]);
    /* How likely a good player makes each of these moves, all that `seat` has: chances that add
     * up to 1, from what that seat may know. The search looks first where they are high. NULL:
     * all moves alike. */
    void (*prior)(const void *state, int seat, const struct move *moves, int count,
                  float chances[]);
    /* Whether a world need not be played on: its value is good enough. NULL: never. */
    bool (*settled)(const void *state);

    /* For a game in which one kind of move is a puzzle of its own: the move of that kind that
     * places as much as possible. False: there is none now. May be NULL. */
    bool (*solve)(const struct mind_question *question, struct move *move,
                  struct mind_solution *solution);

    /* For a game in which others may move meanwhile: whether the question's level would rather do
     * nothing now than make any move. NULL: never. */
    bool (*waits)(const struct mind_question *question);

    /* A sentence of data/texts/<game>.json ("hints") that tells a person why this move, which
     * the question's level chose, is good, or why it waits (`move` is NULL); `detail` gets what the
     * sentence speaks of: values with ", " between them, each told by its word. NULL: the level
     * would not have chosen it. May be NULL. */
    const char *(*reason)(const struct mind_question *question, const struct move *move,
                          struct buffer *detail);

    /* NULL: they take part in every match. */
    const struct mind_need *need;
};

#endif
