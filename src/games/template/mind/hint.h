/* Why a move of Fossils is good, in a sentence. */
#ifndef GAMES_TEMPLATE_MIND_HINT_H
#define GAMES_TEMPLATE_MIND_HINT_H

#include "game/mind.h"

/* As struct game_mind describes it. */
const char *template_reason(const struct mind_question *question, const struct move *move,
                            struct buffer *detail);

#endif
