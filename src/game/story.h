/* What happens during a move, told to one listener: a list of events, each an object with a
 * "type". The listener is a seat, a spectator, or STORY_ALL, who knows everything; a game asks
 * story_tells() before it tells what only a seat may know. For several listeners the same move is
 * applied to copies of the state: `apply` always does the same.
 *
 *     if (story) {
 *         story_event(story, "draw", seat);
 *         doc_string(story->doc, "card", story_tells(story, seat) ? name : "?");
 *         story_event_end(story);
 *     }
 */
#ifndef GAME_STORY_H
#define GAME_STORY_H

#include "base/doc.h"

enum { STORY_ALL = -2 };

struct story {
    struct doc *doc; /* inside an open list */
    int viewer;
};

/* Whether the listener may know what `seat` knows. */
static inline bool story_tells(const struct story *story, int seat)
{
    return story->viewer == seat || story->viewer == STORY_ALL;
}

/* Opens an event; the caller adds values with doc_… and closes it. `seat` < 0: nobody's. */
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
