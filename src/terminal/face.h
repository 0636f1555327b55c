/* What the terminal knows of one game beyond its view: how its table is drawn and its moves are put
 * into words. A game's face is `const struct face face_<id>` in src/terminal/games/<id>.c; the build
 * finds it there. A game without one is drawn plainly. */
#ifndef TERMINAL_FACE_H
#define TERMINAL_FACE_H

#include "terminal/drawing.h"

/* For a kind of move that cannot be listed, and is put together command by command. */
struct face_composer {
    /* Whether this line is one of the composer's commands, whatever follows the command. */
    bool (*takes)(const char *line);
    /* Begins; `check` tells whether a move text would be allowed now, and if not, why not. The view is
     * needed no longer than this call, all else in `drawing` is. */
    void *(*start)(const struct drawing *drawing,
                   bool (*check)(void *context, const char *move, struct fault *fault),
                   void *context);
    /* Carries out one command line, any bytes, and shows the outcome. True when the move is complete
     * and allowed: its text is then in `move`, which has room for GAME_MOVE_TEXT_MAX. */
    bool (*line)(void *composer, const char *line, struct buffer *move);
    void (*end)(void *composer); /* takes NULL too */
};

struct face {
    const char *game; /* its id */
    void (*table)(const struct drawing *drawing);
    /* Adds what a move means, for what only a look at the table can tell; false: the texts of the
     * game have it. May be NULL. */
    bool (*move)(const struct drawing *drawing, const char *move, struct buffer *words);
    const struct face_composer *composer; /* or NULL */
};

#endif
