/* Fossils in texts: phases, moves, positions and views. */
#ifndef GAMES_TEMPLATE_TEXT_H
#define GAMES_TEMPLATE_TEXT_H

#include "game/game.h"

const char *template_phase(const void *state);
bool template_parse(const void *state, const char *text, struct move *move);
void template_format(const void *state, const struct move *move, struct buffer *text);
void template_save(const struct game *game, const void *state, struct doc *doc, const char *key);

#endif
