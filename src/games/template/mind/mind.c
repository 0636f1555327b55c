/* Computer players of Fossils. A hand is laid open whole, so the only decision is what to bury, and when:
 * a beginner buries the worst fossil if it is below the average. The stronger levels search. */
#include "games/template/mind/mind.h"

#include "games/template/mind/hint.h"
#include "games/template/mind/worth.h"
#include "games/template/score.h"
#include "games/template/state.h"

static void choose(const struct template_state *s, int seat, struct move *move)
{
    int worst = template_worst(s, seat);
    bool buries = !s->buried[seat] && template_is_poor(s, worst);
    *move = (struct move){.kind = buries ? TEMPLATE_BURY : TEMPLATE_PLAY,
                          .a = (uint8_t)(buries ? worst : template_best(s, seat))};
}

static void beginner(const struct mind_question *question, struct move *move)
{
    choose(question->view, question->seat, move);
}

/* Mostly sensible, but not always, so that the search meets every kind of world. */
static void rollout(const void *state, int seat, struct rng *rng, struct move *move)
{
    enum { RANDOM_ONE_IN = 8 };
    const struct template_state *s = state;
    choose(s, seat, move);
    if (!s->buried[seat] && rng_below(rng, RANDOM_ONE_IN) == 0)
        move->kind = move->kind == TEMPLATE_BURY ? TEMPLATE_PLAY : TEMPLATE_BURY;
}

/* Mostly who wins; a little for the score, so that a hopeless hand is played well too. */
static void value(const void *weights, const void *state, float values[])
{
    (void)weights; /* it has learned nothing */
    const float WIN = 0.9F;
    const struct template_state *s = state;
    struct game_result result;
    template_result(s, &result);
    float most = (float)(TEMPLATE_HAND_SIZE * s->components.fossils);
    for (int seat = 0; seat < s->seats; seat++) {
        bool wins = bits_have(result.winners, seat);
        float points = (float)result.scores[seat] / most;
        if (s->options[TEMPLATE_OPTION_GOAL] == TEMPLATE_GOAL_LOW)
            points = 1 - points;
        values[seat] = (wins ? WIN / (float)bits_count(result.winners) : 0) + (1 - WIN) * points;
    }
}

const struct game_mind template_mind = {
    .beginner = beginner,
    .rollout = rollout,
    .value = value,
    .reason = template_reason,
};
