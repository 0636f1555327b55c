/* The decisions of a computer player: when it offers, to whom, when it changes cards, what it
 * answers.
 *
 * `act` is for the stage, where nothing says whose turn it is: at every tick the player may move or
 * wait. Like a person it thinks now and then, pauses after a move, watches before it judges, and
 * gives up in the end. `choose` is for hints, which must name a move at once, even without a stage.
 *
 * Then: from a level to a stream of gestures; habits. */
#include "games/scale/mind/mind_internal.h"

#include "base/base.h"
#include "games/scale/scale.h"

static struct move offer_to(int seat)
{
    return (struct move){.kind = SCALE_MOVE_OFFER, .a = (uint8_t)seat};
}

/* S12: votes for the player who performed with the most power. */
static struct move vote(const struct mind_question *question)
{
    const struct scale_state *v = question->view;
    const struct scale_memory *m = scale_memory_of(question);
    int wildest = bits_nth(v->tied, (int)rng_below(question->rng, (uint32_t)bits_count(v->tied)));
    for (uint64_t tied = v->tied; tied;) {
        int seat = bits_pop(&tied);
        if (m->readers[seat].look.sums[SCALE_FEATURE_POWER] >
            m->readers[wildest].look.sums[SCALE_FEATURE_POWER])
            wildest = seat;
    }
    return (struct move){.kind = SCALE_MOVE_VOTE, .a = (uint8_t)wildest};
}

/* A choice that does not depend on performances; false if there is none to make. */
static bool choose_aside(const struct mind_question *question, struct move *move)
{
    const struct scale_state *v = question->view;
    if (v->phase == SCALE_PHASE_VOTE) {
        *move = vote(question);
        return true;
    }
    if (v->phase == SCALE_PHASE_PICK || bits_have(v->swapping, question->seat)) {
        scale_sample(v, question->seat, question->rng, move); /* all actions are alike */
        return true;
    }
    return false;
}

/* Turns a duration for a player who is asked at every tick into one for this player. */
static uint32_t stretched(const struct mind_question *question, uint32_t ticks)
{
    return ticks * (question->ticks_skipped + 1);
}

static uint32_t patience(const struct mind_question *question)
{
    return stretched(question, scale_skill_of(question->way)->patience);
}

/* Whether it has performed for so long that a player who has not begun will not begin. It then
 * judges by what it has seen, however little. */
static bool has_waited(const struct mind_question *question)
{
    return scale_memory_of(question)->readers[question->seat].look.count >= 2 * patience(question);
}

/* Two players (S13): it answers when it is sure or has watched for long. It gives in to a partner
 * who disagrees, the sooner the less sure it is. */
static bool act_for_two(const struct mind_question *question, struct move *move)
{
    const struct scale_state *v = question->view;
    const struct scale_memory *m = scale_memory_of(question);
    const struct scale_skill *skill = scale_skill_of(question->way);
    uint8_t own = v->answer[question->seat], partners = v->answer[1 - question->seat];
    uint32_t watched = m->readers[1 - question->seat].look.count;
    float sure;
    uint8_t believed = scale_believed_answer(question, &sure);
    if (watched < skill->look && !has_waited(question))
        return false;
    if (own == SCALE_ANSWER_NONE && !has_waited(question) && sure < skill->sure &&
        watched < patience(question))
        return false;
    if (own == believed) {
        if (partners == SCALE_ANSWER_NONE ||
            (float)m->rested < (0.5f + sure) * (float)patience(question))
            return false;
        believed = partners;
    }
    *move = (struct move){.kind = SCALE_MOVE_ANSWER, .a = believed};
    return true;
}

/* The expected tokens that make it offer. A game in which every match would make somebody lose does not
 * end if nobody gives in. So a player who has waited for long without a match between any two accepts
 * to lose more and more: those give in first who have the least to lose. */
static float asked_tokens(const struct mind_question *question)
{
    enum { CALM = 600, TICKS_A_TOKEN = 400 };
    float asked = scale_skill_of(question->way)->worth;
    uint32_t waited = scale_memory_of(question)->waited;
    return waited < CALM ? asked : asked - (float)(waited - CALM) / TICKS_A_TOKEN;
}

/* The player to offer to: the best match or, for one who gives in, the best that is on offer. */
static int partner_of(const struct mind_question *question, const struct scale_weighing *w,
                      float asked)
{
    const struct scale_state *v = question->view;
    int partner = -1;
    for (uint64_t seen = asked < 0 ? w->seen : 0; seen;) {
        int other = bits_pop(&seen);
        if (v->offer[other] == question->seat + 1 && w->tokens[other] >= asked &&
            (partner < 0 || w->tokens[other] > w->tokens[partner]))
            partner = other;
    }
    return partner < 0 ? w->best : partner;
}

