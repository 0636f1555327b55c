/* Analyses of random games of every kind:
 *
 * Sums: for every seat the chance at the start, the deal, decisions and luck add up exactly to the
 * result, and none exceeds certainty; at every moment the chances of all seats do.
 * Grades are shares of what was at stake; every sentence about a seat has a text.
 * Secrecy: the chances of the seat to move and the whole judgement of its decision are the same, byte
 * for byte, if the state is replaced by any other one that fits its view and memory.
 * Steps: interrupted or not, an analysis comes to the same result.
 * Soon: what is done before the three sentences has a limit, however long the match is.
 * Secret choices: what a seat believes stays as it is while others choose in secret.
 * Sentences: every reason and every note has a text in both languages.
 * Pictures: a note that ends with a move, for drawing it, ends with a legal one.
 * Defaults: a game without a review, and one without a mind, can be analysed too.
 *
 * usage: analysis [--games N] [GAME]  N games of each kind (default 2)
 *        analysis GAME SEATS SEED    one game, as named by a failure
 *
 * Then: the game; what must be true. */
#include "analysis/analysis.h"

#include "support.h"

#include "base/base.h"
#include "base/system/system.h"
#include "players/players.h"
#include "text/text.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum {
    ITERATIONS = 3, /* of an estimate; few, since nothing here depends on good estimates */
    MOVES_MAX = 60, /* longer games are cut; what is left counts as a result */
    GESTURES = 40,  /* before each move, in real time */
};

struct run {
    const struct game *game;
    int seats, seed;
    struct rng rng;
    struct match match;
    struct analysis truth, elsewhere; /* the match, and the same moves in other worlds */
    bool failed;
};

static void fail(struct run *run, size_t move, int seat, const char *property)
{
    if (!run->failed)
        printf("%s %d %d: move %zu, seat %d, broken: %s\n", run->game->id, run->seats, run->seed,
               move, seat, property);
    run->failed = true;
}

/* ---- The game ---- */

static void perform(struct run *run)
{
    const struct game *game = run->game;
    for (int i = 0; game->realtime && i < GESTURES * run->seats; i++) {
        struct game_state_storage view;
        struct realtime_gesture gesture;
        int seat = i % run->seats;
        game_view(game, run->match.state.bytes, seat, view.bytes);
        game->realtime->perform(&(struct realtime_performance){.view = view.bytes,
                                                               .seat = seat,
                                                               .manner = (uint64_t)seat,
                                                               .tick = (uint32_t)i,
                                                               .rng = &run->rng},
                                &gesture);
        for (int viewer = 0; viewer < run->seats; viewer++)
            game->realtime->witness(run->match.memories[viewer].bytes, viewer, seat, &gesture);
    }
}

/* Adds the move to both analyses: to one with the state, to the other with a world that the seat
 * cannot tell from it. There, the other seats remember nothing, since they have not seen that world
 * come about. */
static void keep(struct run *run, int seat, const char *text)
{
    const struct match *match = &run->match;
    struct game_state_storage view, world = {0};
    struct game_memory_storage memories[GAME_SEATS_MAX] = {0};
    memories[seat] = match->memories[seat];
    game_view(run->game, match->state.bytes, seat, view.bytes);
    game_determinize(run->game, view.bytes, seat, match->memories[seat].bytes, &run->rng,
                     world.bytes);
    analysis_add_move(&run->truth, match->state.bytes, match->memories, seat, text);
    analysis_add_move(&run->elsewhere, world.bytes, memories, seat, text);
}

static void step(struct run *run)
{
    const struct game *game = run->game;
    uint32_t to_act = game->to_act(run->match.state.bytes);
    int seat = bits_nth(to_act, (int)rng_below(&run->rng, (uint32_t)bits_count(to_act)));
    struct game_state_storage view;
    union game_move_storage move = {0};
    char text[GAME_MOVE_TEXT_MAX];
    struct buffer buffer;
    struct fault fault;
    perform(run);
    game_view(game, run->match.state.bytes, seat, view.bytes);
    player_choose(&players_all[rng_below(&run->rng, 2)],
                  &(struct player_question){.game = game,
                                            .seat = seat,
                                            .view = view.bytes,
                                            .memory = run->match.memories[seat].bytes,
                                            .rng = &run->rng,
                                            .iterations = ITERATIONS},
                  &move.head);
    buffer_start(&buffer, text, sizeof text);
    game->format(run->match.state.bytes, &move.head, &buffer);
    keep(run, seat, text);
    CHECK(match_play(&run->match, seat, text, NULL, STORY_ALL, &fault));
}

