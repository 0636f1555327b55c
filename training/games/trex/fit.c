/* Trains what the mind of T-Rex learns (games/trex/mind/worth.c).
 *
 * First the policy, from half as many positions as each round has: a round is reached by quick moves,
 * and then every move of it is searched. Each choice of a card becomes a sample: how often the search
 * tried each of the cards.
 *
 * Then the weights of the rounds, from the last backwards: a round is reached by quick moves and
 * played by short searches. Its start becomes a sample: the chances at its end, by the weights of the
 * next round, or who won.
 *
 * usage: tools/train */
#include "learning.h"
#include "training.h"

#include "base/base.h"
#include "games/trex/mind/mind.h"
#include "games/trex/trex.h"
#include "players/players.h"

enum { CHOICE_ITERATIONS = 4000, STANDING_ITERATIONS = 300, POLICY = TREX_ROUNDS + 1 };

static void match_start(struct trex_state *s, const struct course *course, struct rng *rng)
{
    struct fault fault;
    uint64_t seed = rng_next(rng);
    struct game_setup setup = {.seats = course->seats,
                               .components = course->components,
                               .seed = (const char *)&seed,
                               .seed_length = sizeof seed};
    CHECK(game_trex.start(s, &setup, &fault));
}

/* A move as likely as a good player makes it. */
static void quick_move(const struct trex_state *s, struct rng *rng, struct move *move)
{
    struct move moves[GAME_MOVES_MAX];
    float likely[GAME_MOVES_MAX], sum = 0;
    int count = game_trex.legal(s, s->turn, moves), chosen = 0;
    if (count > 1)
        trex_prior(NULL, s, s->turn, moves, count, likely);
    else
        likely[0] = 1;
    for (int i = 0; i < count; i++)
        sum += likely[i];
    float point = sum * (float)(rng_next(rng) >> 40) / (float)(1 << 24);
    while (chosen < count - 1 && point >= likely[chosen])
        point -= likely[chosen++];
    *move = moves[chosen];
}

static void round_reach(struct trex_state *s, const struct course *course, int round,
                        struct rng *rng)
{
    struct move move;
    match_start(s, course, rng);
    while (s->round < round) {
        quick_move(s, rng, &move);
        game_trex.apply(s, s->turn, &move, NULL);
    }
}

static void choice_take(struct sample *sample, const struct trex_state *view, int count,
                        const int32_t visits[])
{
    *sample = (struct sample){.tried = {.count = (uint8_t)count}};
    trex_features_see(&sample->tried.features, view, view->turn);
    for (int i = 0; i < count; i++)
        sample->tried.shares[i] = (float)visits[i] / CHOICE_ITERATIONS;
}

static int most_tried(int count, const int32_t visits[])
{
    int best = 0;
    for (int i = 1; i < count; i++)
        best = visits[i] > visits[best] ? i : best;
    return best;
}

static int choices_add(const struct course *course, struct rng *rng, struct sample *samples)
{
    struct sample *end = samples;
    struct trex_state s, view;
    struct move moves[GAME_MOVES_MAX];
    int32_t visits[GAME_MOVES_MAX];
    int round = 1 + (int)rng_below(rng, TREX_ROUNDS);
    round_reach(&s, course, round, rng);
    while (s.phase == TREX_PHASE_PLAY && s.round == round) {
        game_trex.view(&s, s.turn, &view);
        struct mind_question question = {
            .seat = s.turn, .view = &view, .rng = rng, .budget = {.iterations = CHOICE_ITERATIONS}};
        int count = search_visits(&game_trex, &question, visits);
        if (count > 1)
            choice_take(end++, &view, count, visits);
        game_trex.legal(&s, s.turn, moves);
        game_trex.apply(&s, s.turn, &moves[most_tried(count, visits)], NULL);
    }
    return (int)(end - samples);
}

static int standing_add(const struct course *course, int round, struct rng *rng,
                        struct sample *sample)
{
    struct trex_state s, view;
    struct move move;
    /* What was learned so far: the policy, and the weights of later rounds. */
    struct trex_weights weights = {.policies = bit(course->seats),
                                   .worths = round < TREX_ROUNDS ? bit(course->seats) : 0};
    weights.by_seats[course->seats] = *(const struct trex_learned *)course->weights;
    *sample = (struct sample){.is_standing = true};
    round_reach(&s, course, round, rng);
    standing_see(&sample->standing, &s);
    while (s.phase != TREX_PHASE_OVER && s.round == round) {
        game_trex.view(&s, s.turn, &view);
        struct mind_question question = {.seat = s.turn,
                                         .view = &view,
                                         .rng = rng,
                                         .weights = &weights,
                                         .budget = {.iterations = STANDING_ITERATIONS}};
        search_choose(&game_trex, &question, &move);
        game_trex.apply(&s, s.turn, &move, NULL);
    }
    trex_value(&weights, &s, sample->standing.values);
    return 1;
}

static int samples_add(const struct course *course, int part, struct rng *rng, void *samples)
{
    return part == POLICY ? choices_add(course, rng, samples)
                          : standing_add(course, part, rng, samples);
}

int main(int count, char **arguments)
{
    static const struct course_game course = {.learner = &network_learner,
                                              .part = "round",
                                              .first_part = "policy",
                                              .first_share = 2,
                                              .first_takes = 5,
                                              .samples_max = TREX_PLAYS_MAX,
                                              .position_add = samples_add};
    struct training training = {.game = &game_trex,
                                .plans = {{2, POLICY, 8000, 1},
                                          {3, POLICY, 6000, 1},
                                          {4, POLICY, 8000, 1},
                                          {5, POLICY, 4000, 1}},
                                .count = 4};
    return plans_main(&training, &course, count, arguments);
}
