/* The composer: putting a placing of Trakks together, command by command. It shows the table on one
 * sheet, lets the player lay, move and take back tiles, and after each step prints what is still
 * wrong, in the words of the core. It knows no rules: it asks `check`. */
#ifndef TERMINAL_TRAKKS_COMPOSE_H
#define TERMINAL_TRAKKS_COMPOSE_H

#include "base/buffer.h"
#include "terminal/face.h"

struct composer;

/* Whether this line is one of the composer's commands: "+ r7 3,4", "- r7", "move 3,4 5,6", "turn",
 * "tidy", "undo", "redo", "reset", "show", "done", "?", or the same in French. The rest of the line is not checked. */
bool composer_takes(const char *line);

/* Starts from the current table with the rack of the viewer, who is a player. `check` decides
 * whether a move is allowed now; if not, `fault` says why. Except for the view, `drawing` must stay
 * valid. Release it with composer_free. */
struct composer *composer_new(const struct drawing *drawing,
                              bool (*check)(void *context, const char *move, struct fault *fault),
                              void *context);
void composer_free(struct composer *composer);

/* Carries out one command line, which may hold any bytes, and shows the outcome. True when the move
 * is complete ("done" and allowed): its text is then in `move`, which must be empty, with a
 * capacity of GAME_MOVE_TEXT_MAX. */
bool composer_line(struct composer *composer, const char *line, struct buffer *move);

/* The same, for the face of Trakks. */
extern const struct face_composer composer_face;

#endif
