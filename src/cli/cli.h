/* The command line: what the subcommands share, and the small ones.
 *
 *     main.c        finds the subcommand; `rules`, `schema`
 *     cli.c         options; games, players and seats by name
 *     serve.c       `serve`
 *     play.c        `play`
 *     replay.c      `replay`, `verify`
 *     puzzles.c     `puzzles`, `solve`
 *     referee.c     `referee`, which answers standard input line by line
 *     export_web.c  `export-web`
 *     process.c     runs another program that answers lines
 *     series.c      simulations, arenas and studies in parts, on several machines
 *     svg.c         charts as SVG
 *     simulate/, arena/, study/, analyse/, admin/, bot/   the subcommands with several files */
#ifndef CLI_CLI_H
#define CLI_CLI_H

#include "game/game.h"
#include "players/players.h"
#include "terminal/screen/screen.h"
#include "text/text.h"

#include <jansson.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <sys/types.h>

/* ---- Options, games and players ---- */

/* Shared by the subcommands: reading options, and finding games and players by name. */

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
 * empty. False after a message. The player may be one of an earlier version. */
bool cli_player_next(const struct console *console, const char **list,
                     const struct player **player);
/* `count` computer players from such a list; the last name fills the remaining seats. False after a
 * message. */
bool cli_players(const struct console *console, const struct game *game, const char *list,
                 const struct player **players, int count);
/* Whether the game has this player: it may leave out steps of the ladder. A level of an earlier version
 * becomes the player that it stands for. False after a message. */
bool cli_player_fits(const struct console *console, const struct game *game,
                     const struct player **player);

/* Creates the folders of a path, up to its last slash. False with errno. */
bool cli_folders_create(const char *path, unsigned mode);

/* A file in the user's data folder; `with_folders` creates the folder. In static storage. */
const char *cli_data_path(const char *file, bool with_folders);
/* Whether a database can be at this location; false after a message about its URL. */
bool cli_database(const struct console *console, const char *location);
#define CLI_DATABASE "ludosaure.db" /* the server's default database */

/* ---- Commands ---- */

/* The subcommands, one file each. Each gets the words after its name and returns an exit code. */

int cli_referee(struct console *console, int argc, char **argv);
int cli_bot(struct console *console, int argc, char **argv);
int cli_arena(struct console *console, int argc, char **argv);
int cli_puzzles(struct console *console, int argc, char **argv);
int cli_solve(struct console *console, int argc, char **argv);
int cli_study(struct console *console, int argc, char **argv);
int cli_simulate(struct console *console, int argc, char **argv);
int cli_play(struct console *console, int argc, char **argv);
int cli_rules(struct console *console, int argc, char **argv);
int cli_schema(struct console *console, int argc, char **argv);
int cli_verify(struct console *console, int argc, char **argv);
int cli_replay(struct console *console, int argc, char **argv);
int cli_analyse(struct console *console, int argc, char **argv);
int cli_admin(struct console *console, int argc, char **argv);
int cli_export_web(struct console *console, int argc, char **argv);
int cli_serve(struct console *console, int argc, char **argv);

/* ---- Lines ---- */

/* Answers standard input line by line, for commands that other programs talk to. */

/* Prints `answer` of each line, which returns a text to be freed, until the input ends or the output
 * is closed. */
void lines_answer(const struct texts *texts,
                  char *(*answer)(void *context, const char *line, size_t length), void *context);

/* ---- Process ---- */

/* Another program that answers lines, over a socket in place of its standard input and output. */

struct process {
    pid_t pid; /* 0: not started */
    int socket;
    char *bytes; /* received, with space for a zero byte */
    size_t length, capacity;
    size_t taken; /* bytes of the line that was returned last, with its end */
};

enum process_outcome {
    PROCESS_ANSWERED,
    PROCESS_ENDED,    /* it has closed its end, or died */
    PROCESS_LATE,     /* no whole line within the time */
    PROCESS_TOO_LONG, /* more than PROCESS_LINE_MAX bytes without a line end */
};
enum { PROCESS_LINE_MAX = 1 << 20 };

/* Starts a program, found by PATH like in a shell. False with errno if that is impossible. */
bool process_start(struct process *process, char *const argv[]);

/* Sends a text and waits for a line, *line, which is valid until the next call. */
enum process_outcome process_ask(struct process *process, const char *text, int64_t limit_ms,
                                 char **line);

/* Closes its input, lets it end for a second, and kills it if it has not. */
void process_stop(struct process *process);

/* ---- Series ---- */

/* A series of matches between computer players, played in parts on several machines and merged. */

/* Part `part` of `parts`, counted from 1: it takes every `parts`-th item of the series, where an item
 * is a deal or a game. */
struct shard {
    int part, parts;
};

/* "2/8": the second of eight parts. False if it is something else. */
bool shard_parse(const char *text, struct shard *shard);
/* How many of `total` items the shard takes, and the number of its n-th; both count from 0. */
int shard_count(const struct shard *shard, int total);
int shard_item(const struct shard *shard, int n);

struct series {
    json_t *common; /* what all parts agree on, by key */
    json_t *parts;  /* the parts played so far: [{"seed", "shard"}, …] */
};

/* The series of one part; takes `common`. */
void series_start(struct series *series, json_t *common, const char *seed, const char *shard);
/* Reads the series of a report; `keys`, up to a NULL, are those of `common`. False if one is missing
 * or the parts are not valid; the series must be freed in any case. */
bool series_read(struct series *series, const json_t *report, const char *const *keys);
/* Adds the parts of another report. Returns NULL, or the key of a sentence that says why they do not
 * fit together. */
const char *series_add(struct series *total, const struct series *more);
/* Writes what series_read reads into a report. */
void series_write(const struct series *series, json_t *report);
void series_free(struct series *series);

/* Reads a report from JSON, to be released; NULL if it is none. */
json_t *series_parse(const char *text, size_t length);
/* Reads the report in a file. Returns an exit code, after a message unless it is CONSOLE_OK; only then
 * must *report be released. */
int series_load(const struct console *console, const char *path, json_t **report);

/* A whole number of a report by its key; 0 if there is none. */
int64_t series_number(const json_t *object, const char *key);

/* The chosen values of a game's options, by name. */
json_t *series_options(const struct game *game, const uint8_t *chosen);

/* ---- Charts as SVG ---- */

/* Pictures as SVG files: text, and charts that are readable on light and dark pages. */

/* Writes a text into XML. */
void svg_text(FILE *out, const char *text);

enum { SVG_LABEL_BYTES = 160, SVG_BINS = 24 };

/* A row of a chart of intervals: a heading, or a value with its interval. */
struct svg_row {
    char label[SVG_LABEL_BYTES];
    bool is_heading;
    double value, low, high;
    double even; /* where a short line marks what would be even */
};

/* How numbers on the axis are written. */
struct svg_axis {
    double low, high, step; /* `step` between two labels */
    double factor;          /* a value of 1 is written as this number */
    const char *unit;       /* after the number */
};

/* Draws rows from top to bottom, each value as a dot on a line for its interval. False if the file
 * cannot be written. */
bool svg_intervals(const char *path, const char *title, const struct svg_row *rows, int count,
                   const struct svg_axis *axis);

/* Values counted in bins of equal width. */
struct svg_histogram {
    const char *title;
    double low, width; /* where the first bin starts; how wide each one is */
    int bins;          /* at most SVG_BINS */
    int counts[SVG_BINS];
};

/* Draws histograms side by side. False if the file cannot be written. */
bool svg_histograms(const char *path, const char *title, const struct svg_histogram *histograms,
                    int count);

#endif
