/* How a match ended: who won, with how much, and what decided it. */
#ifndef TERMINAL_RESULT_H
#define TERMINAL_RESULT_H

#include "match/match.h"
#include "terminal/drawing.h"

/* Of a match that is over. Uses `drawing` for names and language; its view is not touched. */
void result_print(const struct drawing *drawing, const struct match *match);

#endif
