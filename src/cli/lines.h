/* Answers standard input line by line, for commands that other programs talk to. */
#ifndef CLI_LINES_H
#define CLI_LINES_H

#include "text/text.h"

#include <stddef.h>

/* Prints `answer` of each line, which returns a text to be freed, until the input ends or the output
 * is closed. */
void lines_answer(const struct texts *texts,
                  char *(*answer)(void *context, const char *line, size_t length), void *context);

#endif
