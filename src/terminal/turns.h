/* The turns of a match at the terminal, until its end. */
#ifndef TERMINAL_TURNS_H
#define TERMINAL_TURNS_H

#include "terminal/session.h"

/* Plays until the match is over or the people leave; the exit code. */
int turns_run(struct session *session);

#endif
