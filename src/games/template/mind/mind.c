/* What fossils are worth: their number, or the reverse if the lowest score wins (P4). */
#include "games/template/mind/mind.h"

#include "base/base.h"
#include "game/game.h"
#include "games/template/template.h"

static int worth(const struct template_state *s, int fossil)
{
    bool low = s->options[TEMPLATE_OPTION_GOAL] == TEMPLATE_GOAL_LOW;
    return low ? s->components.fossils + 1 - fossil : fossil;
}

int template_worst(const struct template_state *s, int seat)
{
    CHECK(s->hand[seat]);
    int worst = 0;
    for (uint64_t hand = s->hand[seat]; hand;) {
        int fossil = bits_pop(&hand);
        if (!worst || worth(s, fossil) < worth(s, worst))
            worst = fossil;
    }
    return worst;
}

int template_best(const struct template_state *s, int seat)
{
    CHECK(s->hand[seat]);
    int best = 0;
    for (uint64_t hand = s->hand[seat]; hand;) {
        int fossil = bits_pop(&hand);
        if (!best || worth(s, fossil) > worth(s, best))
            best = fossil;
    }
    return best;
}

bool template_is_poor(const struct template_state *s, int fossil)
{
    return 2 * worth(s, fossil) <= s->components.fossils;
}

/* ---- Hint ---- */

/* Reasons for moves of Fossils: keys of "hints" in data/texts/template.json. */

const char *template_reason(const struct mind_question *question, const struct move *move,
                            struct buffer *detail)
{
    const struct template_state *s = question->view;
    int worst = template_worst(s, question->seat);
    bool may_bury = !s->buried[question->seat];
    buffer_add_format(detail, "%d", move->a);
    if (move->kind == TEMPLATE_BURY)
        return move->a == worst && template_is_poor(s, worst) ? "bury_poor" : "tried_out";
    return may_bury && template_is_poor(s, worst) ? "tried_out" : "all_count";
}

/* ---- Mind ---- */

/* Computer players of Fossils. A hand is laid open whole, so the only decision is what to bury, and when:
 * a beginner buries the worst fossil if it is below the average. The stronger levels search. */

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
