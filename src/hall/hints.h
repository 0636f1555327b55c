/* Hints: a computer player suggests a move to a person. A hint may take seconds, and anyone may
 * ask, so only a few are computed at a time: the moves of computer players come first. The first hint of a
 * match that is rated until then is an entry of its table, and is given once that is on the disk: a match
 * with a hint never counts for ratings (table_is_rated), whatever happens to the server. */
#ifndef HALL_HINTS_H
#define HALL_HINTS_H

#include "hall/change.h"
#include "hall/people.h"
#include "hall/thinking.h"

struct hints {
    struct environment *environment;
    struct changes *changes;
    struct thinking *thinking;
    struct hint_request *first; /* asked for, the oldest first */
};

void hints_start(struct hints *hints, struct changes *changes, struct thinking *thinking);
void hints_free(struct hints *hints);

/* The request `suggest` of the person on this seat. */
void hints_ask(struct hints *hints, struct live_table *live, struct client *client, int seat,
               const struct request *request);

#endif
