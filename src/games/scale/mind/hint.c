/* Explains to a person why a move, or waiting, is good: the facts of the teacher.
 *
 * Then: what is true; sentences; what moves are worth, in tokens; review of finished matches; the whole match. */
#include "games/scale/mind/mind_internal.h"

#include "base/base.h"
#include "game/teaching.h"

/* The ideas of the lesson, in its order. */
enum idea { NO_IDEA, IDEA_PERFORM, IDEA_LEVEL, IDEA_OFFERS, IDEA_WITHDRAW, IDEA_CHANGE, IDEA_TWO };

enum fact {
    FACT_WAIT_PERFORM,
    FACT_WAIT_CHOOSING,
    FACT_WAIT_ANSWER,
    FACT_WAIT_OFFER,
    FACT_OFFER_RETURNED,
    FACT_OFFER_LIKELY,
    FACT_LIKELIER,
    FACT_OFFER_MIDDLE,
    FACT_OFFER_UNSEEN,
    FACT_WITHDRAW_FAR,
    FACT_CHANGE_HOPELESS,
    FACT_CHANGE_EDGE,
    FACT_ANSWER_UNSEEN,
    FACT_ANSWER_DOUBT,
    FACT_ANSWER_MATCH,
    FACT_ANSWER_NO_MATCH,
    FACT_VOTE_POWER,
    FACTS
};
static_assert((int)FACTS < MIND_FACTS_MAX, "there is an end of the list");

static const struct mind_fact facts[FACTS + 1] = {
    [FACT_WAIT_PERFORM] = {.key = "wait_perform", .idea = IDEA_PERFORM},
    [FACT_WAIT_CHOOSING] = {.key = "wait_choosing", .idea = NO_IDEA},
    [FACT_WAIT_ANSWER] = {.key = "wait_answer", .idea = IDEA_TWO},
    [FACT_WAIT_OFFER] = {.key = "wait_offer", .idea = IDEA_OFFERS},
    [FACT_OFFER_RETURNED] = {.key = "offer_returned", .idea = IDEA_OFFERS},
    [FACT_OFFER_LIKELY] = {.key = "offer_likely", .idea = IDEA_LEVEL},
    [FACT_LIKELIER] = {.key = "likelier", .idea = IDEA_LEVEL, .more = true},
    [FACT_OFFER_MIDDLE] = {.key = "offer_middle", .idea = IDEA_OFFERS},
    [FACT_OFFER_UNSEEN] = {.key = "offer_unseen", .idea = IDEA_OFFERS},
    [FACT_WITHDRAW_FAR] = {.key = "withdraw_far", .idea = IDEA_WITHDRAW},
    [FACT_CHANGE_HOPELESS] = {.key = "change_hopeless", .idea = IDEA_CHANGE},
    [FACT_CHANGE_EDGE] = {.key = "change_edge", .idea = IDEA_CHANGE},
    [FACT_ANSWER_UNSEEN] = {.key = "answer_unseen", .idea = IDEA_TWO},
    [FACT_ANSWER_DOUBT] = {.key = "answer_doubt", .idea = IDEA_TWO},
    [FACT_ANSWER_MATCH] = {.key = "answer_match", .idea = IDEA_TWO},
    [FACT_ANSWER_NO_MATCH] = {.key = "answer_no_match", .idea = IDEA_TWO},
    [FACT_VOTE_POWER] = {.key = "vote_power", .idea = NO_IDEA},
};

/* ---- What is true ---- */

static bool has_card(const struct mind_question *question)
{
    const struct scale_state *v = question->view;
    return v->phase == SCALE_PHASE_PLAY && !bits_have(v->swapping, question->seat) &&
           scale_card_has_value(v->card[question->seat]);
}

