/* Looks for decisions with a clear answer, and measures how often computer players find it.
 *
 * Then: puzzles with values; difficulty; matches. */
#include "puzzles/puzzles.h"

#include "analysis/analysis.h"
#include "base/base.h"
#include "players/players.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum {
    PLAY_ITERATIONS = 400, /* of the players of the match, per decision */
    SEED_MAX = 160,
    QUICK_ITERATIONS = 300, /* of a first estimate of a move */
    DEEP_ITERATIONS = 3000, /* of each of the estimates that decide */
    DEEP_BATCHES = 6,
    BEST_LEAST =
        PUZZLE_TRIES * 6 / 10, /* if the best solver fails more often, the answer is doubtful */
};
/* A first estimate must show this part of the margin. */
static const double QUICK_PART = 0.7;
/* Equal answers differ by no more than this part of the margin. */
static const double EQUAL_PART = 0.125;

/* They are no levels that people choose, because the published puzzles and their stars must not change
 * when a level does. */
const struct player puzzle_solvers[PUZZLE_SOLVERS] = {
    {.name = "rules", .way = MIND_RULES},
    {.name = "20 ms", .way = MIND_PLAIN, .ms = 20},
    {.name = "200 ms", .way = MIND_CAREFUL, .ms = 200},
    {.name = "1 s", .way = MIND_FULL, .ms = 1000},
};

/* A decision that is looked at. */
struct candidate {
    const struct knowledge *knowledge;
    const struct game_puzzle *kind;
    struct puzzle puzzle;
};

static struct mind_question question_of(const struct candidate *candidate, struct rng *rng,
                                        int64_t iterations)
{
    const struct knowledge *knowledge = candidate->knowledge;
    *rng = player_rng(knowledge->game, knowledge->view.bytes, 0);
    return estimate_question(knowledge, iterations, rng);
}

/* ---- Puzzles with values ---- */

/* The moves by value, the best first. */
static void sort(struct puzzle *puzzle, double values[])
{
    for (int i = 1; i < puzzle->move_count; i++)
        for (int at = i; at > 0 && values[at] > values[at - 1]; at--) {
            double value = values[at];
            struct move move = puzzle->moves[at];
            values[at] = values[at - 1];
            puzzle->moves[at] = puzzle->moves[at - 1];
            values[at - 1] = value;
            puzzle->moves[at - 1] = move;
        }
    for (int i = 0; i < puzzle->move_count; i++)
        puzzle->values[i] = (int32_t)(values[i] * PUZZLE_VALUE_ONE + (values[i] < 0 ? -0.5 : 0.5));
}

/* Winning chances from several independent estimates. False if the best move is not clearly the best. */
static bool estimate(struct candidate *candidate, int iterations, int batches, double margin)
{
    struct puzzle *puzzle = &candidate->puzzle;
    const struct move *moves[PUZZLE_MOVES_MAX];
    struct game_chances chances[PUZZLE_MOVES_MAX];
    struct grade_sample ahead[PUZZLE_MOVES_MAX] = {{0}};
    double values[PUZZLE_MOVES_MAX] = {0};
    for (int i = 0; i < puzzle->move_count; i++)
        moves[i] = &puzzle->moves[i];
    for (int batch = 0; batch < batches; batch++) {
        estimate_chances(candidate->knowledge, moves, puzzle->move_count, iterations, batch,
                         chances);
        for (int i = 0; i < puzzle->move_count; i++) {
            double share = chances[i].of[puzzle->seat];
            values[i] += share / batches;
            grade_sample_add(&ahead[i], chances[0].of[puzzle->seat] - share);
        }
    }
    bool clear = true; /* of the move that was first before this estimate */
    for (int i = 1; i < puzzle->move_count; i++) {
        struct grade_loss loss = grade_sample_loss(&ahead[i]);
        clear = clear && loss.mean >= chance_of(margin) && grade_loss_is_clear(loss);
    }
    sort(puzzle, values);
    return clear;
}

