/* `ludosaure play`: a match at this terminal.
 *
 *     play.c  sets up a match from options or by asking
 *     auto.c  the level `auto`: a file remembers how well the person at this terminal plays each game,
 *             by the matches that they played alone against it */
#ifndef CLI_PLAY_PLAY_H
#define CLI_PLAY_PLAY_H

#include "terminal/terminal.h"

#define PLAY_AUTO_FILE "levels.json" /* in the data folder */

/* The level that suits the person. */
const struct player *play_auto_level(const struct game *game);

/* Adds a finished match with that level, if one person played. False if the file cannot be
 * written. */
bool play_auto_add(const struct session *session);

#endif
