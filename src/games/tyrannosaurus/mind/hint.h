/* Explains to a person why a choice is good. */
#ifndef GAMES_TYRANNOSAURUS_MIND_HINT_H
#define GAMES_TYRANNOSAURUS_MIND_HINT_H

#include "game/game.h"

const char *tyrannosaurus_reason(const struct mind_question *question, const struct move *move,
                                 struct buffer *detail);

#endif