/* Searches all moves: first roughly, then thoroughly those decisions in which one stands out. */
static bool value_by_search(struct candidate *candidate)
{
    struct puzzle *puzzle = &candidate->puzzle;
    double margin = candidate->kind->margin;
    estimate(candidate, QUICK_ITERATIONS, 1, margin);
    return puzzle->values[0] - puzzle->values[1] >= QUICK_PART * margin * PUZZLE_VALUE_ONE &&
           estimate(candidate, DEEP_ITERATIONS, DEEP_BATCHES, margin);
}

static bool value_exactly(struct candidate *candidate)
{
    struct puzzle *puzzle = &candidate->puzzle;
    const struct game_puzzle *kind = candidate->kind;
    struct rng rng;
    struct mind_question question = question_of(candidate, &rng, 1);
    double values[PUZZLE_MOVES_MAX] = {0};
    int answers = 0;
    kind->values(&question, puzzle->moves, puzzle->move_count, values);
    sort(puzzle, values);
    for (int i = 0; i < puzzle->move_count; i++)
        if (values[0] - values[i] <= EQUAL_PART * kind->margin)
            answers++;
        else if (values[0] - values[i] < kind->margin)
            return false;
    return answers <= kind->answers_max && answers < puzzle->move_count;
}

static bool find_values(struct candidate *candidate)
{
    struct puzzle *puzzle = &candidate->puzzle;
    const struct game *game = candidate->knowledge->game;
    struct move *legal = malloc(GAME_MOVES_MAX * sizeof *legal);
    CHECK(legal);
    int count = game->legal(candidate->knowledge->view.bytes, puzzle->seat, legal);
    bool few = count > 1 && count <= PUZZLE_MOVES_MAX;
    puzzle->move_count = few ? count : 0;
    memcpy(puzzle->moves, legal, (size_t)puzzle->move_count * sizeof *legal);
    free(legal);
    return few && (candidate->kind->values ? value_exactly(candidate) : value_by_search(candidate));
}

/* ---- Difficulty ---- */

static int solved_by(const struct candidate *candidate, const struct player *player)
{
    const struct knowledge *knowledge = candidate->knowledge;
    int solved = 0;
    double iterations = player->ms * candidate->kind->iterations_per_ms;
    for (int i = 0; i < PUZZLE_TRIES; i++) {
        union game_move_storage move = {0};
        struct rng rng = player_rng(knowledge->game, knowledge->view.bytes, 1 + (size_t)i);
        player_choose(player,
                      &(struct player_question){.game = knowledge->game,
                                                .seat = knowledge->viewer,
                                                .view = knowledge->view.bytes,
                                                .memory = knowledge->memory,
                                                .rng = &rng,
                                                .iterations = 1 + (int64_t)iterations},
                      &move.head);
        solved += puzzle_judge(&candidate->puzzle, &move.head).solved;
    }
    return solved;
}

/* By how much is to be rearranged. */
static int stars_by_effort(int effort)
{
    enum { EASY_EFFORT = 3, HARD_EFFORT = 9 };
    return effort < EASY_EFFORT ? 1 : effort < HARD_EFFORT ? 2 : 3;
}

/* By the average solve rate of a random choice and all solvers. */
static int stars_by_rate(const struct puzzle *puzzle, const int solved[PUZZLE_SOLVERS])
{
    enum { EASY_PERCENT = 75, HARD_PERCENT = 63 };
    double all = 1.0 / puzzle->move_count;
    for (int i = 0; i < PUZZLE_SOLVERS; i++)
        all += (double)solved[i] / PUZZLE_TRIES;
    double percent = 100 * all / (1 + PUZZLE_SOLVERS);
    return percent >= EASY_PERCENT ? 1 : percent >= HARD_PERCENT ? 2 : 3;
}

/* Measures the solve rates and sets the stars. False if the stars are not wanted, or if the answer is
 * doubtful. */
