/* Keeps the match, and does the work step by step.
 *
 * Chapters: the match; what a viewer knew; the curve; decisions; steps; sums. */
#include "analysis/analysis.h"

#include "base/base.h"
#include "base/system/system.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

/* How much work a pass invests. Iterations are shares of what the game calls a good number. */
static const struct pass {
    double curve;         /* for each estimate of chances; 0: none in this pass */
    double best, compare; /* for each estimate of a decision */
    int samples;          /* of comparisons; 0: no decisions in this pass */
    bool explains;
    int progress; /* at the end of the pass, of 1000 */
} passes[] = {
    {.curve = 0.05, .progress = 10},
    {.best = 0.06, .compare = 0.03, .samples = 2, .progress = 20},
    {.curve = 0.1, .best = 0.5, .compare = 0.25, .samples = 2, .explains = true, .progress = 100},
    {.curve = 1, .best = 4, .compare = 1, .samples = 8, .explains = true, .progress = 1000},
};
enum { FIRST_LOOK = 1, ROUGH = 2, THOROUGH = 3, PASSES = 4 };

/* ---- The match ---- */

void analysis_start(struct analysis *analysis, const struct game *game, int seats, int effort)
{
    CHECK(effort >= 0 && effort <= ANALYSIS_EFFORT_MAX);
    *analysis = (struct analysis){
        .game = game, .seats = seats, .effort = effort, .iterations = estimate_iterations(game)};
    analysis->listed = alloc_raw(GAME_MOVES_MAX, sizeof *analysis->listed);
}

/* States and memories lie one after the other; each may have any alignment. */
static size_t aligned(size_t size)
{
    enum { ALIGNMENT = _Alignof(struct game_state_storage) };
    return (size + ALIGNMENT - 1) / ALIGNMENT * ALIGNMENT;
}

/* Where the memory of a viewer lies in a moment; for the number of seats, the size of a moment. */
static size_t memory_at(const struct analysis *analysis, int viewer)
{
    return aligned(analysis->game->state_size) +
           (size_t)viewer * aligned(analysis->game->memory_size);
}

static size_t moment_size(const struct analysis *analysis)
{
    return memory_at(analysis, analysis->seats);
}

static unsigned char *moment_of(const struct analysis *analysis, size_t position)
{
    return analysis->moments + position * moment_size(analysis);
}

static void reserve(struct analysis *analysis)
{
    if (analysis->move_count + 1 < analysis->capacity)
        return;
    size_t capacity = analysis->capacity = analysis->capacity ? 2 * analysis->capacity : 64;
    analysis->moments = alloc_resize(analysis->moments, capacity, moment_size(analysis));
    analysis->positions = alloc_resize(analysis->positions, capacity, sizeof *analysis->positions);
    analysis->decisions = alloc_resize(analysis->decisions, capacity, sizeof *analysis->decisions);
}

void analysis_add_move(struct analysis *analysis, const void *state,
                       const struct game_memory_storage *memories, int seat, const char *move)
{
    const struct game *game = analysis->game;
    reserve(analysis);
    size_t position = analysis->move_count++;
    unsigned char *moment = moment_of(analysis, position);
    memcpy(moment, state, game->state_size);
    for (int viewer = 0; viewer < analysis->seats; viewer++)
        memcpy(moment + memory_at(analysis, viewer), memories[viewer].bytes, game->memory_size);
    analysis->positions[position] = (struct analysis_position){0};
    analysis->decisions[position] =
        (struct analysis_decision){.seat = seat, .move = alloc_text(move)};
}

/* Whether there is nobody to win against. */
static bool is_together(const struct analysis *analysis)
{
    return analysis->seats == 1 || analysis->seats == analysis->game->seats_together;
}

/* From what each seat believes to chances that add up. The most confident seat gets what rounding
 * leaves. */
static void agree(struct analysis *analysis, size_t position)
{
    struct analysis_position *at = &analysis->positions[position];
    int64_t sum = 0;
    int32_t rest = CHANCE_ONE;
    int most = 0;
    for (int seat = 0; seat < analysis->seats; seat++) {
        sum += at->views[seat];
        most = at->views[seat] > at->views[most] ? seat : most;
    }
    for (int seat = 0; seat < analysis->seats; seat++) {
        at->chances[seat] = is_together(analysis) ? (int32_t)(sum / analysis->seats)
                            : sum > 0 ? (int32_t)(at->views[seat] * (int64_t)CHANCE_ONE / sum)
                                      : CHANCE_ONE / analysis->seats;
        rest -= at->chances[seat];
    }
    if (!is_together(analysis))
        at->chances[most] += rest;
}

