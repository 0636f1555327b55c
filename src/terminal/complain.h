/* Error messages on standard error, and help. Functions that return an int return an exit code. */
#ifndef TERMINAL_COMPLAIN_H
#define TERMINAL_COMPLAIN_H

#include "base/buffer.h"
#include "base/fault.h"
#include "terminal/console.h"

#include <stdio.h>

/* A sentence of core.json's section "cli". */
const char *complain_text(const struct console *console, const char *key);

/* A message: the text `key` of a section of core.json with words filled in, as in say_into. Returns
 * `code`. */
int complain_say(const struct console *console, int code, const char *section, const char *key, ...)
    __attribute__((sentinel));

/* The command line is wrong: prints the sentence and where to find help. */
int complain_usage(const struct console *console, const char *key, const char *detail);
/* The number of an option is not from `low` to `high`. */
int complain_range(const struct console *console, const char *option, int low, int high);
/* Prints where to find the help of the command. */
int complain_point_to_help(const struct console *console);

/* Something failed. */
int complain_failure(const struct console *console, const char *key, const char *detail);
/* The same for a fault; and only its sentence, with the rule. */
int complain_fault(const struct console *console, const struct fault *fault);
void complain_fault_text(const struct console *console, const struct fault *fault,
                         struct buffer *text);
/* The meaning of an errno in words. */
const char *complain_reason(const struct console *console, int number);
/* A file cannot be read; `number` is an errno. */
int complain_cannot_read(const struct console *console, const char *path, int number);

/* Prints the help of a subcommand, or of the program for NULL; false if there is none. */
bool complain_help(const struct console *console, const char *command, FILE *out);

#endif
