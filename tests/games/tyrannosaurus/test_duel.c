/* What the minds of two players compute, in positions of random games:
 *
 * Equilibrium: known tables have their known solutions, and in the last turn neither side of a
 * decision gains by deviating.
 * Values: what one wins the other loses; turned and mirrored boards are worth the same; and so are
 * the decisions of exchanged seats.
 * Budget: with more iterations a decision differs, with the same number it does not.
 * Decided: with a great lead in the last turn, only trees are left to play for.
 * Review: chances add up to 1, a choice that the expert often makes is no mistake, and no choice is
 * clearly better than what the expert does.
 *
 * usage: tyrannosaurus_duel; prints what failed. */
#include "games/tyrannosaurus/mind/mind.h"
#include "games/tyrannosaurus/tyrannosaurus.h"
#include "players/players.h"
#include "support.h"
#include "turned_board.h"

#include <math.h>
#include <stdio.h>
#include <string.h>

enum { GAMES = 6 };

static int failed;

static void expect(bool right, const char *what, int seed)
{
    if (!right)
        failed += printf("game %d: %s\n", seed, what) > 0;
}

static bool near(double a, double b, double tolerance)
{
    return fabs(a - b) <= tolerance;
}

/* ---- Tables ---- */

static struct tyrannosaurus_equilibrium_side side_of(int count)
{
    return (struct tyrannosaurus_equilibrium_side){
        .count = count, .hands = 1, .allowed = {(1u << count) - 1}, .chance = {1}};
}

static void test_tables(void)
{
    /* Rock, paper, scissors, but rock wins two: 1/4 rock, 1/2 paper, 1/4 scissors. */
    struct tyrannosaurus_equilibrium game = {.sides = {side_of(3), side_of(3)},
                                             .payoff = {{0, -1, 2}, {1, 0, -1}, {-2, 1, 0}}};
    double value = tyrannosaurus_equilibrium_find(&game, 0.001);
    expect(near(value, 0, 0.001), "a fair table is worth nothing", 0);
    expect(near(game.sides[0].mixture[0][0], 0.25, 0.02), "a quarter rock", 0);
    expect(near(game.sides[1].mixture[0][1], 0.5, 0.02), "half paper", 0);
    /* One row for each hand: the column must do without knowing it. */
    game = (struct tyrannosaurus_equilibrium){.sides = {side_of(2), side_of(2)},
                                              .payoff = {{1, -1}, {-3, 3}}};
    game.sides[0].hands = 2;
    game.sides[0].allowed[0] = 1;
    game.sides[0].allowed[1] = 2;
    game.sides[0].chance[0] = game.sides[0].chance[1] = 0.5;
    value = tyrannosaurus_equilibrium_find(&game, 0.001);
    expect(near(value, -1, 0.001), "the first column wins 1 on average", 0);
    expect(game.sides[0].mixture[0][0] == 1 && game.sides[0].mixture[1][1] == 1,
           "a hand decides what is allowed", 0);
    expect(game.sides[1].mixture[0][0] > 0.99, "the first column is best", 0);
}

/* ---- Positions ---- */

/* The most that a side can gain by deviating from its mixtures. */
static double gain_of(const struct tyrannosaurus_equilibrium *game, int which)
{
    const struct tyrannosaurus_equilibrium_side *own = &game->sides[which],
                                                *other = &game->sides[!which];
    double seen[TYREX_CHOICES_LISTED_MAX], gain = 0;
    tyrannosaurus_equilibrium_seen(other, seen);
    for (int hand = 0; hand < own->hands; hand++) {
        double best = -INFINITY, now = 0;
        for (int i = 0; i < own->count; i++) {
            double won = 0;
            for (int j = 0; j < other->count; j++)
                won += seen[j] * (which == 0 ? game->payoff[i][j] : -game->payoff[j][i]);
            now += own->mixture[hand][i] * won;
            if (bits_have(own->allowed[hand], i) && won > best)
                best = won;
        }
        gain += own->chance[hand] * (best - now);
    }
    return gain;
}