void analysis_add_end(struct analysis *analysis, const void *state)
{
    struct game_chances shares;
    reserve(analysis);
    memset(moment_of(analysis, analysis->move_count), 0, moment_size(analysis));
    memcpy(moment_of(analysis, analysis->move_count), state, analysis->game->state_size);
    game_shares(analysis->game, state, analysis->seats, &shares);
    for (int seat = 0; seat < GAME_SEATS_MAX; seat++)
        analysis->positions[analysis->move_count].views[seat] = chance_of(shares.of[seat]);
    agree(analysis, analysis->move_count);
}

static void decision_clear(struct analysis_decision *decision)
{
    free(decision->best);
    free(decision->reason);
    free(decision->reason_detail);
    free(decision->note);
    free(decision->note_detail);
    *decision = (struct analysis_decision){.seat = decision->seat, .move = decision->move};
}

void analysis_free(struct analysis *analysis)
{
    for (size_t i = 0; i < analysis->move_count; i++) {
        decision_clear(&analysis->decisions[i]);
        free(analysis->decisions[i].move);
    }
    free(analysis->moments);
    free(analysis->positions);
    free(analysis->decisions);
    free(analysis->listed);
    *analysis = (struct analysis){0};
}

/* ---- What a viewer knew ---- */

static void know(const struct analysis *analysis, size_t position, int viewer,
                 struct knowledge *knowledge)
{
    const struct game *game = analysis->game;
    const unsigned char *moment = moment_of(analysis, position);
    *knowledge = (struct knowledge){
        .game = game, .seats = analysis->seats, .viewer = viewer, .move_count = position};
    game_view(game, moment, viewer, knowledge->view.bytes);
    if (viewer != GAME_SPECTATOR && game->memory_size)
        knowledge->memory = moment + memory_at(analysis, viewer);
}

/* Up to the first look, the iterations are those of a match with this many estimates: the sentences come
 * as soon after a long match of many players. A decision takes about as long as four estimates. */
enum { SOON_MAX = 600, PER_DECISION = 4 };

static double share_of_soon(const struct analysis *analysis)
{
    double estimates = (double)analysis->move_count * (analysis->seats + PER_DECISION);
    return analysis->pass <= FIRST_LOOK ? fmin(1, SOON_MAX / estimates) : 1;
}

static int64_t iterations_of(struct analysis *analysis, double share)
{
    int effort = analysis->pass == THOROUGH ? analysis->effort : 1;
    double iterations = analysis->iterations * share * effort * share_of_soon(analysis);
    return iterations < 1 ? 1 : (int64_t)iterations;
}

static void estimate(struct analysis *analysis, const struct knowledge *knowledge,
                     const struct move *const *moves, int count, int64_t iterations, int sample,
                     struct game_chances *chances)
{
    analysis->work += count * iterations;
    estimate_chances(knowledge, moves, count, iterations, sample, chances);
}

/* ---- The curve ---- */

static struct game_chances chances_now(struct analysis *analysis, size_t position, int viewer,
                                       const struct pass *pass)
{
    struct knowledge knowledge;
    struct game_chances chances;
    const struct move *as_it_is = NULL;
    know(analysis, position, viewer, &knowledge);
    estimate(analysis, &knowledge, &as_it_is, 1, iterations_of(analysis, pass->curve), 0, &chances);
    return chances;
}

/* Whether a seat knows nothing more than before: someone else has chosen in secret. The seat that moves
 * now is asked anew, since its decision begins here. */
static bool knows_no_more(const struct analysis *analysis, size_t position, int seat)
{
    const struct game *game = analysis->game;
    if (position == 0 || analysis->decisions[position].seat == seat ||
        analysis->decisions[position - 1].seat == seat)
        return false;
    const void *state = moment_of(analysis, position - 1);
    const struct analysis_decision *latest = &analysis->decisions[position - 1];
    union game_move_storage move = {0};
    CHECK(game->parse(state, latest->move, &move.head));
    return game_reveals(game, state, latest->seat, &move.head) == GAME_REVEALS_NO_MOVE;
}

