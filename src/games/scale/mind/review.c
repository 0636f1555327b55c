/* Winning chances in Scale.
 *
 * The chances follow from the tokens. A decision can be judged only if the seat has watched the others
 * perform: what they did on the stage is in its memory, but not in a record. An offer or an answer
 * that completes a pair is worth what the pair brings, by what the performances gave away; one that
 * waits for the other player, half of it. */
#include "games/scale/mind/review.h"

#include "base/bits.h"
#include "games/scale/mind/weigh.h"

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

const struct game_review scale_review = {
    .chances = chances,
    .iterations = 1,
    .judges = judges,
    .note = note,
};