static uint8_t seats_exchanged(uint8_t seats)
{
    return (uint8_t)((seats & 1) << 1 | seats >> 1);
}

static struct tyrannosaurus_state exchanged(const struct tyrannosaurus_state *s)
{
    struct tyrannosaurus_state other = *s;
    other.players[0] = s->players[1];
    other.players[1] = s->players[0];
    other.bone = !s->bone;
    other.panicking = seats_exchanged(s->panicking);
    other.waiting = seats_exchanged(s->waiting);
    return other;
}

static void test_values(const struct tyrannosaurus_state *s, int seed)
{
    const struct tyrannosaurus_weights *weights =
        tyrannosaurus_weights_for(weights_of(&game_tyrannosaurus), 2);
    struct tyrannosaurus_state other = exchanged(s), board = board_turned(s);
    double value = tyrannosaurus_value(weights, s, 0);
    expect(value > -1 && value < 1, "a value is between -1 and 1", seed);
    expect(tyrannosaurus_value(weights, s, 1) == -value, "one wins what the other loses", seed);
    expect(tyrannosaurus_value(weights, &other, 1) == value, "seats are alike", seed);
    expect(tyrannosaurus_value(weights, &board, 0) == value, "directions are alike", seed);
}

static void test_solution(const struct tyrannosaurus_state *s, int seed)
{
    static struct tyrannosaurus_turn turn;
    struct tyrannosaurus_decision decision, reverse;
    struct tyrannosaurus_state other = exchanged(s);
    turn.stakes =
        tyrannosaurus_stakes_by(tyrannosaurus_weights_for(weights_of(&game_tyrannosaurus), 2));
    tyrannosaurus_turn_forget(&turn);
    double value = tyrannosaurus_turn_solve(&turn, s, &decision);
    expect(gain_of(&decision.game, 0) + gain_of(&decision.game, 1) <= turn.stakes.tolerance + 1e-9,
           "neither side gains by deviating", seed);
    tyrannosaurus_turn_forget(&turn);
    expect(
        near(tyrannosaurus_turn_solve(&turn, &other, &reverse), -value, 4 * turn.stakes.tolerance),
        "exchanged seats have the opposite value", seed);
}

static struct tyrannosaurus_mixture mixture_with(const struct tyrannosaurus_state *s,
                                                 int64_t iterations)
{
    struct tyrannosaurus_state view;
    struct tyrannosaurus_mixture mixture = {0};
    game_tyrannosaurus.view(s, 0, &view);
    tyrannosaurus_duel(&(struct mind_question){.seat = 0,
                                               .weights = weights_of(&game_tyrannosaurus),
                                               .view = &view,
                                               .budget = {.iterations = iterations}},
                       &mixture);
    return mixture;
}

static bool same_mixture(const struct tyrannosaurus_mixture *a,
                         const struct tyrannosaurus_mixture *b)
{
    return a->count == b->count && memcmp(a->codes, b->codes, (size_t)a->count) == 0 &&
           memcmp(a->chances, b->chances, (size_t)a->count * sizeof *a->chances) == 0;
}

/* Returns whether more iterations change the decision. */
static bool test_budget(const struct tyrannosaurus_state *s, int seed)
{
    struct tyrannosaurus_mixture little = mixture_with(s, 1), again = mixture_with(s, 1);
    struct tyrannosaurus_mixture more = mixture_with(s, 640);
    double sum = 0;
    for (int i = 0; i < more.count; i++)
        sum += more.chances[i];
    expect(near(sum, 1, 1e-9), "a mixture adds up to 1", seed);
    expect(same_mixture(&little, &again), "the same budget, the same mixture", seed);
    return !same_mixture(&little, &more);
}

