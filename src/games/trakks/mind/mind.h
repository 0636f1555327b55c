/* What the files of the computer players share. */
#ifndef GAMES_TRAKKS_MIND_H
#define GAMES_TRAKKS_MIND_H

#include "games/trakks/trakks.h"

enum { TRAKKS_LEVEL_COLLECTS = 3 }; /* from here on, tiles are kept until all can be laid */

/* hint.c; as struct game_mind has it. */
const char *trakks_reason(const struct mind_question *question, const struct move *move,
                          struct buffer *detail);

#endif
