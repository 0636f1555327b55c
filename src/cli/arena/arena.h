/* `ludosaure arena`: matches between players in which luck cancels.
 *
 *     arena.c    plays them
 *     players.c  who plays: levels, and other programs
 *     report.c   the figures */
#ifndef CLI_ARENA_ARENA_H
#define CLI_ARENA_ARENA_H

#include "cli/cli.h"
#include "players/players.h"

#include <jansson.h>

/* ---- Players ---- */

/* The players of an arena, as --players names them: a level or PLAYER_CLAIRVOYANT, which searches the
 * real state; or "exec:COMMAND", another program. Each may be followed by its own budget per
 * decision, "@ms=100" or "@iterations=8000", and by a softness (mind.h): "@softness=50", in
 * thousandths. A backslash makes the next character an ordinary one,
 * so that a command can contain commas, @ and spaces. */

enum { ARENA_NAME = 128, ARENA_WORDS_MAX = 16 };

struct arena_player {
    char name[ARENA_NAME];      /* as in the list, in words of today */
    const struct player *level; /* NULL: a program */
    bool clairvoyant, teacher;
    int ms, iterations;         /* 0: those of the arena */
    int softness;               /* in thousandths */
    char command[ARENA_NAME];   /* of a program: its words, each with a zero byte at its end */
    int words[ARENA_WORDS_MAX]; /* where they begin */
    int word_count;
};

/* Takes the first player off a list that is not empty. False after a message. */
bool arena_player_next(const struct console *console, const struct game *game, const char **list,
                       struct arena_player *player);

/* ---- Program ---- */

/* A program that plays in an arena. It is a process of its own for each place in the line-up and each
 * thread, and plays one match after the other. docs/bots.md describes what it is asked and how it
 * answers. */

/* What a program did wrong. */
struct arena_failure {
    const char *key; /* of a sentence in the section "arena"; NULL: nothing */
    char name[ARENA_NAME];
    char request[16];   /* that it was asked */
    char detail[512];   /* depends on the sentence */
    struct fault fault; /* of a move that is not allowed */
};

struct arena_program {
    struct bot_match_guest guest; /* the first member */
    const struct arena_player *player;
    int ms, iterations; /* 0: unlimited */
    struct process process;
    int64_t asked;  /* the id of the latest request */
    json_t *events; /* since the latest question */
    struct arena_failure failure;
};

/* Starts the program of a player; `ms` and `iterations` are the budgets of the arena. Returns NULL
 * with a failure if it cannot be started. */
struct arena_program *arena_program_start(const struct arena_player *player, int ms, int iterations,
                                          struct arena_failure *failure);
void arena_program_stop(struct arena_program *program);

/* Prints what a program did wrong in the match with this seed. Returns an exit code. */
int arena_failure_print(const struct console *console, const struct arena_failure *failure,
                        const char *seed);

/* ---- Report ---- */

/* The report of an arena: printed as a table, as JSON that can be merged with other shards, or as a
 * picture. */

struct arena_report {
    char game[32], seed[101];
    int seats;
    char names[STANDINGS_MAX][ARENA_NAME];
    struct standings standings;
    enum standings_verdict verdict;
    bool interrupted; /* not all of it was played */
    struct series series;
};

/* Describes the series. A report that was described or read must be freed. */
void arena_report_describe(struct arena_report *report, const struct game *game,
                           const uint8_t *options, json_t *line_up, int ms, int iterations,
                           const char *shard);
void arena_report_free(struct arena_report *report);

void arena_report_print(const struct console *console, const struct arena_report *report);
json_t *arena_report_json(const struct arena_report *report);
/* Reads the output of arena_report_json for any shard; false if it is something else. */
bool arena_report_read(struct arena_report *report, const json_t *json);
/* Adds a report to another. Returns NULL, or the key of a sentence that says why they do not fit
 * together. */
const char *arena_report_add(struct arena_report *total, const struct arena_report *more);
/* Draws shares of wins with their intervals, and ratings. False if the file cannot be written. */
bool arena_report_svg(const struct arena_report *report, const char *path);

#endif