/* Three players and more. */
static bool act_among_many(const struct mind_question *question, struct move *move)
{
    const struct scale_state *v = question->view;
    const struct scale_skill *skill = scale_skill_of(question->way);
    uint32_t age = scale_memory_of(question)->readers[question->seat].look.count;
    int offered = v->offer[question->seat] - 1;
    struct scale_weighing w;
    scale_weigh(question, &w);
    if (!w.seen)
        return false;
    float asked = asked_tokens(question);
    int partner = partner_of(question, &w, asked);
    float best = w.tokens[partner];
    bool worth = bits_have(w.seen, partner) && best >= asked;
    if (age >= patience(question) ||
        (!worth && age >= stretched(question, skill->settle) && w.hope > best)) {
        *move = (struct move){.kind = SCALE_MOVE_CHANGE};
        return true;
    }
    if (worth && offered != partner) {
        *move = offer_to(partner);
        return offered < 0 || best > w.tokens[offered] + skill->worth ||
               v->offer[partner] == question->seat + 1;
    }
    *move = (struct move){.kind = SCALE_MOVE_WITHDRAW};
    return offered >= 0 && w.tokens[offered] < 0 && w.tokens[offered] < asked;
}

static bool act(const struct mind_question *question, struct move *move)
{
    const struct scale_state *v = question->view;
    const struct scale_skill *skill = scale_skill_of(question->way);
    const struct scale_memory *m = scale_memory_of(question);
    if (m->rested < skill->pause || rng_below(question->rng, skill->beat) != 0)
        return false;
    if (v->phase == SCALE_PHASE_VOTE &&
        m->readers[bits_first(v->tied)].look.count < patience(question) / 2 &&
        !has_waited(question))
        return false; /* the others must perform first */
    if (choose_aside(question, move))
        return true;
    return scale_for_two(v) ? act_for_two(question, move) : act_among_many(question, move);
}

/* Near an end of the scale, where a card has few neighbours. */
static bool card_is_edge(uint8_t card)
{
    enum { MARGIN = 2 };
    int value = scale_card_value(card);
    return value <= MARGIN || value > SCALE_VALUE_MAX - MARGIN;
}

/* Without a stage nothing is known about the others except who has offered. A card in the middle of
 * the scale has the most neighbours: it is offered to a player who offers, or to anybody. */
static struct move move_unseeing(const struct mind_question *question)
{
    const struct scale_state *v = question->view;
    uint32_t targets = 0, suitors = 0;
    for (int other = 0; other < v->seats; other++) {
        struct move move = offer_to(other);
        struct fault fault;
        if (!scale_check(v, question->seat, &move, &fault))
            continue;
        targets |= bit32(other);
        if (v->offer[other] == question->seat + 1)
            suitors |= bit32(other);
    }
    if (suitors)
        targets = suitors;
    else if (card_is_edge(v->card[question->seat]))
        targets = 0;
    if (!targets)
        return (struct move){.kind = SCALE_MOVE_CHANGE};
    return offer_to(
        bits_nth(targets, (int)rng_below(question->rng, (uint32_t)bits_count(targets))));
}

/* Whether its offer is already the best one, as far as it can see. */
static bool offer_is_best(const struct mind_question *question)
{
    const struct scale_state *v = question->view;
    int offered = v->offer[question->seat] - 1;
    if (offered < 0)
        return false;
    struct scale_weighing w;
    scale_weigh(question, &w);
    if (w.seen)
        return offered == w.best && w.tokens[offered] >= 0 &&
               (w.tokens[offered] >= scale_skill_of(question->way)->worth ||
                w.hope <= w.tokens[offered]);
    for (int other = 0; other < v->seats; other++)
        if (v->offer[other] == question->seat + 1)
            return false; /* becomes a match as soon as it is returned */
    return !card_is_edge(v->card[question->seat]);
}

/* Whether the best thing to do is to let everybody watch. */
static bool waits(const struct mind_question *question)
{
    const struct scale_state *v = question->view;
    if (v->phase != SCALE_PHASE_PLAY || bits_have(v->swapping, question->seat) ||
        !scale_card_has_value(v->card[question->seat]))
        return false;
    if (scale_must_perform(question))
        return true;
    if (!scale_for_two(v))
        return scale_others_choose(v, question->seat) || offer_is_best(question);
    float sure;
    return v->answer[question->seat] != SCALE_ANSWER_NONE &&
           scale_believed_answer(question, &sure) == v->answer[question->seat];
}

