/* Messages about what went wrong, on standard error; and help. The functions that return an int
 * return an exit code, for `return`. */
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

/* The command line is wrong: the sentence, and where to find help. */
int complain_usage(const struct console *console, const char *key, const char *detail);
/* The number of an option is not one from `low` to `high`. */
int complain_range(const struct console *console, const char *option, int low, int high);
/* Points to the help of the command. */
int complain_point_to_help(const struct console *console);

/* Something did not work. */
int complain_failure(const struct console *console, const char *key, const char *detail);
/* The same for a fault, and its sentence alone, with the rule. */
int complain_fault(const struct console *console, const struct fault *fault);
void complain_fault_text(const struct console *console, const struct fault *fault,
                         struct buffer *text);
/* What an errno means, for people. */
const char *complain_reason(const struct console *console, int number);
/* A file cannot be read, for the reason that an errno gives. */
int complain_cannot_read(const struct console *console, const char *path, int number);

/* The help of a subcommand, or of the program with NULL; false: there is none of that name. */
bool complain_help(const struct console *console, const char *command, FILE *out);

#endif
