/* Checks a placing while a person composes it. */
#ifndef GAMES_TRAKKS_DRAFT_H
#define GAMES_TRAKKS_DRAFT_H

#include "game/game.h"

/* The squares of a draft are on one plane, on which groups are what is connected; the text of a
 * placing shows the groups too, which are not read here. */
bool trakks_draft(const struct game *game, const struct doc *view, int seat, const char *text,
                  struct doc *marks, struct fault *fault);

#endif
