/* Composing a move that cannot be listed, command by command: a placing in Trakks. The composer
 * shows the table on one sheet, lets the player lay, move and take back tiles, and after each
 * step says, in the words of the core, what is still wrong. It knows no rules: it asks `check`. */
#ifndef TERMINAL_TRAKKS_COMPOSE_H
#define TERMINAL_TRAKKS_COMPOSE_H

#include "base/buffer.h"
#include "terminal/face.h"

struct composer;

/* Whether this line is one of the composer's commands: "+ r7 3,4", "- r7", "move 3,4 5,6", "turn",
 * "tidy", "undo", "redo", "reset", "show", "done", "?", or the same in French, whatever follows. */
bool composer_takes(const char *line);

/* Begins from the table as it lies, with the rack of the viewer, who is a player; `check` tells
 * whether a move text would be allowed now, and if not, why not. The view is needed no longer than
 * this call, all else in `drawing` is. To be freed. */
struct composer *composer_new(const struct drawing *drawing,
                              bool (*check)(void *context, const char *move, struct fault *fault),
                              void *context);
void composer_free(struct composer *composer);

/* Carries out one command line and shows the outcome; any bytes will do. True when the move is
 * complete ("done" and allowed): its text is then in `move`, which is started and empty, with room
 * for GAME_MOVE_TEXT_MAX. */
bool composer_line(struct composer *composer, const char *line, struct buffer *move);

/* The same, for the face of Trakks. */
extern const struct face_composer composer_face;

#endif
