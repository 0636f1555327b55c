/* Shared by the subcommands: reading options, and finding games and players by name. */
#ifndef CLI_CLI_H
#define CLI_CLI_H

#include "game/game.h"
#include "players/player.h"
#include "terminal/complain.h"
#include "terminal/console.h"

#include <stdint.h>
#include <stdio.h>

/* The largest budgets of a computer player per decision. */
enum { CLI_MS_MAX = 3600000, CLI_ITERATIONS_MAX = 1000000000 };

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
 * Every subcommand also has --lang, --data and --help, and --list-options, which lists them all for
 * shell completions. False: exit with *code; messages are already printed. `options` ends with a NULL
 * name. */
bool cli_parse(struct console *console, int *argc, char **argv, const struct cli_option *options,
               int *code);

/* Whether there are 1 to `most` words. False after a message: `missing`, in which {detail} is the list
 * of games, or one about the first word too many. */
bool cli_words(const struct console *console, int argc, char **argv, int most, const char *missing);

/* Whether a seed can be stored in a record; false after a message. */
bool cli_seed(const struct console *console, const char *seed);

/* The game with this id, or with an id that begins so if there is only one. NULL after a message. */
const struct game *cli_game(const struct console *console, const char *word);

/* Whether the game takes this number of seats; 0 becomes its smallest. False after a message. */
bool cli_seats(const struct console *console, const struct game *game, int *seats);

/* Options of the game from words such as "rounds=3", into choices; the others get their default.
 * False after a message. */
bool cli_game_options(const struct console *console, const struct game *game,
                      const struct cli_repeated *words, uint8_t *chosen);

/* The same for a match between computer players: by default as they require. */
bool cli_bot_options(const struct console *console, const struct game *game,
                     const struct cli_repeated *words, uint8_t *chosen);

/* Takes the first name of a list such as "random,easy" off it. *player is unchanged if the list is
 * empty. False after a message. */
bool cli_player_next(const struct console *console, const char **list,
                     const struct player **player);
/* `count` computer players from such a list; the last name fills the remaining seats. False after a
 * message. */
bool cli_players(const struct console *console, const struct game *game, const char *list,
                 const struct player **players, int count);
/* Whether the game has this player: it may leave out steps of the ladder. False after a message. */
bool cli_player_fits(const struct console *console, const struct game *game,
                     const struct player *player);

/* Creates the folders of a path, up to its last slash. False with errno. */
bool cli_folders_create(const char *path, unsigned mode);

/* A file in the user's data folder; `with_folders` creates the folder. In static storage. */
const char *cli_data_path(const char *file, bool with_folders);
/* Whether a database can be at this location; false after a message about its URL. */
bool cli_database(const struct console *console, const char *location);
#define CLI_DATABASE "ludosaure.db" /* the server's default database */

#endif
