/* The players of an arena, as --players names them: a level or PLAYER_CLAIRVOYANT, which searches the
 * real state; or "exec:COMMAND", another program. Each may be followed by its own budget per
 * decision, "@ms=100" or "@iterations=8000", and by a softness (mind.h): "@softness=50", in
 * thousandths. A backslash makes the next character an ordinary one,
 * so that a command can contain commas, @ and spaces. */
#ifndef CLI_ARENA_PLAYER_H
#define CLI_ARENA_PLAYER_H

#include "cli/cli.h"

enum { ARENA_NAME = 128, ARENA_WORDS_MAX = 16 };

struct arena_player {
    char name[ARENA_NAME];      /* as in the list */
    const struct player *level; /* NULL: a program */
    bool clairvoyant;
    int ms, iterations;         /* 0: those of the arena */
    int softness;               /* in thousandths */
    char command[ARENA_NAME];   /* of a program: its words, each with a zero byte at its end */
    int words[ARENA_WORDS_MAX]; /* where they begin */
    int word_count;
};

/* Takes the first player off a list that is not empty. False after a message. */
bool arena_player_next(const struct console *console, const char **list,
                       struct arena_player *player);

#endif
