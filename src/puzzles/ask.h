/* Puzzles for a front end that has the file of a game and knows no rules. docs/content.md lists the
 * requests. */
#ifndef PUZZLES_ASK_H
#define PUZZLES_ASK_H

#include "text/text.h"

#include <jansson.h>

/* Answers a request, as a new value. An answer with "error" says what is wrong with the puzzle, the
 * request or the move. */
json_t *puzzle_ask(const struct texts *texts, const json_t *request);

#endif
