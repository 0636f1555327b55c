/* Composing a move that cannot be listed, command by command: a placing in Trakks. The composer
 * shows the table on one sheet, lets the player lay, move and take back tiles, and after each
 * step says, in the words of the core, what is still wrong. It knows no rules: it asks `check`. */
#ifndef CLI_COMPOSE_H
#define CLI_COMPOSE_H

#include "base/buffer.h"
#include "cli/draw.h"

struct composer;

/* Whether this line, typed by the player of `drawing->viewer`, is one of the composer's commands
 * (such as "+ r7 3,4", "- r7 3,4", "move", "undo", "reset", "done"). */
bool composer_takes(const char *line);

/* Begins from the table as it lies; `check` tells whether a move text would be allowed now, and
 * if not, why not. To be freed. */
struct composer *composer_new(const struct drawing *drawing,
                              bool (*check)(void *context, const char *move, struct fault *fault),
                              void *context);
void composer_free(struct composer *composer);

/* Carries out one command line and shows the outcome. True when the move is complete ("done" and
 * allowed): its text is then in `move`. */
bool composer_line(struct composer *composer, const char *line, struct buffer *move);

#endif
