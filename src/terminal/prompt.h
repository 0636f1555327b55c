/* The turn of one person: shows what happened, the table and the moves, and reads lines until a
 * move is made. */
#ifndef TERMINAL_PROMPT_H
#define TERMINAL_PROMPT_H

#include "terminal/session.h"

enum prompt_end {
    PROMPT_ON, /* not yet: ask again */
    PROMPT_MOVED,
    PROMPT_LATER, /* another person goes first */
    PROMPT_LEAVE,
};

enum prompt_end prompt_person(struct session *session, int seat);

/* Prints a sentence with a name in it and waits for Enter. False: the people leave. */
bool prompt_enter(struct session *session, const char *key, const char *name);

/* After the last move: offers to save the match. */
void prompt_finished(struct session *session);

#endif
