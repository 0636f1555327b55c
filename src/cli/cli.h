/* What the subcommands share: reading options, and naming games and players. */
#ifndef CLI_CLI_H
#define CLI_CLI_H

#include "game/game.h"
#include "players/player.h"
#include "terminal/complain.h"
#include "terminal/console.h"

#include <stdint.h>
#include <stdio.h>

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
bool cli_parse(struct console *console, int *argc, char **argv, const struct cli_option *options,
               int *code);

/* Whether a seed can stand in a record; false after a message. */
bool cli_seed(const struct console *console, const char *seed);

/* The game that a word names: an id, or the beginning of one that only one game has. NULL after a
 * message. */
const struct game *cli_game(const struct console *console, const char *word);

/* Options of the game from words such as "rounds=3", into choices; all others get their default.
 * False after a message. */
bool cli_game_options(const struct console *console, const struct game *game,
                      const struct cli_repeated *words, uint8_t *chosen);

/* Computer players from a list such as "random,easy": one name each, the last one for all who are
 * left. False after a message. */
bool cli_players(const struct console *console, const char *list, const struct player **players,
                 int count);

/* The server's database file unless another is named: in the user's data folder, which is made
 * `with_folders`. In static storage. */
const char *cli_database_path(bool with_folders);

#endif