static void test_decided(const struct tyrannosaurus_state *s, int seed)
{
    enum { LEAD = 12 };
    struct tyrannosaurus_state ahead = *s, view;
    struct tyrannosaurus_mixture by_trees, by_wins = mixture_with(s, 1);
    game_tyrannosaurus.view(s, 0, &view);
    tyrannosaurus_last_turn(&view, 0, &by_trees);
    expect(by_trees.count == by_wins.count, "both list all choices", seed);
    ahead.players[0].trees = (uint8_t)(ahead.players[0].trees + LEAD);
    by_wins = mixture_with(&ahead, 1);
    game_tyrannosaurus.view(&ahead, 0, &view);
    tyrannosaurus_last_turn(&view, 0, &by_trees);
    expect(same_mixture(&by_trees, &by_wins), "a decided match is played for trees", seed);
}

static double chance_of_choice(const struct mind_question *question, const struct move *move,
                               int seed)
{
    struct game_chances chances;
    tyrannosaurus_review.chances(question, &move, 1, &chances);
    expect(near(chances.of[0] + chances.of[1], 1, 1e-9) && chances.of[0] >= 0 && chances.of[1] >= 0,
           "chances add up to 1", seed);
    return chances.of[question->seat];
}

static void test_review(const struct tyrannosaurus_state *s, int seed)
{
    static const double OFTEN = 0.1, MISTAKE = 0.04;
    struct tyrannosaurus_state view;
    struct tyrannosaurus_mixture mixture;
    game_tyrannosaurus.view(s, 1, &view);
    struct mind_question question = {.seat = 1,
                                     .weights = weights_of(&game_tyrannosaurus),
                                     .view = &view,
                                     .budget = {.iterations = 1}};
    expect(tyrannosaurus_review.certain(&question), "a turn between two is solved", seed);
    double now = chance_of_choice(&question, NULL, seed);
    tyrannosaurus_duel(&question, &mixture);
    for (int i = 0; i < mixture.count; i++) {
        struct move move = tyrannosaurus_choice_unpack(mixture.codes[i]);
        double chance = chance_of_choice(&question, &move, seed);
        expect(chance < now + MISTAKE, "no choice is clearly better than the mixture", seed);
        expect(mixture.chances[i] < OFTEN || chance > now - MISTAKE,
               "the expert's own choice is no mistake", seed);
        struct tyrannosaurus_state made = view;
        made.players[1].chosen = mixture.codes[i];
        question.view = &made;
        expect(chance_of_choice(&question, NULL, seed) == chance, "a choice was made", seed);
        question.view = &view;
    }
}

static void play(struct tyrannosaurus_state *s, struct rng *rng)
{
    uint8_t codes[TYREX_SEATS_MAX] = {0};
    for (uint64_t seats = s->waiting; seats;) {
        int seat = bits_pop(&seats);
        struct move move;
        game_tyrannosaurus.sample(s, seat, rng, &move);
        codes[seat] = tyrannosaurus_choice_pack(&move);
    }
    tyrannosaurus_choose_all(s, codes);
}

int main(void)
{
    int changed = 0;
    test_tables();
    for (int seed = 1; seed <= GAMES; seed++) {
        struct match match = {0};
        struct rng rng;
        char text[32];
        snprintf(text, sizeof text, "duel %d", seed);
        rng_start(&rng, (uint64_t)seed);
        tested_match_start(&match, &game_tyrannosaurus, 2, text, &rng);
        struct tyrannosaurus_state s;
        memcpy(&s, match.state.bytes, sizeof s);
        for (; s.phase != TYREX_PHASE_OVER; play(&s, &rng)) {
            if (s.phase == TYREX_PHASE_ACT)
                test_values(&s, seed);
            if (tyrannosaurus_is_duel(&s))
                test_solution(&s, seed);
            if (s.turn == 7 && s.phase == TYREX_PHASE_ACT)
                changed += test_budget(&s, seed);
            if (tyrannosaurus_is_last_turn(&s) && bits_have(s.waiting, 0))
                test_decided(&s, seed);
            if (s.turn == 4 && bits_have(s.waiting, 1))
                test_review(&s, seed);
        }
        match_free(&match);
    }
    expect(changed > 0, "looking ahead makes a difference", 0);
    printf("%d failed\n", failed);
    return failed > 0;
}
