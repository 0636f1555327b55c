/* Computer players. A hand is laid open whole, so the only decision is what to bury, and when: a
 * beginner buries the worst fossil if it is below the average. The stronger levels search.
 *
 * Chapters: what fossils are worth; choosing a move; what can be said for a move. */
#include "games/template/mind/mind.h"

#include "base/base.h"
#include "game/game.h"
#include "game/teaching.h"
#include "games/template/template.h"

/* ---- What fossils are worth ---- */

/* Their number, or the reverse if the lowest score wins (P4). */
static int worth(const struct template_state *s, int fossil)
{
    bool low = s->options[TEMPLATE_OPTION_GOAL] == TEMPLATE_GOAL_LOW;
    return low ? s->components.fossils + 1 - fossil : fossil;
}

/* The fossils of a hand that help its owner least and most; the hand is not empty. */
struct template_range {
    int worst, best;
};

static struct template_range range_of(const struct template_state *s, int seat)
{
    CHECK(s->hand[seat]);
    struct template_range range = {0};
    for (uint64_t hand = s->hand[seat]; hand;) {
        int fossil = bits_pop(&hand);
        if (!range.worst || worth(s, fossil) < worth(s, range.worst))
            range.worst = fossil;
        if (!range.best || worth(s, fossil) > worth(s, range.best))
            range.best = fossil;
    }
    return range;
}

/* Whether a fossil from the pile is likely to be better. */
static bool is_poor(const struct template_state *s, int fossil)
{
    return 2 * worth(s, fossil) <= s->components.fossils;
}

/* ---- Choosing a move ---- */

static void choose(const struct template_state *s, int seat, struct move *move)
{
    struct template_range range = range_of(s, seat);
    bool buries = !s->buried[seat] && is_poor(s, range.worst);
    *move = (struct move){.kind = buries ? TEMPLATE_BURY : TEMPLATE_PLAY,
                          .a = (uint8_t)(buries ? range.worst : range.best)};
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

/* ---- What can be said for a move: sentences of "hints" in data/texts/template.json ---- */

enum fact { FACT_BURY_POOR, FACT_ALL_COUNT, FACTS };
enum idea { IDEA_BURY = 1, IDEA_PLAY };

static const struct mind_fact facts[FACTS + 1] = {
    [FACT_BURY_POOR] = {.key = "bury_poor", .idea = IDEA_BURY, .later = true},
    [FACT_ALL_COUNT] = {.key = "all_count", .idea = IDEA_PLAY},
};

static void describe(const struct mind_question *question, struct mind_choice *choice)
{
    const struct template_state *s = question->view;
    const struct move *move = &choice->move.head;
    int worst = range_of(s, question->seat).worst;
    bool poor = is_poor(s, worst);
    choice->facts[FACT_BURY_POOR] = move->kind == TEMPLATE_BURY && move->a == worst && poor;
    choice->facts[FACT_ALL_COUNT] = move->kind == TEMPLATE_PLAY && !poor;
}

static void detail(const struct mind_question *question, const struct mind_choice *choice,
                   const struct mind_choice *other, int fact, struct buffer *detail)
{
    (void)question, (void)other, (void)fact; /* all sentences name the fossil */
    buffer_add_format(detail, "%d", choice->move.head.a);
}

static bool last(const struct mind_question *question)
{
    const struct template_state *s = question->view;
    return bits_count(s->hand[question->seat]) == 1;
}

static const struct mind_teaching teaching = {
    .facts = facts,
    .describe = describe,
    .detail = detail,
    .last = last,
    .margin = 0.03,
    .equal = 0.02,
    .are_chances = true,
};

const struct game_mind template_mind = {
    .beginner = beginner,
    .rollout = rollout,
    .value = value,
    .teaching = &teaching,
};
