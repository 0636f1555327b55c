/* The aids of Trakks. */
#include "games/trakks/aids.h"

#include "games/trakks/score.h"

void trakks_aids(const void *view, int viewer, struct doc *doc)
{
    (void)viewer; /* hidden tiles are hidden in the view */
    const struct trakks_state *s = view;
    int limit = trakks_groups_limit(s->seats);
    doc_integer(doc, "groups_limit", limit); /* K12 */
    /* A group is reserved for each player who has not opened yet (K14). */
    doc_integer(doc, "groups_reserved", s->seats - bits_count(s->opened));
    doc_list(doc, "rack_penalties"); /* K17; null for a rack that the viewer does not see */
    for (int seat = 0; seat < s->seats; seat++) {
        if (s->hidden[seat])
            doc_null(doc, NULL);
        else
            doc_integer(doc, NULL, trakks_rack_penalty(s, seat));
    }
    doc_end(doc);
}