static void analyse(struct analysis *analysis)
{
    analysis->iterations = ITERATIONS;
    int progress = 0;
    bool curve_first = false; /* before the decisions are judged */
    while (analysis_step(analysis)) {
        CHECK(analysis_progress(analysis) >= progress && analysis_progress(analysis) < 1000);
        progress = analysis_progress(analysis);
        CHECK(analysis_has_curve(analysis) ==
              (analysis_known(analysis) == analysis->move_count + 1));
        curve_first |= analysis_has_curve(analysis) && !analysis_has_result(analysis);
    }
    CHECK(curve_first && analysis_has_result(analysis));
    CHECK(analysis_progress(analysis) == 1000);
}

/* ---- What must be true ---- */

static void test_sums(struct run *run)
{
    struct game_chances shares;
    game_shares(run->game, run->match.state.bytes, run->seats, &shares);
    for (int seat = 0; seat < run->seats; seat++) {
        struct analysis_breakdown a = analysis_break_down(&run->truth, seat);
        if (a.start + a.deal + a.own + a.others + a.luck != a.result)
            fail(run, 0, seat, "the parts add up to the result");
        if (match_is_over(&run->match) && /* shares of three do not add up by themselves */
            abs(a.result - chance_of(shares.of[seat])) >= run->seats)
            fail(run, 0, seat, "the result is that of the match");
        if (a.own > 0)
            fail(run, 0, seat, "decisions are never better than the expert’s");
        int32_t parts[] = {a.deal, a.own, a.others, a.luck};
        for (size_t i = 0; i < sizeof parts / sizeof *parts; i++)
            if (parts[i] > CHANCE_ONE || parts[i] < -CHANCE_ONE)
                fail(run, 0, seat, "no part exceeds certainty");
    }
    for (size_t i = 0; i <= run->truth.move_count; i++)
        for (int seat = 0; seat < run->seats; seat++)
            if (run->truth.positions[i].chances[seat] < 0 ||
                run->truth.positions[i].chances[seat] > CHANCE_ONE)
                fail(run, i, seat, "a chance is from 0 to 1");
    bool together = run->seats == 1 || run->seats == run->game->seats_together;
    for (size_t i = 0; i <= run->truth.move_count && !together; i++) {
        int64_t sum = 0;
        for (int seat = 0; seat < run->seats; seat++)
            sum += run->truth.positions[i].chances[seat];
        if (sum != CHANCE_ONE)
            fail(run, i, 0, "the chances add up to certainty");
    }
}

/* Swings that go back and forth: what came back is left out, and the rest still adds up. */
static void test_swings(struct run *run)
{
    struct analysis swinging = run->truth;
    size_t count = run->truth.move_count;
    swinging.decisions = alloc_raw(count ? count : 1, sizeof *swinging.decisions);
    for (size_t i = 0; i < count; i++) {
        swinging.decisions[i] = run->truth.decisions[i];
        for (int seat = 0; seat < run->seats; seat++)
            swinging.decisions[i].effects[seat] =
                seat == swinging.decisions[i].seat ? -CHANCE_ONE / 2 : CHANCE_ONE / 7;
    }
    for (int seat = 0; seat < run->seats; seat++) {
        struct analysis_breakdown a = analysis_break_down(&swinging, seat);
        if (a.start + a.deal + a.own + a.others + a.luck != a.result)
            fail(run, 0, seat, "the parts of a match full of swings add up");
        if (a.own > 0 || a.own < -CHANCE_ONE || a.others < 0 || a.others > CHANCE_ONE ||
            a.luck < -CHANCE_ONE || a.luck > CHANCE_ONE)
            fail(run, 0, seat, "no part exceeds certainty, however much it swings");
    }
    free(swinging.decisions);
}

/* A grade is a share of what was at stake, and every sentence about a seat is about something that
 * is there. */