static bool grade(struct candidate *candidate, uint32_t stars, int solved[PUZZLE_SOLVERS])
{
    struct puzzle *puzzle = &candidate->puzzle;
    if (puzzle->effort >= 0 && !bits_have(stars, stars_by_effort(puzzle->effort)))
        return false;
    for (int i = 0; i < PUZZLE_SOLVERS; i++)
        solved[i] = solved_by(candidate, &puzzle_solvers[i]);
    puzzle->stars =
        puzzle->effort >= 0 ? stars_by_effort(puzzle->effort) : stars_by_rate(puzzle, solved);
    return bits_have(stars, puzzle->stars) && solved[PUZZLE_SOLVERS - 1] >= BEST_LEAST;
}

/* ---- Matches ---- */

/* The puzzle of a decision, or NULL. */
static json_t *consider(const struct knowledge *knowledge, uint32_t stars)
{
    struct rng rng;
    struct candidate candidate = {.knowledge = knowledge, .kind = knowledge->game->puzzle};
    struct puzzle *puzzle = &candidate.puzzle;
    *puzzle = (struct puzzle){.game = knowledge->game,
                              .seats = knowledge->seats,
                              .seat = knowledge->viewer,
                              .effort = -1};
    struct mind_question question = question_of(&candidate, &rng, candidate.kind->solve_iterations);
    if (!candidate.kind->suits(&question))
        return NULL;
    union game_move_storage move = {0};
    if (candidate.kind->solve ? !candidate.kind->solve(&question, &move.head, &puzzle->effort)
                              : !find_values(&candidate))
        return NULL;
    rng = player_rng(knowledge->game, knowledge->view.bytes, 0);
    game_determinize(knowledge->game, knowledge->view.bytes, knowledge->viewer, knowledge->memory,
                     &rng, puzzle->state.bytes);
    int solved[PUZZLE_SOLVERS];
    if (!grade(&candidate, stars, solved))
        return NULL;
    json_t *entry = puzzle_json(puzzle), *rates = json_array();
    for (int i = 0; i < PUZZLE_SOLVERS; i++)
        json_array_append_new(rates, json_integer(solved[i]));
    json_object_set_new(entry, "solved", rates);
    return entry;
}

json_t *puzzle_make(const struct game *game, const struct game_components_storage *components,
                    const char *seed, int number, uint32_t stars)
{
    char text[SEED_MAX];
    int length = snprintf(text, sizeof text, "%s/%d", seed, number);
    int seats = game->seats_min + number % (game->puzzle->seats_max - game->seats_min + 1);
    struct game_setup setup = {.seats = seats,
                               .components = components->bytes,
                               .seed = text,
                               .seed_length = (size_t)length};
    const struct player *players[GAME_SEATS_MAX];
    for (int option = 0; option < game->option_count; option++)
        setup.options[option] = game->options[option].standard;
    for (int seat = 0; seat < seats; seat++)
        players[seat] = &puzzle_solvers[(number + seat) % 2 ? 0 : 1];
    struct bot_match match;
    json_t *found = NULL;
    bot_match_start(&match, game, &setup, players, (uint64_t)number << 8);
    for (uint32_t to_act; !found && (to_act = game->to_act(match.state.bytes));) {
        int seat = bits_first(to_act);
        struct bot_match_seat *at = &match.seat[seat];
        struct knowledge knowledge = {.game = game,
                                      .seats = seats,
                                      .viewer = seat,
                                      .view = at->view,
                                      .memory = game->memory_size ? at->memory.bytes : NULL};
        found = consider(&knowledge, stars);
        union game_move_storage move = {0};
        player_choose(at->player,
                      &(struct player_question){.game = game,
                                                .seat = seat,
                                                .view = at->view.bytes,
                                                .memory = at->memory.bytes,
                                                .rng = &at->rng,
                                                .iterations = PLAY_ITERATIONS},
                      &move.head);
        bot_match_move(&match, seat, &move.head);
    }
    bot_match_end(&match);
    if (found)
        json_object_set_new(found, "match", json_integer(number));
    return found;
}
