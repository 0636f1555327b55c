/* What a seat remembers. */
#include "games/scale/memory.h"

#include "games/scale/text.h"

#include <string.h>

/* A discard of a seat has been seen; NULL: that there was one. False if there are no more cards. */
static bool discard_observe(struct scale_memory *m, const char *name)
{
    uint8_t *count = &m->discarded[scale_card_find(name)];
    return *count < SCALE_NUMBER_CARDS && ++*count;
}

/* Both cards are turned over: the level of each performance is now known. */
static bool reveal_observe(struct scale_memory *m, const struct doc *doc,
                           const struct doc_node *event)
{
    const struct doc_node *card = doc_first(doc, doc_get(doc, event, "cards"));
    DOC_EACH (doc, doc_get(doc, event, "seats"), node) {
        const char *name = doc_text(doc, card);
        uint8_t code = scale_card_find(name);
        int seat;
        if (!doc_number(node, 0, SCALE_SEATS_MAX - 1, &seat) || !scale_card_has_value(code) ||
            !discard_observe(m, name))
            return false;
        scale_reader_learn(&m->readers[seat], scale_card_value(code));
        card = doc_next(doc, card);
    }
    return true;
}

/* Changes the memory even if it returns false. */
static bool event_observe(struct scale_memory *m, int viewer, const struct doc *doc,
                          const struct doc_node *event)
{
    const char *type = doc_text(doc, doc_get(doc, event, "type"));
    const struct doc_node *node = doc_get(doc, event, "seat");
    int seat = -1;
    if (!type || (node && !doc_number(node, 0, SCALE_SEATS_MAX - 1, &seat)))
        return false;
    if (seat == viewer)
        m->rested = 0;
    if (strcmp(type, "reshuffle") == 0)
        memset(m->discarded, 0, sizeof m->discarded);
    else if (strcmp(type, "reveal") == 0)
        return reveal_observe(m, doc, event);
    else if (strcmp(type, "swap") == 0 || strcmp(type, "change") == 0)
        return discard_observe(m, doc_text(doc, doc_get(doc, event, "card"))); /* or "?" */
    else if (strcmp(type, "draw") == 0 && seat >= 0)
        scale_reader_forget_look(&m->readers[seat]);
    else if (strcmp(type, "tie") == 0) /* S12: a new performance begins */
        for (seat = 0; seat < SCALE_SEATS_MAX; seat++)
            scale_reader_forget_look(&m->readers[seat]);
    return true;
}

bool scale_observe(void *memory, int viewer, const struct doc *doc, const struct doc_node *event)
{
    struct scale_memory *m = memory, before = *m;
    if (event_observe(m, viewer, doc, event))
        return true;
    *m = before;
    return false;
}

void scale_witness(void *memory, int viewer, int seat, const struct stage_gesture *gesture)
{
    struct scale_memory *m = memory;
    scale_reader_witness(&m->readers[seat], gesture);
    if (seat == viewer)
        m->rested++;
}
