/* The command line: what its subcommands share. One file each; main.c finds them. */
#ifndef CLI_CLI_H
#define CLI_CLI_H

#include "base/buffer.h"
#include "base/fault.h"
#include "game/game.h"
#include "players/player.h"
#include "text/text.h"

#include <stdint.h>
#include <stdio.h>

enum { CLI_OK = 0, CLI_FAILED = 1, CLI_USAGE = 2 }; /* exit codes */

struct cli {
    enum language language;
    const char *program;     /* as it was called */
    const char *data_folder; /* --data, or the environment's LUDOSAURE_DATA, or NULL */
    struct texts *texts;
    const char *command; /* the subcommand, for its help */
};

/* An option of a subcommand: `--name VALUE`, `--name=VALUE`, or `--name` for a flag. */
struct cli_option {
    const char *name;
    enum { CLI_TEXT, CLI_NUMBER, CLI_FLAG, CLI_REPEATED } type;
    void *target;  /* const char **, int *, bool *, struct cli_repeated * */
    int low, high; /* numbers */
};
struct cli_repeated {
    const char *values[16];
    int count;
};

/* Takes the options out of argv and leaves the other words in it; *argc becomes their number.
 * Every subcommand also has --lang, --data and --help. False: exit with *code, all is said.
 * `options` ends with a NULL name. */
bool cli_parse(struct cli *cli, int *argc, char **argv, const struct cli_option *options,
               int *code);

/* A sentence of core.json's "cli" section on standard error, with {detail} filled in; returns
 * CLI_USAGE or CLI_FAILED for `return`. */
int cli_usage_error(const struct cli *cli, const char *key, const char *detail);
int cli_failure(const struct cli *cli, const char *key, const char *detail);
/* The same for a fault, and its sentence alone, with the rule. */
int cli_fault(const struct cli *cli, const struct fault *fault);
void cli_fault_text(const struct cli *cli, const struct fault *fault, struct buffer *text);

/* The number of an option is not one from `low` to `high`; likewise. */
int cli_range_error(const struct cli *cli, const char *option, int low, int high);

/* What an errno means, for people. */
const char *cli_reason(const struct cli *cli, int number);

/* A file cannot be read, for the reason that an errno gives; returns CLI_FAILED. */
int cli_cannot_read(const struct cli *cli, const char *path, int number);

/* Whether a seed can stand in a record; false after a message. */
bool cli_seed(const struct cli *cli, const char *seed);

/* Prints a sentence with {detail} filled in, without a line's end. */
void cli_print(const struct cli *cli, FILE *out, const char *key, const char *detail);
const char *cli_text(const struct cli *cli, const char *key);

/* The game that a word names: an id, or the beginning of one that only one game has. NULL after a
 * message. */
const struct game *cli_game(const struct cli *cli, const char *word);

/* Options of the game from words such as "rounds=3", into choices; all others get their default.
 * False after a message. */
bool cli_game_options(const struct cli *cli, const struct game *game,
                      const struct cli_repeated *words, uint8_t *chosen);

/* Computer players from a list such as "random,easy": one name each, the last one for all who are
 * left. False after a message. */
bool cli_players(const struct cli *cli, const char *list, const struct player **players, int count);

/* The help of a subcommand, or of the program with NULL; false: there is none of that name. */
bool cli_help(const struct cli *cli, const char *command, FILE *out);

/* The server's database file unless another is named: in the user's data folder, which is made
 * `with_folders`. In static storage. */
const char *cli_database_path(bool with_folders);

int cli_referee(struct cli *cli, int argc, char **argv);
int cli_arena(struct cli *cli, int argc, char **argv);
int cli_solve(struct cli *cli, int argc, char **argv);
int cli_simulate(struct cli *cli, int argc, char **argv);
int cli_play(struct cli *cli, int argc, char **argv);
int cli_rules(struct cli *cli, int argc, char **argv);
int cli_verify(struct cli *cli, int argc, char **argv);
int cli_replay(struct cli *cli, int argc, char **argv);
int cli_admin(struct cli *cli, int argc, char **argv);
int cli_serve(struct cli *cli, int argc, char **argv);

#endif
