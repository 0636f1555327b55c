/* Lines that a person types, or that come from a pipe. Whatever bytes come, a line is clean text
 * of bounded length; an interruption (Ctrl-C, a closed terminal) is an answer like any other, so
 * that the caller can save before it leaves. */
#ifndef TERMINAL_INPUT_H
#define TERMINAL_INPUT_H

#include "terminal/terminal.h"

enum { INPUT_LINE_MAX = 4096 + 64 }; /* the longest move text, and some room */

enum input_answer {
    INPUT_LINE,
    INPUT_TOO_LONG, /* a line that is longer than anything one could mean; it is skipped */
    INPUT_END,      /* no more lines, or nobody left to read what is written */
    INPUT_INTERRUPTED,
};

struct input {
    const struct terminal *terminal; /* where the prompt goes */
    bool typed;                      /* by a person: the terminal shows it by itself */
    char bytes[4096];
    size_t at, count; /* of the bytes read, those not yet used */
};

/* From now on Ctrl-C and the like are answers instead of the end of the program. */
void input_start(struct input *input, const struct terminal *terminal);

/* Whether an interruption is waiting, for loops that do not read. */
bool input_interrupted(void);

/* Shows `prompt` and reads a line, cleaned as by say_clean, into room for INPUT_LINE_MAX. */
enum input_answer input_line(struct input *input, const char *prompt, char *line);

#endif
