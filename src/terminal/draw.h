/* Drawing a table in the terminal with the face of its game. */
#ifndef TERMINAL_DRAW_H
#define TERMINAL_DRAW_H

#include "terminal/face.h"

/* The face of the game, or the plain one, so that a new game can be played before it has a drawing.
 */
const struct face *draw_face(const struct game *game);

void draw_table(const struct drawing *drawing);

/* Adds the meaning of a move in a few words; nothing if it speaks for itself. */
void draw_move(const struct drawing *drawing, const char *move, struct buffer *words);

#endif