/* Before the deal all seats are alike. Their chance needs an estimate only if they win together: that of
 * someone who has seen no card. */
static void start_study(struct analysis *analysis, const struct pass *pass)
{
    bool together = is_together(analysis);
    struct game_chances start = {0};
    if (together)
        start = chances_now(analysis, 0, GAME_SPECTATOR, pass);
    for (int seat = 0; seat < analysis->seats; seat++)
        analysis->start[seat] = together ? chance_of(start.of[seat]) : CHANCE_ONE / analysis->seats;
}

static void position_study(struct analysis *analysis, size_t position, const struct pass *pass)
{
    int32_t *views = analysis->positions[position].views;
    for (int seat = 0; seat < analysis->seats; seat++)
        views[seat] = knows_no_more(analysis, position, seat)
                          ? analysis->positions[position - 1].views[seat]
                          : chance_of(chances_now(analysis, position, seat, pass).of[seat]);
    agree(analysis, position);
    if (position == 0)
        start_study(analysis, pass);
}

/* ---- Decisions ---- */

static bool has_choice(const struct analysis *analysis, const struct knowledge *knowledge)
{
    const struct game *game = analysis->game;
    return (game->open_kind && game->open_kind(knowledge->view.bytes, knowledge->viewer)) ||
           game->legal(knowledge->view.bytes, knowledge->viewer, analysis->listed) > 1;
}

enum { TRIED_MOST = 6 };

/* Some of the moves that could have been made, to find a bad one: all if there are few, otherwise any
 * of them, the same ones each time. */
static int moves_try(const struct analysis *analysis, const struct knowledge *knowledge,
                     union game_move_storage tried[TRIED_MOST])
{
    const struct game *game = knowledge->game;
    int count = game->legal(knowledge->view.bytes, knowledge->viewer, analysis->listed);
    bool is_open = game->open_kind && game->open_kind(knowledge->view.bytes, knowledge->viewer);
    struct rng rng;
    rng_start(&rng, knowledge->move_count);
    memset(tried, 0, TRIED_MOST * sizeof *tried);
    if (!is_open && count <= TRIED_MOST) {
        for (int i = 0; i < count; i++)
            tried[i].head = analysis->listed[i];
        return count;
    }
    for (int i = 0; i < TRIED_MOST; i++)
        game_sample(game, knowledge->view.bytes, knowledge->viewer, &rng, &tried[i].head);
    return TRIED_MOST;
}

/* Compares a move with the expert's in independent samples of imagined worlds, or in one that takes as
 * many iterations as all of them. The first sample also tries other moves, to see what was at stake. */
static void compare(struct analysis *analysis, const struct knowledge *knowledge,
                    const struct move *played, const struct move *best, const struct pass *pass,
                    struct analysis_decision *decision)
{
    union game_move_storage tried[TRIED_MOST];
    const struct move *moves[2 + TRIED_MOST] = {best, played};
    struct game_chances chances[2 + TRIED_MOST];
    struct grade_sample samples[GAME_SEATS_MAX] = {0};
    int seat = decision->seat, count = 2 + moves_try(analysis, knowledge, tried);
    bool is_best = decision->best && strcmp(decision->best, decision->move) == 0;
    bool is_certain = estimate_is_certain(knowledge);
    double most = 0;
    for (int i = 2; i < count; i++)
        moves[i] = &tried[i - 2].head;
    for (int sample = 0; sample < (is_best || is_certain ? 1 : pass->samples); sample++) {
        double share = is_certain ? pass->compare * pass->samples : pass->compare;
        estimate(analysis, knowledge, moves, count, iterations_of(analysis, share), 1 + sample,
                 chances);
        for (int i = 0; i < analysis->seats && !is_best; i++)
            grade_sample_add(&samples[i], chances[0].of[i] - chances[1].of[i]);
        for (int i = 1; i < count; i++)
            most = fmax(most, chances[0].of[seat] - chances[i].of[seat]);
        count = 2;
    }
    decision->loss = grade_sample_loss(&samples[seat]);
    decision->stake = chance_of(fmax(most, (double)decision->loss.mean / CHANCE_ONE));
    decision->grade = grade_of(decision->loss, decision->stake);
    for (int i = 0; i < analysis->seats && grade_loss_is_clear(decision->loss); i++)
        decision->effects[i] = -grade_sample_loss(&samples[i]).mean;
}

