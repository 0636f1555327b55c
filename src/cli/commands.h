/* The subcommands, one file each. Each gets the words after its name and returns an exit code. */
#ifndef CLI_COMMANDS_H
#define CLI_COMMANDS_H

#include "terminal/console.h"

int cli_referee(struct console *console, int argc, char **argv);
int cli_bot(struct console *console, int argc, char **argv);
int cli_arena(struct console *console, int argc, char **argv);
int cli_puzzles(struct console *console, int argc, char **argv);
int cli_solve(struct console *console, int argc, char **argv);
int cli_study(struct console *console, int argc, char **argv);
int cli_simulate(struct console *console, int argc, char **argv);
int cli_play(struct console *console, int argc, char **argv);
int cli_rules(struct console *console, int argc, char **argv);
int cli_verify(struct console *console, int argc, char **argv);
int cli_replay(struct console *console, int argc, char **argv);
int cli_analyse(struct console *console, int argc, char **argv);
int cli_admin(struct console *console, int argc, char **argv);
int cli_export_web(struct console *console, int argc, char **argv);
int cli_serve(struct console *console, int argc, char **argv);

#endif
