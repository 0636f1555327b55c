/* Explains to a person why a move, or waiting, is good. */
#include "games/scale/mind/hint.h"

#include "base/bits.h"
#include "games/scale/mind/weigh.h"

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
