/* The person that the program talks to: language, texts, and where data comes from. */
#ifndef TERMINAL_CONSOLE_H
#define TERMINAL_CONSOLE_H

#include "text/text.h"

enum { CONSOLE_OK = 0, CONSOLE_FAILED = 1, CONSOLE_USAGE = 2 }; /* exit codes */

struct console {
    enum language language;
    const char *program;     /* argv[0] */
    const char *data_folder; /* --data, or the environment variable LUDOSAURE_DATA, or NULL */
    struct texts *texts;
    const char *command; /* the subcommand, for its help */
};

#endif
