/* A program that plays in an arena. It is a process of its own for each place in the line-up and each
 * thread, and plays one match after the other. docs/bots.md describes what it is asked and how it
 * answers. */
#ifndef CLI_ARENA_PROGRAM_H
#define CLI_ARENA_PROGRAM_H

#include "cli/arena_player.h"
#include "cli/process.h"
#include "players/bot_match.h"

#include <jansson.h>

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

#endif
