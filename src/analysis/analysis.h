/* What a finished match tells us: winning chances over time, mistakes, luck and decisions.
 *
 *     analysis.c  the whole match, step by step
 *     account.c   what made the result of a seat, in numbers and in three sentences
 *     estimate.c  winning chances from what a seat knows; how bad a decision was */
#ifndef ANALYSIS_ANALYSIS_H
#define ANALYSIS_ANALYSIS_H

#include "game/game.h"
#include "game/mind.h"
#include "match/match.h"

#include <stdbool.h>
#include <stdint.h>

/* ---- Estimates ---- */

/* Winning chances, and the expert's move, as one viewer could judge them at one moment. Nothing here
 * sees more than a view and a memory. */

/* What a viewer knows at one moment of a match. */
struct knowledge {
    const struct game *game;
    int seats;
    int viewer;        /* a seat or GAME_SPECTATOR */
    size_t move_count; /* made so far */
    struct game_state_storage view;
    const void *memory; /* NULL: none */
};

/* What the expert is asked at this moment. */
struct mind_question estimate_question(const struct knowledge *knowledge, int64_t iterations,
                                       struct rng *rng);

/* The iterations that one estimate of this game needs for a stable result. */
int estimate_iterations(const struct game *game);

/* Everyone's winning chances after each of these moves of the viewer; a NULL move: as the position
 * is. Estimates with different values of `sample` are independent; within a sample, all moves are tried
 * in the same imagined worlds. */
void estimate_chances(const struct knowledge *knowledge, const struct move *const *moves, int count,
                      int64_t iterations, int sample, struct game_chances *chances);

/* Whether all samples are the same. */
bool estimate_is_certain(const struct knowledge *knowledge);

/* The expert's move; false if the expert would wait. */
bool estimate_best(const struct knowledge *knowledge, int64_t iterations,
                   union game_move_storage *move);

/* Whether the viewer knows enough to judge a move. */
bool estimate_judges(const struct knowledge *knowledge, const struct move *move);

/* Why the expert makes a move, or waits (NULL): a key of the game's "hints", or NULL. */
const char *estimate_reason(const struct knowledge *knowledge, const struct move *move,
                            int64_t iterations, struct buffer *detail);

/* What the game adds about a move that was made: a key of its "reviews", or NULL. */
const char *estimate_note(const struct knowledge *knowledge, const struct move *move,
                          int64_t iterations, struct buffer *detail);

/* ---- Grade ---- */

/* How bad a decision was: what it gave away, as a share of what was at stake, which is the difference
 * between the expert's move and the worst one. So a seat with small chances can make mistakes too. A
 * difference that may be noise of the estimates is not a mistake, and neither is one in a decision in
 * which little was at stake. */

/* Chances are integers, so that sums are exact; this is certainty. */
enum { CHANCE_ONE = 1000000 };

enum grade {
    GRADE_NONE, /* not judged: no choice, nothing at stake, or the seat could not know enough */
    GRADE_GOOD,
    GRADE_INACCURACY,
    GRADE_MISTAKE,
    GRADE_BLUNDER,
    GRADES,
};

/* The smallest loss of each grade, in thousandths of the stake. */
extern const int32_t grade_shares[GRADES];
/* With less at stake than this, there is nothing to judge. */
enum { STAKE_LEAST = CHANCE_ONE / 100 };
/* "good", "inaccuracy" …; "none". */
extern const char *const grade_names[GRADES];

int32_t chance_of(double share);

/* Differences between two moves, one per independent sample. */
struct grade_sample {
    int count;
    double sum, squares;
};
void grade_sample_add(struct grade_sample *sample, double difference);

/* The mean difference in winning chance and its standard error. */
struct grade_loss {
    int32_t mean, error;
};
struct grade_loss grade_sample_loss(const struct grade_sample *sample);

/* Whether a loss is more than noise. */
bool grade_loss_is_clear(struct grade_loss loss);

/* The grade of a loss. Good if it is not clearly above zero. */
enum grade grade_of(struct grade_loss loss, int32_t stake);

/* ---- Analysis ---- */

/* What a finished match tells us: everyone's winning chances over time, what each decision gave away,
 * and how much was luck.
 *
 * The chances of a seat are always estimated from what that seat knew, its view and its memory, and
 * so is every decision: against the expert's move in worlds imagined from that view. Two players may
 * both be confident; what each believed is reduced in proportion, so that the chances of all add up.
 * A result minus the chance at the start is the sum of
 *   the deal         what a seat learned when it first saw the table and its cards,
 *   its decisions    what its own moves gave away,
 *   others'          what the moves of the others gave away, to this seat,
 *   luck             the rest: draws, and what was hidden from the seat.
 * All of them are integers (CHANCE_ONE is certainty), so the sum is exact. What is lost may come back
 * and be lost again; what came back is left out on both sides, so that no part exceeds certainty.
 *
 * The work is cut into steps, so that a page or a server can do something else in between. There is
 * no clock, no thread and no file here; the same match and effort give the same result on every
 * machine. The first pass gives a rough curve of the whole match, the second one a first look at its
 * decisions, enough for the three sentences; the third one explains them, and the last one refines all. */

