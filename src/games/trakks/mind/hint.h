/* Explains to a person why a move is good. */
#ifndef GAMES_TRAKKS_MIND_HINT_H
#define GAMES_TRAKKS_MIND_HINT_H

#include "game/game.h"

const char *trakks_reason(const struct mind_question *question, const struct move *move,
                          struct buffer *detail);

#endif
