/* The end of a match: who won, with which scores, and what decided it. */
#ifndef TERMINAL_RESULT_H
#define TERMINAL_RESULT_H

#include "match/match.h"
#include "terminal/drawing.h"

/* The match must be over. Uses the names and language of `drawing`, not its view. */
void result_print(const struct drawing *drawing, const struct match *match);

#endif