/* The move that `act` would make in the end or, if it would wait, the least harmful one. */
static struct move move_among_many(const struct mind_question *question)
{
    const struct scale_state *v = question->view;
    const struct scale_skill *skill = scale_skill_of(question->way);
    int offered = v->offer[question->seat] - 1;
    struct scale_weighing w;
    scale_weigh(question, &w);
    if (!w.seen)
        return move_unseeing(question);
    float best = w.tokens[w.best];
    if (best < skill->worth && w.hope > best)
        return (struct move){.kind = SCALE_MOVE_CHANGE};
    if (offered != w.best)
        return offer_to(w.best);
    return (struct move){.kind = SCALE_MOVE_WITHDRAW};
}

static void choose(const struct mind_question *question, struct move *move)
{
    const struct scale_state *v = question->view;
    if (choose_aside(question, move))
        return;
    if (!scale_for_two(v)) {
        *move = move_among_many(question);
        return;
    }
    float sure;
    uint8_t answer = scale_believed_answer(question, &sure);
    if (answer ==
        v->answer[question->seat]) /* it has given this answer: only the other one is a move */
        answer = answer == SCALE_ANSWER_MATCH ? SCALE_ANSWER_NO_MATCH : SCALE_ANSWER_MATCH;
    *move = (struct move){.kind = SCALE_MOVE_ANSWER, .a = answer};
}

static void perform(const struct realtime_performance *performance,
                    struct realtime_gesture *gesture)
{
    struct scale_manner manner = scale_manner_of(performance->manner);
    struct scale_part part = scale_part_of(performance->view, performance->seat);
    scale_stage_perform(&manner, &part, performance->tick, performance->rng, gesture);
}

static const struct mind_need stage_needed = {.option = SCALE_OPTION_MODE,
                                              .value = SCALE_MODE_STAGE,
                                              .text = "scale.players_need_stage",
                                              .rule = "S15"};

static const struct mind_step ladder[MIND_STEPS] = {
    [MIND_CHILD] = {.way = MIND_RULES, .softness = 650},
    [MIND_CASUAL] = {.way = MIND_PLAIN, .earlier = "medium"},
};

const struct game_mind scale_mind = {
    .beginner = choose,
    .choose = choose,
    .waits = waits,
    .teaching = &scale_teaching,
    .ladder = ladder,
    .need = &stage_needed,
};

const struct game_realtime scale_realtime = {
    .perform = perform,
    .witness = scale_witness,
    .act = act,
};

/* ---- From a level to a stream of gestures ---- */

enum { DRIFT_TICKS = 40 }; /* how long a drift takes to turn: two seconds */
static const float ACTION_LEAN = 0.04f;

/* A uniform number from low to high. */
static float between(struct rng *rng, float low, float high)
{
    return low + (high - low) * (float)rng_below(rng, 1 << 16) / (float)(1 << 16);
}

/* A number from -1 to 1, small ones more likely: the sum of four. */
static float noise(struct rng *rng)
{
    uint64_t word = rng_next(rng);
    int sum = 0;
    for (int i = 0; i < 4; i++)
        sum += (int)(word >> 16 * i & 0xffff);
    return (float)(sum - 2 * 0xffff) / (float)(2 * 0xffff);
}

struct scale_manner scale_manner_of(uint64_t seed)
{
    struct rng rng;
    rng_start(&rng, seed);
    struct scale_manner manner = {.seed = rng_next(&rng)};
    manner.power = between(&rng, 0.04f, 0.26f);
    manner.power_gain = between(&rng, 0.45f, 0.72f);
    manner.bend = between(&rng, -0.5f, 0.5f);
    manner.reach = between(&rng, 0.08f, 0.16f);
    manner.reach_gain = between(&rng, 0.10f, 0.26f);
    manner.tempo = between(&rng, 0.015f, 0.030f);
    manner.tempo_gain = between(&rng, 0.02f, 0.07f);
    manner.jitter = between(&rng, 0.10f, 0.30f);
    manner.drift = between(&rng, 0.10f, 0.25f);
    return manner;
}

/* A fixed number from -1 to 1 for this key and this manner. */
static float quirk(const struct scale_manner *manner, uint64_t key)
{
    struct rng rng;
    rng_start(&rng, manner->seed + key * UINT64_C(0x9e3779b97f4a7c15));
    return between(&rng, -1, 1);
}

