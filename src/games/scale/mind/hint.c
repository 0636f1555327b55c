/* Explains to a person why a move, or waiting, is good.
 *
 * Then: review of finished matches; the whole match. */
#include "games/scale/mind/mind_internal.h"

#include "base/base.h"

static void about_level(const float chances[SCALE_LEVELS], struct buffer *detail)
{
    int likeliest = 0;
    for (int i = 1; i < SCALE_LEVELS; i++)
        if (chances[i] > chances[likeliest])
            likeliest = i;
    buffer_add_format(detail, "%d", likeliest + 1);
}

static const char *answer_reason(const struct mind_question *question, const struct move *move,
                                 const struct scale_weighing *w, struct buffer *detail)
{
    const float *chances = w->chances[1 - question->seat];
    float sure;
    if (scale_believed_answer(question, &sure) != move->a)
        return NULL; /* chosen only because a hint must name a move */
    if (!w->seen)
        return "answer_unseen";
    about_level(chances, detail);
    if (sure < 0.5f)
        return "answer_doubt";
    return move->a == SCALE_ANSWER_MATCH ? "answer_match" : "answer_no_match";
}

static const char *offer_reason(const struct mind_question *question, int to,
                                const struct scale_weighing *w, struct buffer *detail)
{
    const struct scale_state *v = question->view;
    int value = scale_card_value(v->card[question->seat]);
    if (!w->seen)
        return v->offer[to] == question->seat + 1 ? "offer_returned"
               : value >= 4 && value <= 7         ? "offer_middle"
                                                  : "offer_unseen";
    about_level(w->chances[to], detail);
    return w->tokens[to] > 0 ? "offer_likely" : "offer_least";
}

const char *scale_reason(const struct mind_question *question, const struct move *move,
                         struct buffer *detail)
{
    const struct scale_state *v = question->view;
    struct scale_weighing w;
    if (!move)
        return scale_must_perform(question)             ? "wait_perform"
               : scale_for_two(v)                       ? "wait_answer"
               : scale_others_choose(v, question->seat) ? "wait_choosing"
                                                        : "wait_offer";
    if (move->kind == SCALE_MOVE_VOTE) {
        const struct scale_look *look = &scale_memory_of(question)->readers[move->a].look;
        return look->sums[SCALE_FEATURE_POWER] ? "vote_power" : "vote_unseen";
    }
    if (v->phase == SCALE_PHASE_PICK || bits_have(v->swapping, question->seat))
        return "any_action";
    if (!scale_card_has_value(v->card[question->seat]))
        return NULL;
    scale_weigh(question, &w);
    switch (move->kind) {
    case SCALE_MOVE_ANSWER:
        return answer_reason(question, move, &w, detail);
    case SCALE_MOVE_OFFER:
        return offer_reason(question, move->a, &w, detail);
    case SCALE_MOVE_CHANGE:
        return w.seen ? "change_hopeless" : "change_edge";
    default:
        return w.seen && w.tokens[v->offer[question->seat] - 1] < 0 ? "withdraw_far" : NULL;
    }
}

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
    return two ? (better ? "answers" : "answers_by_chance") : better ? "pairs" : "pairs_by_chance";
}

const struct game_review scale_review = {
    .chances = chances,
    .iterations = 1,
    .judges = judges,
    .note = note,
    .summary = summary,
};