enum { ANALYSIS_EFFORT_MAX = 100 };

struct analysis_position {
    int32_t views[GAME_SEATS_MAX]; /* the chance of each seat, as that seat could estimate it */
    /* The same in proportion, so that they add up to certainty. If all win together, the mean. */
    int32_t chances[GAME_SEATS_MAX];
};

/* A move, and how it compares with the expert's. */
struct analysis_decision {
    int seat;
    char *move;
    enum grade grade;
    struct grade_loss loss; /* of the seat, if it made another move than the expert */
    int32_t stake;          /* what the worst move would have given away */
    char *best;             /* the expert's move if it is another one; NULL: the same, or to wait */
    bool waits;             /* the expert would have waited */
    bool unknown;           /* there was a choice, and the match does not say what the seat knew */
    char *reason, *reason_detail;    /* of the expert's move: a key of "hints", or NULL */
    char *note, *note_detail;        /* what the game adds: a key of "reviews", or NULL */
    int32_t effects[GAME_SEATS_MAX]; /* on the chances of all seats; 0 unless the loss is clear */
};

struct analysis {
    const struct game *game;
    int seats, effort;
    int iterations; /* of one estimate; set at the start, tests may lower it */
    int64_t work;   /* iterations that were asked for until now */
    size_t move_count, capacity;
    unsigned char *moments;              /* states and memories, before each move and at the end */
    struct analysis_position *positions; /* move_count + 1 */
    struct analysis_decision *decisions; /* move_count */
    int32_t start[GAME_SEATS_MAX];       /* the chances before the deal */
    int pass;                            /* rough curve, first look, rough, thorough, done */
    size_t at;                           /* the next position of this pass */
    struct move *listed;                 /* scratch space for `legal` */
};

/* Starts an analysis. `effort` is the time to spend, from 1; 0: all but the last pass. */
void analysis_start(struct analysis *analysis, const struct game *game, int seats, int effort);

/* Adds a move that is about to be made. `memories` has one memory per seat. */
void analysis_add_move(struct analysis *analysis, const void *state,
                       const struct game_memory_storage *memories, int seat, const char *move);
/* Adds the final state. Then analysis_step may be called. */
void analysis_add_end(struct analysis *analysis, const void *state);

/* Does a small part of the work; false if there is nothing left to do. */
bool analysis_step(struct analysis *analysis);

/* How much is done, from 0 to 1000; whether there are chances, and a result, for the whole match. */
int analysis_progress(const struct analysis *analysis);
bool analysis_has_curve(const struct analysis *analysis);
bool analysis_has_result(const struct analysis *analysis);
/* The number of positions, from the first, whose chances are known. */
size_t analysis_known(const struct analysis *analysis);

void analysis_free(struct analysis *analysis);

/* What made the result of a seat: start + deal + own + others + luck == result. */
struct analysis_breakdown {
    int32_t start, deal, own, others, luck, result;
};
struct analysis_breakdown analysis_break_down(const struct analysis *analysis, int seat);

/* What changed the chances of a seat at a move, other than decisions. */
int32_t analysis_luck(const struct analysis *analysis, size_t move, int seat);

/* The three sentences about a seat: keys of "reviews" in the texts of the core, each with a move that it is
 * about, counted from 0. */
enum { STORY_DECIDED, STORY_DEAREST, STORY_BEST, STORY_SENTENCES };
struct analysis_sentence {
    const char *key; /* NULL: there is nothing to say */
    int32_t points;  /* of winning chance, positive */
    size_t move;     /* the number of moves: none in particular */
};
void analysis_story(const struct analysis *analysis, int seat,
                    struct analysis_sentence story[STORY_SENTENCES]);
/* The values in a sentence: percent of winning chance, and the number of the move. */
enum { ANALYSIS_DETAIL_MAX = 48 };
void analysis_detail(const struct analysis_sentence *sentence, char detail[ANALYSIS_DETAIL_MAX]);

/* What the game says about a seat over the whole match: a key of its "reviews", or NULL. */
const char *analysis_summary(const struct analysis *analysis, int seat, struct buffer *detail);

/* Decisions of a seat that were judged, by grade. */
void analysis_count(const struct analysis *analysis, int seat, int counts[GRADES]);

#endif
