/* Whom the program talks to: the language, and where its sentences come from. */
#ifndef TERMINAL_CONSOLE_H
#define TERMINAL_CONSOLE_H

#include "text/text.h"

enum { CONSOLE_OK = 0, CONSOLE_FAILED = 1, CONSOLE_USAGE = 2 }; /* exit codes */

struct console {
    enum language language;
    const char *program;     /* as it was called */
    const char *data_folder; /* --data, or the environment's LUDOSAURE_DATA, or NULL */
    struct texts *texts;
    const char *command; /* the subcommand, for its help */
};

#endif
