/* What a finished match tells us: everyone's winning chances over time, what each decision gave away,
 * and how much was luck.
 *
 * The chances of a seat are always estimated from what that seat knew, its view and its memory, and
 * so is every decision: against the expert's move in worlds imagined from that view. A result minus
 * the chance at the start is the sum of
 *   the deal         what a seat learned when it first saw the table and its cards,
 *   its decisions    what its own moves gave away,
 *   others'          what the moves of the others gave away, to this seat,
 *   luck             the rest: draws, and what was hidden from the seat.
 * All of them are integers (CHANCE_ONE is certainty), so the sum is exact.
 *
 * The work is cut into steps, so that a page or a server can do something else in between. There is
 * no clock, no thread and no file here; the same match and effort give the same result on every
 * machine. The first pass gives a rough curve of the whole match, the second one judges its
 * decisions, also roughly, and the third one refines both. */
#ifndef ANALYSIS_ANALYSIS_H
#define ANALYSIS_ANALYSIS_H

#include "analysis/grade.h"
#include "match/match.h"

enum { ANALYSIS_EFFORT_MAX = 100 };

struct analysis_position {
    int32_t chances[GAME_SEATS_MAX]; /* of each seat, as that seat could estimate them */
};

/* A move, and how it compares with the expert's. */
struct analysis_decision {
    int seat;
    char *move;
    enum grade grade;
    struct grade_loss loss; /* of the seat, if it made another move than the expert */
    char *best;             /* the expert's move if it is another one; NULL: the same, or to wait */
    bool waits;             /* the expert would have waited */
    char *reason, *reason_detail;    /* of the expert's move: a key of "hints", or NULL */
    char *note, *note_detail;        /* what the game adds: a key of "reviews", or NULL */
    int32_t effects[GAME_SEATS_MAX]; /* on the chances of all seats; 0 unless the loss is clear */
};

struct analysis {
    const struct game *game;
    int seats, effort;
    int iterations; /* of one estimate; set at the start, tests may lower it */
    size_t move_count, capacity;
    unsigned char *moments;              /* states and memories, before each move and at the end */
    struct analysis_position *positions; /* move_count + 1 */
    struct analysis_decision *decisions; /* move_count */
    int32_t start[GAME_SEATS_MAX];       /* the chances before the deal */
    int pass;                            /* rough curve, rough decisions, thorough, done */
    size_t at;                           /* the next position of this pass */
    struct move *listed;                 /* scratch space for `legal` */
};

/* Starts an analysis. `effort` is the time to spend, from 1; 0: only the rough passes. */
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

/* What the game says about a seat over the whole match: a key of its "reviews", or NULL. */
const char *analysis_summary(const struct analysis *analysis, int seat, struct buffer *detail);

/* Decisions of a seat that were judged, by grade. */
void analysis_count(const struct analysis *analysis, int seat, int counts[GRADES]);

#endif
