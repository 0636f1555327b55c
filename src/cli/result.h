/* How a match ended: who won, with how much, and what decided it. */
#ifndef CLI_RESULT_H
#define CLI_RESULT_H

#include "cli/draw.h"
#include "match/match.h"

/* Of a match that is over. Uses `drawing` for names and language; its view is not touched. */
void result_print(const struct drawing *drawing, const struct match *match);

#endif