static char *move_text(const struct knowledge *knowledge, const struct move *move)
{
    char text[GAME_MOVE_TEXT_MAX];
    struct buffer buffer;
    buffer_start(&buffer, text, sizeof text);
    knowledge->game->format(knowledge->view.bytes, move, &buffer);
    return alloc_text(text);
}

/* Explains a decision that was not good. */
static void explain(const struct knowledge *knowledge, const struct move *played,
                    const struct move *best, int64_t iterations, struct analysis_decision *decision)
{
    char detail[GAME_MOVE_TEXT_MAX + 64]; /* a note may contain a move */
    struct buffer buffer;
    buffer_start(&buffer, detail, sizeof detail);
    const char *key = estimate_reason(knowledge, best, iterations, &buffer);
    decision->reason = alloc_text(key);
    decision->reason_detail = key ? alloc_text(detail) : NULL;
    buffer_start(&buffer, detail, sizeof detail);
    key = estimate_note(knowledge, played, iterations, &buffer);
    decision->note = alloc_text(key);
    decision->note_detail = key ? alloc_text(detail) : NULL;
}

static void decision_study(struct analysis *analysis, size_t position, const struct pass *pass)
{
    struct analysis_decision *decision = &analysis->decisions[position];
    struct knowledge knowledge;
    union game_move_storage played = {0}, best;
    decision_clear(decision);
    know(analysis, position, decision->seat, &knowledge);
    CHECK(analysis->game->parse(knowledge.view.bytes, decision->move, &played.head));
    if (!has_choice(analysis, &knowledge))
        return;
    decision->unknown = !estimate_judges(&knowledge, &played.head);
    if (decision->unknown)
        return;
    int64_t iterations = iterations_of(analysis, pass->best);
    analysis->work += iterations;
    decision->waits = !estimate_best(&knowledge, iterations, &best);
    decision->best = decision->waits ? NULL : move_text(&knowledge, &best.head);
    const struct move *instead = decision->waits ? NULL : &best.head;
    compare(analysis, &knowledge, &played.head, instead, pass, decision);
    if (decision->grade > GRADE_GOOD && pass->explains)
        explain(&knowledge, &played.head, instead, iterations, decision);
}

/* ---- Steps ---- */

bool analysis_step(struct analysis *analysis)
{
    if (analysis->pass >= PASSES)
        return false;
    const struct pass *pass = &passes[analysis->pass];
    if (analysis->at < analysis->move_count) {
        if (pass->curve > 0)
            position_study(analysis, analysis->at, pass);
        if (pass->samples > 0)
            decision_study(analysis, analysis->at, pass);
        analysis->at++;
    }
    if (analysis->at == analysis->move_count) {
        analysis->at = 0;
        analysis->pass++;
        if (analysis->move_count == 0 || (analysis->effort == 0 && analysis->pass == THOROUGH))
            analysis->pass = PASSES;
    }
    return analysis->pass < PASSES;
}

bool analysis_has_curve(const struct analysis *analysis)
{
    return analysis->pass >= FIRST_LOOK;
}

bool analysis_has_result(const struct analysis *analysis)
{
    return analysis->pass >= ROUGH;
}

size_t analysis_known(const struct analysis *analysis)
{
    return analysis_has_curve(analysis) ? analysis->move_count + 1 : analysis->at;
}

int analysis_progress(const struct analysis *analysis)
{
    enum { ALL = 1000 };
    if (analysis->pass >= PASSES)
        return ALL;
    int64_t count = analysis->move_count ? (int64_t)analysis->move_count : 1;
    int from = analysis->pass ? passes[analysis->pass - 1].progress : 0;
    int64_t done = from + (passes[analysis->pass].progress - from) * (int64_t)analysis->at / count;
    return (int)(analysis->effort == 0 ? done * ALL / passes[ROUGH].progress : done);
}

const char *analysis_summary(const struct analysis *analysis, int seat, struct buffer *detail)
{
    const struct game_review *review = analysis->game->review;
    if (!review || !review->summary)
        return NULL;
    return review->summary(analysis->moments, moment_size(analysis), analysis->move_count + 1, seat,
                           detail);
}
