/* Events as sentences, from the section "events" of a game's text file. */
#ifndef TEXT_EVENT_H
#define TEXT_EVENT_H

#include "text/text.h"

/* Adds the sentence for an event; nothing if the event has no text. names[i] is the name of seat i,
 * or NULL for the reader's own seat, which becomes "you". */
void texts_event(const struct texts *texts, enum language language, const char *game,
                 const struct doc *doc, const struct doc_node *event, const char *const *names,
                 struct buffer *out);

#endif
