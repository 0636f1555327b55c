/* Explains to a person why a move is good. */
#ifndef GAMES_TREX_MIND_HINT_H
#define GAMES_TREX_MIND_HINT_H

#include "game/game.h"

const char *trex_reason(const struct mind_question *question, const struct move *move,
                        struct buffer *detail);

#endif