/* Wanders smoothly from one quirk to the next. */
static float drift(const struct scale_manner *manner, uint64_t kind, uint32_t tick)
{
    uint64_t key = (kind << 32) + tick / DRIFT_TICKS;
    float part = (float)(tick % DRIFT_TICKS) / DRIFT_TICKS;
    float from = quirk(manner, key), to = quirk(manner, key + 1);
    return manner->drift * (from + (to - from) * part * part * (3 - 2 * part));
}

/* Like a sine with period 1; made of two parabolas. */
static float wave(float phase)
{
    float part = phase - (float)(int)phase;
    return part < 0.5f ? 8 * part * (1 - 2 * part) : -8 * (part - 0.5f) * (2 - 2 * part);
}

static uint8_t byte_of(float part)
{
    float clipped = part < 0 ? 0 : part > 1 ? 1 : part;
    return (uint8_t)(clipped * 255 + 0.5f);
}

enum { KIND_POWER = 1, KIND_REACH, KIND_TEMPO, KIND_ACTION };

void scale_stage_perform(const struct scale_manner *manner, const struct scale_part *part,
                         uint32_t tick, struct rng *rng, struct realtime_gesture *gesture)
{
    /* How wide and how high the actions of each colour swing. */
    static const float widths[SCALE_COLOURS] = {1, 0.3f, 0.75f}, heights[] = {0.3f, 1, 0.75f};
    *gesture = (struct realtime_gesture){.x = 128, .y = 128};
    if (part->value == 0)
        return;
    float level = (float)(part->value - 1) / (SCALE_VALUE_MAX - 1);
    float shaped = level + manner->bend * level * (1 - level);
    uint64_t action = (uint64_t)(part->colour * 100 + part->action);
    float lean = ACTION_LEAN * quirk(manner, ((uint64_t)KIND_ACTION << 32) + action);
    float power = manner->power + manner->power_gain * shaped + lean;
    float reach = manner->reach + manner->reach_gain * shaped;
    float tempo = manner->tempo + manner->tempo_gain * level;
    reach *= 1 + 2 * drift(manner, KIND_REACH, tick);
    power += drift(manner, KIND_POWER, tick) + manner->jitter * noise(rng);
    float phase = (float)tick * tempo + 2 * drift(manner, KIND_TEMPO, tick) + 1;
    float shake = manner->jitter / 8;
    gesture->x = byte_of(0.5f + reach * widths[part->colour] * wave(phase) + shake * noise(rng));
    gesture->y =
        byte_of(0.5f + reach * heights[part->colour] * wave(phase + 0.25f) + shake * noise(rng));
    gesture->power = byte_of(power);
}

/* ---- Habits ---- */

enum scale_habit { OFFERS_FIT, RETURNS_FIT, CHANGES, ANSWERS_RIGHT, HABITS };
static const struct game_habit habit_list[HABITS + 1] = {
    [OFFERS_FIT] = {.name = "offers_fit", .is_share = true},
    [RETURNS_FIT] = {.name = "returns_fit", .is_share = true},
    [CHANGES] = {.name = "changes", .is_share = true},
    [ANSWERS_RIGHT] = {.name = "answers_right", .is_share = true},
};

/* Whether the cards of two seats would match: equal or one apart (S7). */
static bool cards_fit(const struct scale_state *s, int seat, int other)
{
    int apart = scale_card_value(s->card[seat]) - scale_card_value(s->card[other]);
    return apart >= -1 && apart <= 1;
}

static void habits_count(const void *before, int seat, const struct move *move, const void *after,
                         struct habit_tally tallies[])
{
    const struct scale_state *s = before;
    (void)after;
    if (s->phase != SCALE_PHASE_PLAY)
        return;
    if (move->kind == SCALE_MOVE_OFFER) {
        bool returned = s->offer[move->a] == seat + 1;
        habit_add(&tallies[returned ? RETURNS_FIT : OFFERS_FIT], cards_fit(s, seat, move->a));
    }
    if (move->kind == SCALE_MOVE_OFFER || move->kind == SCALE_MOVE_CHANGE)
        habit_add(&tallies[CHANGES], move->kind == SCALE_MOVE_CHANGE);
    if (move->kind == SCALE_MOVE_ANSWER)
        habit_add(&tallies[ANSWERS_RIGHT],
                  (move->a == SCALE_ANSWER_MATCH) == cards_fit(s, seat, 1 - seat));
}

const struct game_habits scale_habits = {.list = habit_list, .count = habits_count};