static void facts_of_waiting(const struct mind_question *question, int16_t *is)
{
    const struct scale_state *v = question->view;
    is[scale_must_perform(question)             ? FACT_WAIT_PERFORM
       : scale_for_two(v)                       ? FACT_WAIT_ANSWER
       : scale_others_choose(v, question->seat) ? FACT_WAIT_CHOOSING
                                                : FACT_WAIT_OFFER] = 1;
}

static void facts_of_answer(const struct mind_question *question, int answer,
                            const struct scale_weighing *w, int16_t *is)
{
    float sure;
    if (scale_believed_answer(question, &sure) != answer)
        return;
    is[!w->seen                       ? FACT_ANSWER_UNSEEN
       : sure < 0.5f                  ? FACT_ANSWER_DOUBT
       : answer == SCALE_ANSWER_MATCH ? FACT_ANSWER_MATCH
                                      : FACT_ANSWER_NO_MATCH] = 1;
}

static void facts_of_offer(const struct mind_question *question, int to,
                           const struct scale_weighing *w, int16_t *is)
{
    const struct scale_state *v = question->view;
    int value = scale_card_value(v->card[question->seat]);
    is[FACT_OFFER_RETURNED] = v->offer[to] == question->seat + 1;
    is[FACT_OFFER_LIKELY] = bits_have(w->seen, to) && w->tokens[to] > 0;
    is[FACT_LIKELIER] =
        (int16_t)(bits_have(w->seen, to) ? 100 * scale_match_chance(w->chances[to], value) + 0.5f
                                         : 0);
    is[FACT_OFFER_MIDDLE] = !w->seen && value >= 4 && value <= 7;
    is[FACT_OFFER_UNSEEN] = !w->seen;
}

/* The voter saw nobody perform with more power. */
static bool is_most_powerful(const struct mind_question *question, int seat)
{
    const struct scale_state *v = question->view;
    const struct scale_memory *m = scale_memory_of(question);
    double power = (double)m->readers[seat].look.sums[SCALE_FEATURE_POWER];
    bool most = power > 0;
    for (uint64_t tied = v->tied; tied;) {
        int other = bits_pop(&tied);
        most = most && power >= (double)m->readers[other].look.sums[SCALE_FEATURE_POWER];
    }
    return most;
}

/* `w` is only known if the seat has a card. */
static void describe(const struct mind_question *question, const struct scale_weighing *w,
                     struct mind_choice *choice)
{
    const struct scale_state *v = question->view;
    const struct move *move = &choice->move.head;
    int16_t *is = choice->facts;
    if (choice->waits) {
        facts_of_waiting(question, is);
        return;
    }
    is[FACT_VOTE_POWER] = move->kind == SCALE_MOVE_VOTE && is_most_powerful(question, move->a);
    if (!has_card(question))
        return;
    bool hopeless = w->seen && w->best >= 0 && w->tokens[w->best] < w->hope;
    int offered = v->offer[question->seat] - 1;
    if (move->kind == SCALE_MOVE_ANSWER)
        facts_of_answer(question, move->a, w, is);
    else if (move->kind == SCALE_MOVE_OFFER)
        facts_of_offer(question, move->a, w, is);
    is[FACT_CHANGE_HOPELESS] = move->kind == SCALE_MOVE_CHANGE && hopeless;
    is[FACT_CHANGE_EDGE] = move->kind == SCALE_MOVE_CHANGE && !w->seen;
    is[FACT_WITHDRAW_FAR] =
        move->kind == SCALE_MOVE_WITHDRAW && bits_have(w->seen, offered) && w->tokens[offered] < 0;
}

/* ---- Sentences ---- */

static void level_add(const float chances[SCALE_LEVELS], struct buffer *detail)
{
    int likeliest = 0;
    for (int i = 1; i < SCALE_LEVELS; i++)
        if (chances[i] > chances[likeliest])
            likeliest = i;
    buffer_add_format(detail, "%d", likeliest + 1);
}

