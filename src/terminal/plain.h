/* Draws any game, as a list of the values of its view. */
#ifndef TERMINAL_PLAIN_H
#define TERMINAL_PLAIN_H

#include "terminal/drawing.h"

void plain_draw(const struct drawing *drawing);

#endif
