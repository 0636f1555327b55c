/* Fits the policies that say which card a good player would play (mind/policy.h).
 *
 * A round is reached by quick moves, and then every move of it is searched. Each choice of a card
 * becomes a sample: how often the search tried each of the cards.
 *
 * usage: tools/train */
#include "network.h"
#include "plans.h"

#include "base/check.h"
#include "games/trex/mind/likings.h"
#include "games/trex/trex.h"
#include "players/search.h"

enum { ITERATIONS = 4000 };

static void start(struct trex_state *s, const struct course *course, struct rng *rng)
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

static void sample_take(struct sample *sample, const struct trex_state *view, int count,
                        const int32_t visits[])
{
    *sample = (struct sample){.count = (uint8_t)count};
    trex_facts_see(&sample->facts, view, view->turn);
    for (int i = 0; i < count; i++)
        sample->shares[i] = (float)visits[i] / ITERATIONS;
}

static int most_tried(int count, const int32_t visits[])
{
    int best = 0;
    for (int i = 1; i < count; i++)
        best = visits[i] > visits[best] ? i : best;
    return best;
}

static int round_play(const struct course *course, int part, struct rng *rng, void *samples)
{
    struct sample *end = samples;
    struct trex_state s, view;
    struct move move, moves[GAME_MOVES_MAX];
    int32_t visits[GAME_MOVES_MAX];
    int round = 1 + (int)rng_below(rng, TREX_ROUNDS);
    (void)part;
    start(&s, course, rng);
    while (s.round < round) {
        quick_move(&s, rng, &move);
        game_trex.apply(&s, s.turn, &move, NULL);
    }
    while (s.phase == TREX_PHASE_PLAY && s.round == round) {
        game_trex.view(&s, s.turn, &view);
        struct mind_question question = {
            .seat = s.turn, .view = &view, .rng = rng, .budget = {.iterations = ITERATIONS}};
        int count = search_visits(&game_trex, &question, visits);
        if (count > 1)
            sample_take(end++, &view, count, visits);
        game_trex.legal(&s, s.turn, moves);
        game_trex.apply(&s, s.turn, &moves[most_tried(count, visits)], NULL);
    }
    return (int)(end - (struct sample *)samples);
}

int main(int count, char **arguments)
{
    static const struct course_game course = {.learner = &network_learner,
                                              .part = "turn",
                                              .samples_max = TREX_PLAYS_MAX,
                                              .position_add = round_play};
    struct training training = {
        .game = &game_trex,
        .plans = {{2, 1, 4000, 1}, {3, 1, 3000, 1}, {4, 1, 4000, 1}, {5, 1, 2000, 1}},
        .count = 4};
    return plans_main(&training, &course, count, arguments);
}
