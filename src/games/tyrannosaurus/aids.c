/* What a view of Tyrannosaurus Rex means, for those who draw it: the order of play, who chooses in
 * this phase, and from where directions count. */
#include "games/tyrannosaurus/tyrannosaurus.h"

/* The square from which the viewer's choice is made, or NOWHERE. */
static uint8_t origin(const struct tyrannosaurus_state *s, int viewer)
{
    switch (s->phase) {
    case PHASE_LAKE:
        return s->lake;
    case PHASE_VOLCANO:
        return s->volcano;
    case PHASE_TYREX:
        return s->tyrex;
    case PHASE_PANIC:
        return s->players[tyrannosaurus_fleeing(s)].at;
    case PHASE_ACT:
        return viewer < 0 ? NOWHERE : s->players[viewer].at;
    default:
        return NOWHERE;
    }
}

void tyrannosaurus_aids(const void *view, int viewer, struct doc *doc)
{
    const struct tyrannosaurus_state *s = view;
    doc_list(doc, "order"); /* Y6 */
    EACH_IN_ORDER (s, seat)
        doc_integer(doc, NULL, seat);
    doc_end(doc);
    /* Those whom the phase asks, whether they have chosen or not. */
    doc_bits(doc, "choosers", s->phase == PHASE_OVER ? 0 : tyrannosaurus_choosers(s));
    tyrannosaurus_square_save(doc, "from", origin(s, viewer));
    doc_bits(doc, "leaders", tyrannosaurus_richest(s)); /* Y21 */
}