static void detail(const struct mind_question *question, const struct mind_choice *choice,
                   const struct mind_choice *other, int fact, struct buffer *detail)
{
    const struct move *move = &choice->move.head;
    struct scale_weighing w;
    switch ((enum fact)fact) {
    case FACT_LIKELIER:
        buffer_add_format(detail, "%d, %d", choice->facts[fact], other->facts[fact]);
        break;
    case FACT_OFFER_LIKELY:
        scale_weigh(question, &w);
        level_add(w.chances[move->a], detail);
        break;
    case FACT_ANSWER_DOUBT:
    case FACT_ANSWER_MATCH:
    case FACT_ANSWER_NO_MATCH:
        scale_weigh(question, &w);
        level_add(w.chances[1 - question->seat], detail);
        break;
    default:
        break;
    }
}

/* ---- What moves are worth, in tokens ---- */

static const double EQUAL = 0.05;

static double value_of(const struct mind_question *question, const struct scale_weighing *w,
                       const struct mind_choice *choice)
{
    const struct scale_state *v = question->view;
    const struct move *move = &choice->move.head;
    if (!has_card(question) || scale_for_two(v))
        return 0;
    int offered = v->offer[question->seat] - 1;
    if (choice->waits)
        return offered >= 0 && bits_have(w->seen, offered) ? (double)w->tokens[offered] : 0;
    if (move->kind == SCALE_MOVE_OFFER)
        return bits_have(w->seen, move->a) ? (double)w->tokens[move->a] : -EQUAL;
    return move->kind == SCALE_MOVE_CHANGE && w->seen ? (double)w->hope : -EQUAL;
}

/* The best is what the computer player would do: these values do not know how long one has watched. */
static void prefer(const struct mind_question *question, struct mind_choice choices[], int count)
{
    struct move move;
    bool waits = scale_mind.waits(question);
    double most = choices[0].value;
    if (!waits)
        scale_mind.choose(question, &move);
    for (int i = 1; i < count; i++)
        most = choices[i].value > most ? choices[i].value : most;
    for (int i = 0; i < count; i++)
        if (choices[i].waits ? waits
                             : !waits && choices[i].move.head.kind == move.kind &&
                                   choices[i].move.head.a == move.a)
            choices[i].value = most + EQUAL / 2;
}

static int choices(const struct mind_question *question, const struct move *asked,
                   struct mind_choice choices[])
{
    (void)asked; /* all are listed */
    struct move moves[MIND_CHOICES_MAX];
    int count = scale_legal(question->view, question->seat, moves);
    CHECK(count < MIND_CHOICES_MAX);
    for (int i = 0; i < count; i++) {
        choices[i] = (struct mind_choice){.waits = false};
        choices[i].move.head = moves[i];
    }
    if (has_card(question))
        choices[count++] = (struct mind_choice){.waits = true};
    struct scale_weighing w;
    if (has_card(question))
        scale_weigh(question, &w);
    for (int i = 0; i < count; i++) {
        choices[i].value = value_of(question, &w, &choices[i]);
        describe(question, &w, &choices[i]);
    }
    prefer(question, choices, count);
    return count;
}

/* There are no turns. */
static bool last(const struct mind_question *question)
{
    (void)question;
    return false;
}

const struct mind_teaching scale_teaching = {
    .facts = facts,
    .choices = choices,
    .detail = detail,
    .last = last,
    .equal = EQUAL,
};

/* ---- Review of finished matches ---- */

/* Winning chances in Scale.
 *
 * The chances follow from the tokens. A decision can be judged only if the seat has watched the others
 * perform: what they did on the stage is in its memory, but not in a record. An offer or an answer
 * that completes a pair is worth what the pair brings, by what the performances gave away; one that
 * waits for the other player, half of it. */

static const float PENDING = 0.5f;

static void mix(const float now[SCALE_SEATS_MAX], const float after[SCALE_SEATS_MAX], float weight,
                struct game_chances *chances)
{
    for (int seat = 0; seat < SCALE_SEATS_MAX; seat++)
        chances->of[seat] = (double)(now[seat] + weight * (after[seat] - now[seat]));
}

