/* The events of Fossils. */
#include "games/template/events.h"

void template_event_play(struct story *story, int seat, uint8_t fossil)
{
    story_event(story, "play", seat);
    doc_integer(story->doc, "fossil", fossil);
    story_event_end(story);
}

void template_event_bury(struct story *story, int seat, uint8_t fossil)
{
    story_event(story, "bury", seat);
    if (story_tells(story, seat))
        doc_integer(story->doc, "fossil", fossil);
    else
        doc_string(story->doc, "fossil", "?");
    story_event_end(story);
}
