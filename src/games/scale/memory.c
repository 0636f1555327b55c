/* What a seat remembers. */
#include "games/scale/memory.h"

#include "base/check.h"
#include "games/scale/text.h"

#include <string.h>

/* Both cards are turned over: the level of each performance is now known. */
static void reveal_observe(struct scale_memory *m, const struct doc *doc,
                           const struct doc_node *event)
{
    const struct doc_node *card = doc_first(doc, doc_get(doc, event, "cards"));
    DOC_EACH (doc, doc_get(doc, event, "seats"), node) {
        uint8_t code = scale_card_find(doc_text(doc, card));
        int seat;
        if (doc_number(node, 0, SCALE_SEATS_MAX - 1, &seat))
            scale_reader_learn(&m->readers[seat], scale_card_value(code));
        m->discarded[code]++;
        card = doc_next(doc, card);
    }
}

void scale_observe(void *memory, int viewer, const struct doc *doc, const struct doc_node *event)
{
    struct scale_memory *m = memory;
    const char *type = doc_text(doc, doc_get(doc, event, "type"));
    CHECK(type);
    int seat = -1;
    if (doc_number(doc_get(doc, event, "seat"), 0, SCALE_SEATS_MAX - 1, &seat) && seat == viewer)
        m->rested = 0;
    if (strcmp(type, "reshuffle") == 0)
        memset(m->discarded, 0, sizeof m->discarded);
    else if (strcmp(type, "reveal") == 0)
        reveal_observe(m, doc, event);
    else if (strcmp(type, "swap") == 0 || strcmp(type, "change") == 0)
        m->discarded[scale_card_find(doc_text(doc, doc_get(doc, event, "card")))]++; /* or "?" */
    else if (strcmp(type, "draw") == 0 && seat >= 0)
        scale_reader_forget_look(&m->readers[seat]);
    else if (strcmp(type, "tie") == 0) /* S12: a new performance begins */
        for (seat = 0; seat < SCALE_SEATS_MAX; seat++)
            scale_reader_forget_look(&m->readers[seat]);
}

void scale_witness(void *memory, int viewer, int seat, const struct stage_gesture *gesture)
{
    struct scale_memory *m = memory;
    scale_reader_witness(&m->readers[seat], gesture);
    if (seat == viewer)
        m->rested++;
}