/* Two players (S13). */
static void answer_chances(const struct mind_question *question, const struct move *move,
                           const float now[SCALE_SEATS_MAX], struct game_chances *chances)
{
    const struct scale_state *v = question->view;
    struct scale_weighing w;
    scale_weigh(question, &w);
    float match = scale_match_chance(w.chances[1 - question->seat],
                                     scale_card_value(v->card[question->seat]));
    float right = move->a == SCALE_ANSWER_MATCH ? match : 1 - match;
    float after[SCALE_SEATS_MAX] = {0};
    after[0] = after[1] = scale_win_chance_of_two(v, right);
    mix(now, after, v->answer[1 - question->seat] == move->a ? 1 : PENDING, chances);
}

/* Three players and more. */
static void offer_chances(const struct mind_question *question, int to,
                          const float now[SCALE_SEATS_MAX], struct game_chances *chances)
{
    const struct scale_state *v = question->view;
    struct scale_weighing w;
    float after[SCALE_SEATS_MAX] = {0};
    scale_weigh(question, &w);
    scale_win_chances_matched(v, question->seat, to, w.chances[to], after);
    mix(now, after, v->offer[to] == question->seat + 1 ? 1 : PENDING, chances);
}

static bool judges(const struct mind_question *question, const struct move *move)
{
    const struct scale_state *v = question->view;
    struct scale_weighing w;
    if (v->phase != SCALE_PHASE_PLAY || !scale_card_has_value(v->card[question->seat]) ||
        (move->kind != SCALE_MOVE_OFFER && move->kind != SCALE_MOVE_ANSWER))
        return false;
    scale_weigh(question, &w);
    int other = move->kind == SCALE_MOVE_OFFER ? move->a : 1 - question->seat;
    return bits_have(w.seen, other);
}

static void chances(const struct mind_question *question, const struct move *const *moves,
                    int count, struct game_chances *chances)
{
    const struct scale_state *v = question->view;
    float now[SCALE_SEATS_MAX] = {0};
    scale_win_chances(v, now);
    for (int i = 0; i < count; i++) {
        mix(now, now, 0, &chances[i]);
        if (moves[i] && moves[i]->kind == SCALE_MOVE_ANSWER)
            answer_chances(question, moves[i], now, &chances[i]);
        else if (moves[i] && moves[i]->kind == SCALE_MOVE_OFFER)
            offer_chances(question, moves[i]->a, now, &chances[i]);
    }
}

/* What the performance of the other player gave away: the level that it looked like, and how likely
 * a match was. */
static const char *note(const struct mind_question *question, const struct move *move,
                        struct buffer *detail)
{
    const struct scale_state *v = question->view;
    struct scale_weighing w;
    if (!judges(question, move))
        return NULL;
    scale_weigh(question, &w);
    const float *levels = w.chances[move->kind == SCALE_MOVE_OFFER ? move->a : 1 - question->seat];
    int likeliest = 0;
    for (int i = 1; i < SCALE_LEVELS; i++)
        if (levels[i] > levels[likeliest])
            likeliest = i;
    float match = scale_match_chance(levels, scale_card_value(v->card[question->seat]));
    buffer_add_format(detail, "%d, %d, %d", likeliest + 1, (int)(100 * match + 0.5f),
                      scale_card_value(v->card[question->seat]));
    return "looked_like";
}

/* ---- The whole match ---- */

enum { TENTHS = 10 };

/* Whether the cards of the seat and of another player were turned over between two states, and
 * whether they matched. */
static bool pair_turned(const struct scale_state *before, const struct scale_state *after, int seat,
                        bool *match)
{
    if (scale_for_two(before)) {
        /* S14: a wrong answer ends the game and leaves the cards where they are. */
        bool over = before->phase == SCALE_PHASE_PLAY && after->phase == SCALE_PHASE_OVER;
        *match = after->lid > before->lid;
        return *match || over;
    }
    *match = after->good_of[seat] > before->good_of[seat];
    return *match || after->bad_of[seat] > before->bad_of[seat];
}

