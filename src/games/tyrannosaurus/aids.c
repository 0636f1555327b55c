/* The aids of Tyrannosaurus Rex. */
#include "games/tyrannosaurus/aids.h"

#include "games/tyrannosaurus/legal.h"
#include "games/tyrannosaurus/score.h"
#include "games/tyrannosaurus/text.h"

/* The square that the viewer's choice starts from, or TYREX_NOWHERE. */
static uint8_t origin(const struct tyrannosaurus_state *s, int viewer)
{
    switch (s->phase) {
    case TYREX_PHASE_LAKE:
        return s->lake;
    case TYREX_PHASE_VOLCANO:
        return s->volcano;
    case TYREX_PHASE_TYREX:
        return s->tyrex;
    case TYREX_PHASE_PANIC:
        return s->players[tyrannosaurus_fleeing(s)].at;
    case TYREX_PHASE_ACT:
        return viewer < 0 ? TYREX_NOWHERE : s->players[viewer].at;
    default:
        return TYREX_NOWHERE;
    }
}

/* Why the match is over (Y21), or NULL. */
static const char *ending(const struct tyrannosaurus_state *s)
{
    if (s->phase != TYREX_PHASE_OVER)
        return NULL;
    int left = bits_count(s->playing);
    return left == 0 ? "none_left" : left == 1 ? "one_left" : "last_turn";
}

void tyrannosaurus_aids(const void *view, int viewer, struct doc *doc)
{
    const struct tyrannosaurus_state *s = view;
    doc_list(doc, "order"); /* Y6 */
    TYREX_EACH_IN_ORDER (s, seat)
        doc_integer(doc, NULL, seat);
    doc_end(doc);
    /* The seats that choose in this phase, whether they have chosen or not. */
    doc_bits(doc, "choosers", s->phase == TYREX_PHASE_OVER ? 0 : tyrannosaurus_choosers(s));
    tyrannosaurus_square_save(doc, "from", origin(s, viewer));
    doc_bits(doc, "leaders", tyrannosaurus_richest(s)); /* Y21 */
    doc_string_or_null(doc, "ending", ending(s));
}
