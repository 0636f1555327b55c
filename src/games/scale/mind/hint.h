/* Explains to a person why a move, or waiting, is good. */
#ifndef GAMES_SCALE_MIND_HINT_H
#define GAMES_SCALE_MIND_HINT_H

#include "game/game.h"

const char *scale_reason(const struct mind_question *question, const struct move *move,
                         struct buffer *detail);

#endif
