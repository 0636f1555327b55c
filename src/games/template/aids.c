/* What players like to see next to a view of Fossils: the points so far. */
#include "games/template/aids.h"

#include "games/template/score.h"
#include "games/template/state.h"

void template_aids(const void *view, int viewer, struct doc *doc)
{
    (void)viewer;
    const struct template_state *s = view;
    struct game_result so_far;
    template_result(s, &so_far);
    doc_list(doc, "points");
    for (int seat = 0; seat < s->seats; seat++)
        doc_integer(doc, NULL, so_far.scores[seat]);
    doc_end(doc);
}
