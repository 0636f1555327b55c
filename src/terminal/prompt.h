/* One person's turn: what happened, the table, the moves, and whatever that person types until a
 * move is made. */
#ifndef TERMINAL_PROMPT_H
#define TERMINAL_PROMPT_H

#include "terminal/session.h"

enum prompt_end {
    PROMPT_ON, /* not yet: the person is asked again */
    PROMPT_MOVED,
    PROMPT_LATER, /* nothing for now: somebody else is asked first */
    PROMPT_LEAVE,
};

enum prompt_end prompt_person(struct session *session, int seat);

/* Says a sentence with a name in it and waits for Enter. False: the people leave. */
bool prompt_enter(struct session *session, const char *key, const char *name);

/* After the last move: offers to keep the match. */
void prompt_finished(struct session *session);

#endif