static bool cards_match(const struct scale_state *s, int one, int other)
{
    if (!scale_card_has_value(s->card[one]) || !scale_card_has_value(s->card[other]))
        return false;
    int apart = scale_card_value(s->card[one]) - scale_card_value(s->card[other]);
    return apart >= -1 && apart <= 1;
}

/* The decisions of a seat, as they turned out. */
struct decisions {
    int pairs, right, chance; /* chance in tenths */
    int missed, wrongly;   /* offers: matching ones that it let go, wrong ones that it returned */
    int answered, rightly; /* with two: its first answers about a pair of cards */
};

/* Three players and more: offers to the seat (S6) that a step ends. */
static void add_offers(const struct scale_state *before, const struct scale_state *after, int seat,
                       bool turned, bool match, struct decisions *d)
{
    for (int other = 0; other < before->seats; other++) {
        if (before->offer[other] != seat + 1)
            continue;
        if (turned)
            d->wrongly += !match && after->bad_of[other] > before->bad_of[other];
        else if (after->phase == SCALE_PHASE_PLAY && after->offer[other] != seat + 1)
            d->missed += cards_match(before, seat, other);
    }
}

/* Two players: the first answer of the seat about these cards (S13). When both agree, the state forgets their answers. */
static void add_answer(const struct scale_state *before, const struct scale_state *after, int seat,
                       bool turned, struct decisions *d)
{
    uint8_t answer = turned ? before->answer[1 - seat] : after->answer[seat];
    if (before->answer[seat] != SCALE_ANSWER_NONE || answer == SCALE_ANSWER_NONE)
        return;
    d->answered++;
    d->rightly += (answer == SCALE_ANSWER_MATCH) == cards_match(before, 0, 1);
}

static void add_step(const struct scale_state *before, const struct scale_state *after, int seat,
                     struct decisions *d)
{
    bool match = false, turned = pair_turned(before, after, seat, &match);
    if (scale_for_two(before))
        add_answer(before, after, seat, turned, d);
    else
        add_offers(before, after, seat, turned, match, d);
    if (!turned)
        return;
    int value = scale_card_value(before->card[seat]);
    int neighbours = value == 1 || value == SCALE_VALUE_MAX ? 2 : 3;
    d->pairs++;
    d->right += match;
    d->chance += scale_for_two(before) ? SCALE_VALUE_MAX - neighbours : neighbours;
}

/* What performances gave away can be seen in how often pairs were right: their number, how many were
 * right, and how many would have been by chance. With two players every answer is a pair, and the
 * chance is that of always answering "no match". And what the seat decided, as it turned out. */
static const char *summary(const void *states, size_t stride, size_t count, int seat,
                           struct buffer *detail)
{
    struct decisions d = {0};
    for (size_t i = 0; i + 1 < count; i++)
        add_step((const void *)((const char *)states + i * stride),
                 (const void *)((const char *)states + (i + 1) * stride), seat, &d);
    if (d.pairs + d.missed + d.answered == 0)
        return NULL;
    bool two = scale_for_two(states), better = TENTHS * d.right > d.chance;
    buffer_add_format(detail, "%d, %d, %d, %d, %d", d.pairs, d.right,
                      (d.chance + TENTHS / 2) / TENTHS, two ? d.answered : d.missed,
                      two ? d.rightly : d.wrongly);
    if (two)
        return !d.pairs ? "answers_open" : better ? "answers" : "answers_by_chance";
    return !d.pairs ? "pairs_none" : better ? "pairs" : "pairs_by_chance";
}

const struct game_review scale_review = {
    .chances = chances,
    .iterations = 1,
    .judges = judges,
    .note = note,
    .summary = summary,
};
