/* Estimates by the review of the game, by the general search, or by playing matches out.
 *
 * Then: playing out, for a game without a search; choosing between the ways to estimate; the
 * expert; grades and their statistics. */
#include "analysis/analysis.h"

#include "base/base.h"
#include "players/players.h"

#include <math.h>
#include <string.h>

enum {
    SEARCH_ITERATIONS = 2000,
    PLAYOUT_ITERATIONS = 200,
    PLAYOUT_MOVES_MAX = 4096,
    BEST_SAMPLE = -1,
};

/* The random numbers of a sample. They depend only on what the viewer knows. */
static struct rng sample_rng(const struct knowledge *knowledge, int sample)
{
    struct rng rng = player_rng(knowledge->game, knowledge->view.bytes, knowledge->move_count);
    rng_start(&rng, rng_next(&rng) + (uint64_t)sample);
    return rng;
}

struct mind_question estimate_question(const struct knowledge *knowledge, int64_t iterations,
                                       struct rng *rng)
{
    return (struct mind_question){.seat = knowledge->viewer,
                                  .view = knowledge->view.bytes,
                                  .memory = knowledge->memory,
                                  .rng = rng,
                                  .way = MIND_FULL,
                                  .weights = weights_of(knowledge->game),
                                  .budget = {.iterations = iterations}};
}

/* ---- Playing out, for a game without a search ---- */

static void beginner_move(const struct game *game, const void *world, int seat, struct rng *rng,
                          union game_move_storage *move)
{
    struct game_state_storage view;
    memset(move, 0, sizeof *move);
    game_view(game, world, seat, view.bytes);
    if (game->mind)
        game->mind->beginner(
            &(struct mind_question){
                .seat = seat, .view = view.bytes, .rng = rng, .way = MIND_RULES},
            &move->head);
    else
        game_sample(game, view.bytes, seat, rng, &move->head);
}

static void play_out(const struct game *game, void *world, struct rng *rng)
{
    uint32_t to_act;
    for (int i = 0; i < PLAYOUT_MOVES_MAX && (to_act = game->to_act(world)); i++) {
        int seat = bits_nth(to_act, (int)rng_below(rng, (uint32_t)bits_count(to_act)));
        union game_move_storage move;
        beginner_move(game, world, seat, rng, &move);
        game->apply(world, seat, &move.head, NULL);
    }
}

static void chances_by_playing(const struct knowledge *knowledge, const struct move *move,
                               const struct mind_question *question, struct game_chances *chances)
{
    const struct game *game = knowledge->game;
    *chances = (struct game_chances){0};
    for (int64_t i = 0; i < question->budget.iterations; i++) {
        struct game_state_storage world;
        struct game_chances shares;
        game_determinize(game, question->view, question->seat, question->memory, question->rng,
                         world.bytes);
        if (move)
            game->apply(world.bytes, question->seat, move, NULL);
        play_out(game, world.bytes, question->rng);
        game_shares(game, world.bytes, knowledge->seats, &shares);
        for (int seat = 0; seat < knowledge->seats; seat++)
            chances->of[seat] += shares.of[seat] / (double)question->budget.iterations;
    }
}

/* ---- Choosing between the ways to estimate ---- */

static bool can_search(const struct game *game)
{
    return game->mind && game->mind->rollout && game->mind->value;
}

int estimate_iterations(const struct game *game)
{
    if (game->review)
        return game->review->iterations;
    return can_search(game) ? SEARCH_ITERATIONS : PLAYOUT_ITERATIONS;
}

void estimate_chances(const struct knowledge *knowledge, const struct move *const *moves, int count,
                      int64_t iterations, int sample, struct game_chances *chances)
{
    const struct game *game = knowledge->game;
    if (game->review) {
        struct rng rng = sample_rng(knowledge, sample);
        struct mind_question question = estimate_question(knowledge, iterations, &rng);
        game->review->chances(&question, moves, count, chances);
        return;
    }
    for (int i = 0; i < count; i++) {
        struct rng rng = sample_rng(knowledge, sample);
        struct mind_question question = estimate_question(knowledge, iterations, &rng);
        if (can_search(game))
            search_value(game, &question, moves[i], chances[i].of);
        else
            chances_by_playing(knowledge, moves[i], &question, &chances[i]);
    }
}

