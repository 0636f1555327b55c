/* The face of a game: how the terminal draws its table and puts its moves into words. It is `const
 * struct face face_<id>` in src/terminal/games/<id>.c, where the build finds it. A game without a
 * face is drawn plainly. */
#ifndef TERMINAL_FACE_H
#define TERMINAL_FACE_H

#include "terminal/drawing.h"

/* For a kind of move that cannot be listed and is composed command by command. */
struct face_composer {
    /* Whether this line begins with a command of the composer. */
    bool (*takes)(const char *line);
    /* Starts a composer. `check` decides whether a move is allowed now; if not, the fault says why.
     * Except for the view, `drawing` must stay valid. */
    void *(*start)(const struct drawing *drawing,
                   bool (*check)(void *context, const char *move, struct fault *fault),
                   void *context);
    /* Carries out one command line, which may hold any bytes, and shows the outcome. True when the
     * move is complete and allowed: its text is then in `move`, with a capacity of
     * GAME_MOVE_TEXT_MAX. */
    bool (*line)(void *composer, const char *line, struct buffer *move);
    void (*end)(void *composer); /* accepts NULL */
};

struct face {
    const char *game; /* its id */
    void (*table)(const struct drawing *drawing);
    /* Adds the meaning of a move if it depends on the table; false: the texts of the game explain
     * it. May be NULL. */
    bool (*move)(const struct drawing *drawing, const char *move, struct buffer *words);
    const struct face_composer *composer; /* or NULL */
};

#endif
