/* Lines that a person types, or that come from a pipe. Whatever bytes come in, a line is clean text
 * of limited length. An interruption (Ctrl-C, a closed terminal) is an ordinary result, so that the
 * caller can save before it exits. */
#ifndef TERMINAL_INPUT_H
#define TERMINAL_INPUT_H

#include "terminal/terminal.h"

enum { INPUT_LINE_MAX = 4096 + 64 }; /* longer than any move text */

enum input_answer {
    INPUT_LINE,
    INPUT_TOO_LONG, /* the line was too long, and was skipped */
    INPUT_END,      /* no more lines, or the output is closed */
    INPUT_INTERRUPTED,
};

struct input {
    const struct terminal *terminal; /* where the prompt goes */
    bool typed;                      /* the terminal echoes it */
    char bytes[4096];
    size_t at, count; /* the unused bytes */
};

/* From now on Ctrl-C and similar signals are results instead of ending the program. */
void input_start(struct input *input, const struct terminal *terminal);

/* Whether the program was interrupted, for loops that do not read. */
bool input_interrupted(void);

/* Waits until something can be read, or the program is interrupted, for at most `ms`. False if the time
 * has passed. */
bool input_waits(const struct input *input, int ms);

/* Shows `prompt` and reads a line, cleaned as by say_clean, into a buffer of INPUT_LINE_MAX. */
enum input_answer input_line(struct input *input, const char *prompt, char *line);

#endif
