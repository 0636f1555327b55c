/* Reasons for moves of Fossils: keys of "hints" in data/texts/template.json. */
#include "games/template/mind/hint.h"

#include "game/game.h"
#include "games/template/mind/worth.h"

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
