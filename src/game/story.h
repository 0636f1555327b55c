/* The events of a move as one viewer sees them: a list of objects, each with a "type". The viewer
 * is a seat, a spectator, or STORY_ALL, who knows everything. A game calls story_tells() before it
 * reveals what only one seat may know. For several viewers the same move is applied to copies of
 * the state; `apply` gives the same result each time.
 *
 *      if (story) {
 *          story_event(story, "draw", seat);
 *          doc_string(story->doc, "card", story_tells(story, seat) ? name : "?");
 *          story_event_end(story);
 *      } */
#ifndef GAME_STORY_H
#define GAME_STORY_H

#include "base/doc.h"

enum { STORY_ALL = -2 };

struct story {
    struct doc *doc; /* inside an open list */
    int viewer;
};

/* Whether the viewer may know what `seat` knows. */
static inline bool story_tells(const struct story *story, int seat)
{
    return story->viewer == seat || story->viewer == STORY_ALL;
}

/* Opens an event; the caller adds values with doc_… and closes it. `seat` < 0: no seat. */
static inline void story_event(struct story *story, const char *type, int seat)
{
    doc_object(story->doc, NULL);
    doc_string(story->doc, "type", type);
    if (seat >= 0)
        doc_integer(story->doc, "seat", seat);
}

static inline void story_event_end(struct story *story)
{
    doc_end(story->doc);
}

#endif