bool estimate_is_certain(const struct knowledge *knowledge)
{
    const struct game_review *review = knowledge->game->review;
    struct rng rng = sample_rng(knowledge, 0);
    struct mind_question question = estimate_question(knowledge, 1, &rng);
    return review && review->certain && review->certain(&question);
}

/* ---- The expert ---- */

static struct player_question asked(const struct knowledge *knowledge, int64_t iterations,
                                    struct rng *rng)
{
    *rng = sample_rng(knowledge, BEST_SAMPLE);
    return (struct player_question){.game = knowledge->game,
                                    .seat = knowledge->viewer,
                                    .view = knowledge->view.bytes,
                                    .memory = knowledge->memory,
                                    .rng = rng,
                                    .iterations = iterations};
}

bool estimate_best(const struct knowledge *knowledge, int64_t iterations,
                   union game_move_storage *move)
{
    const struct player *expert = player_find("expert");
    const struct game_review *review = knowledge->game->review;
    struct rng rng;
    struct player_question question = asked(knowledge, iterations, &rng);
    memset(move, 0, sizeof *move);
    if (review && review->best) {
        struct mind_question to_review = estimate_question(knowledge, iterations, &rng);
        review->best(&to_review, &move->head);
        return true;
    }
    if (player_waits(expert, &question))
        return false;
    player_choose(expert, &question, &move->head);
    return true;
}

bool estimate_judges(const struct knowledge *knowledge, const struct move *move)
{
    const struct game_review *review = knowledge->game->review;
    struct rng rng = sample_rng(knowledge, 0);
    struct mind_question question = estimate_question(knowledge, 1, &rng);
    return !review || !review->judges || review->judges(&question, move);
}

const char *estimate_reason(const struct knowledge *knowledge, const struct move *move,
                            int64_t iterations, struct buffer *detail)
{
    struct rng rng;
    struct player_question question = asked(knowledge, iterations, &rng);
    return player_reason(player_find("expert"), &question, move, detail);
}

const char *estimate_note(const struct knowledge *knowledge, const struct move *move,
                          int64_t iterations, struct buffer *detail)
{
    const struct game_review *review = knowledge->game->review;
    struct rng rng = sample_rng(knowledge, BEST_SAMPLE); /* so that it agrees with the best move */
    struct mind_question question = estimate_question(knowledge, iterations, &rng);
    return review && review->note ? review->note(&question, move, detail) : NULL;
}

/* ---- Grades and their statistics ---- */

const int32_t grade_shares[GRADES] = {
    [GRADE_INACCURACY] = 150, [GRADE_MISTAKE] = 300, [GRADE_BLUNDER] = 600};
const char *const grade_names[GRADES] = {[GRADE_NONE] = "none",
                                         [GRADE_GOOD] = "good",
                                         [GRADE_INACCURACY] = "inaccuracy",
                                         [GRADE_MISTAKE] = "mistake",
                                         [GRADE_BLUNDER] = "blunder"};

/* A loss must exceed this many standard errors. Batches are few, so the errors are uncertain too. */
enum { ERRORS_CLEAR = 3 };

int32_t chance_of(double share)
{
    double units = share * CHANCE_ONE;
    return (int32_t)(units < 0 ? units - 0.5 : units + 0.5);
}

void grade_sample_add(struct grade_sample *sample, double difference)
{
    sample->count++;
    sample->sum += difference;
    sample->squares += difference * difference;
}

struct grade_loss grade_sample_loss(const struct grade_sample *sample)
{
    if (sample->count == 0)
        return (struct grade_loss){0};
    double count = sample->count, mean = sample->sum / count;
    double variance = count > 1 ? (sample->squares - count * mean * mean) / (count - 1) : 0;
    double error = variance > 0 ? sqrt(variance / count) : 0;
    return (struct grade_loss){chance_of(mean), chance_of(error)};
}

bool grade_loss_is_clear(struct grade_loss loss)
{
    return loss.mean > 0 && loss.mean >= ERRORS_CLEAR * loss.error;
}

enum grade grade_of(struct grade_loss loss, int32_t stake)
{
    enum { THOUSANDTHS = 1000 };
    if (stake < STAKE_LEAST)
        return GRADE_NONE;
    if (!grade_loss_is_clear(loss))
        return GRADE_GOOD;
    enum grade grade = GRADE_BLUNDER;
    while (grade > GRADE_GOOD &&
           (int64_t)loss.mean * THOUSANDTHS < (int64_t)stake * grade_shares[grade])
        grade--;
    return grade;
}
