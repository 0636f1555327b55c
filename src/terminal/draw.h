/* Drawing a table in the terminal with the face of its game. */
#ifndef TERMINAL_DRAW_H
#define TERMINAL_DRAW_H

#include "terminal/face.h"

/* The game's own face, or the plain one, so that a new game can be played before anybody draws it. */
const struct face *draw_face(const struct game *game);

void draw_table(const struct drawing *drawing);

/* Adds what a move text means, in a few words; nothing, if it speaks for itself. */
void draw_move(const struct drawing *drawing, const char *move, struct buffer *words);

#endif