static void test_story(struct run *run)
{
    for (size_t i = 0; i < run->truth.move_count; i++) {
        const struct analysis_decision *decision = &run->truth.decisions[i];
        if (decision->grade > GRADE_GOOD &&
            (decision->stake < STAKE_LEAST || decision->loss.mean > decision->stake))
            fail(run, i, decision->seat, "a mistake gives away a share of the stake");
    }
    for (int seat = 0; seat < run->seats; seat++) {
        struct analysis_sentence story[STORY_SENTENCES];
        analysis_story(&run->truth, seat, story);
        for (int i = 0; i < STORY_SENTENCES; i++) {
            size_t move = story[i].move;
            for (int language = 0; language < LANGUAGES; language++)
                if (story[i].key && !texts_get(tested_texts(), (enum language)language, "core",
                                               "reviews", story[i].key))
                    fail(run, move, seat, "a sentence about a seat has a text");
            if (move < run->truth.move_count && i != STORY_DECIDED &&
                run->truth.decisions[move].seat != seat)
                fail(run, move, seat, "the decisions in a sentence are one’s own");
        }
    }
}

static bool texts_equal(const char *a, const char *b)
{
    return a && b ? strcmp(a, b) == 0 : a == b;
}

static bool decisions_equal(const struct analysis_decision *a, const struct analysis_decision *b)
{
    return a->seat == b->seat && a->grade == b->grade && a->waits == b->waits &&
           a->stake == b->stake && a->loss.mean == b->loss.mean && a->loss.error == b->loss.error &&
           memcmp(a->effects, b->effects, sizeof a->effects) == 0 &&
           texts_equal(a->move, b->move) && texts_equal(a->best, b->best) &&
           texts_equal(a->reason, b->reason) && texts_equal(a->reason_detail, b->reason_detail) &&
           texts_equal(a->note, b->note) && texts_equal(a->note_detail, b->note_detail);
}

static void test_secrecy(struct run *run)
{
    for (size_t i = 0; i < run->truth.move_count; i++) {
        int seat = run->truth.decisions[i].seat;
        if (!decisions_equal(&run->truth.decisions[i], &run->elsewhere.decisions[i]))
            fail(run, i, seat, "a decision is judged by what its seat knows");
        if (run->truth.positions[i].views[seat] != run->elsewhere.positions[i].views[seat])
            fail(run, i, seat, "chances are estimated by what their seat knows");
    }
}

static void test_sentences(struct run *run)
{
    for (size_t i = 0; i < run->truth.move_count; i++) {
        const struct analysis_decision *decision = &run->truth.decisions[i];
        for (int language = 0; language < LANGUAGES; language++) {
            if (decision->reason &&
                !texts_get(tested_texts(), (enum language)language, run->game->id, "hints",
                           decision->reason) &&
                !texts_get(tested_texts(), (enum language)language, "core", "hints",
                           decision->reason))
                fail(run, i, decision->seat, "the reason is a sentence");
            if (decision->note && !texts_get(tested_texts(), (enum language)language, run->game->id,
                                             "reviews", decision->note))
                fail(run, i, decision->seat, "the note is a sentence");
        }
    }
}

/* A note may end with a move, such as what could have been laid in Trakks. */
static void note_test(struct run *run, const struct match *match, size_t i)
{
    const struct analysis_decision *decision = &run->truth.decisions[i];
    union game_move_storage move = {0};
    struct fault fault;
    const char *last = decision->note ? decision->note_detail : "";
    for (const char *comma; (comma = strstr(last, ", "));)
        last = comma + 2;
    if (run->game->parse(match->state.bytes, last, &move.head) &&
        !run->game->check(match->state.bytes, decision->seat, &move.head, &fault))
        fail(run, i, decision->seat, "a move in a note is legal");
}

static void test_pictures(struct run *run)
{
    struct match match = {0};
    struct fault fault;
    CHECK(match_start(&match, run->game, &run->match.components, run->seats, run->match.options,
                      run->match.seed, run->match.seed_length, &fault));
    for (size_t i = 0; i < run->match.move_count; i++) {
        const struct match_move *move = &run->match.moves[i];
        note_test(run, &match, i);
        CHECK(match_play(&match, move->seat, move->text, NULL, STORY_ALL, &fault));
    }
    match_free(&match);
}

/* The same match for a game that lacks its review, or its mind too. */
static void test_defaults(struct run *run, bool with_mind)
{
    struct game plain = *run->game;
    struct analysis analysis;
    plain.review = NULL;
    plain.mind = with_mind ? plain.mind : NULL;
    analysis_start(&analysis, &plain, run->seats, 0);
    struct match match = {0};
    struct fault fault;
    CHECK(match_start(&match, run->game, &run->match.components, run->seats, run->match.options,
                      run->match.seed, run->match.seed_length, &fault));
    for (size_t i = 0; i < run->match.move_count; i++) {
        const struct match_move *move = &run->match.moves[i];
        analysis_add_move(&analysis, match.state.bytes, match.memories, move->seat, move->text);
        CHECK(match_play(&match, move->seat, move->text, NULL, STORY_ALL, &fault));
    }
    analysis_add_end(&analysis, match.state.bytes);
    analysis.iterations = 1;
    while (analysis_step(&analysis))
        ;
    for (int seat = 0; seat < run->seats; seat++) {
        struct analysis_breakdown a = analysis_break_down(&analysis, seat);
        if (a.start + a.deal + a.own + a.others + a.luck != a.result)
            fail(run, 0, seat, "the parts add up without a review");
    }
    analysis_free(&analysis);
    match_free(&match);
}

/* What the others believe of a secret choice is what they believed before it. */
static void test_secret_choices(struct run *run)
{
    const struct analysis *truth = &run->truth;
    struct match match = {0};
    struct fault fault;
    CHECK(match_start(&match, run->game, &run->match.components, run->seats, run->match.options,
                      run->match.seed, run->match.seed_length, &fault));
    for (size_t i = 0; i + 1 < truth->move_count; i++) {
        const struct match_move *move = &run->match.moves[i];
        union game_move_storage parsed = {0};
        CHECK(run->game->parse(match.state.bytes, move->text, &parsed.head));
        bool secret = game_reveals(run->game, match.state.bytes, move->seat, &parsed.head) ==
                      GAME_REVEALS_NO_MOVE;
        for (int seat = 0; secret && seat < run->seats; seat++)
            if (seat != move->seat && seat != truth->decisions[i + 1].seat &&
                truth->positions[i + 1].views[seat] != truth->positions[i].views[seat])
                fail(run, i, seat, "a secret choice changes nothing for the others");
        CHECK(match_play(&match, move->seat, move->text, NULL, STORY_ALL, &fault));
    }
    match_free(&match);
}

/* A whole match, with the iterations that people get: as many as a number of estimates has, or where these are small, some for
 * each seat and move. */
static bool test_soon(const struct game *game, int seats, int seed)
{
    enum { ESTIMATES_MAX = 50, EACH_MAX = 3, LONGEST = 400 };
    struct run run = {.game = game, .seats = seats, .seed = seed};
    rng_start(&run.rng, (uint64_t)seed);
    tested_match_start(&run.match, game, seats, "soon", &run.rng);
    analysis_start(&run.truth, game, seats, 1);
    analysis_start(&run.elsewhere, game, seats, 1);
    while (!match_is_over(&run.match) && run.match.move_count < LONGEST)
        step(&run);
    analysis_add_end(&run.truth, run.match.state.bytes);
    while (!analysis_has_result(&run.truth))
        CHECK(analysis_step(&run.truth));
    int64_t all = (int64_t)run.truth.iterations * ESTIMATES_MAX;
    int64_t each = (int64_t)run.truth.move_count * seats * EACH_MAX;
    if (run.truth.work > (all > each ? all : each))
        fail(&run, run.truth.move_count, 0, "the sentences take little work");
    analysis_free(&run.truth);
    analysis_free(&run.elsewhere);
    match_free(&run.match);
    return !run.failed;
}

static bool test_game(const struct game *game, int seats, int seed)
{
    struct run run = {.game = game, .seats = seats, .seed = seed};
    char text[32];
    snprintf(text, sizeof text, "analysis %d", seed);
    rng_start(&run.rng, (uint64_t)seed);
    tested_match_start(&run.match, game, seats, text, &run.rng);
    analysis_start(&run.truth, game, seats, seed % 2);
    analysis_start(&run.elsewhere, game, seats, seed % 2);
    while (!match_is_over(&run.match) && run.match.move_count < MOVES_MAX)
        step(&run);
    analysis_add_end(&run.truth, run.match.state.bytes);
    analysis_add_end(&run.elsewhere, run.match.state.bytes);
    analyse(&run.truth);
    analyse(&run.elsewhere);
    test_sums(&run);
    test_swings(&run);
    test_story(&run);
    test_secrecy(&run);
    test_secret_choices(&run);
    test_sentences(&run);
    test_pictures(&run);
    if (run.match.move_count < MOVES_MAX / 2)
        test_defaults(&run, seed % 2);
    analysis_free(&run.truth);
    analysis_free(&run.elsewhere);
    match_free(&run.match);
    return !run.failed && (seed > 1 || test_soon(game, seats, seed));
}

int main(int argc, char **argv)
{
    return tested_main(argc, argv, 2, test_game);
}
