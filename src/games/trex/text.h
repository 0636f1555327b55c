/* T-Rex in texts: names, moves, positions and views. */
#ifndef GAMES_TREX_TEXT_H
#define GAMES_TREX_TEXT_H

#include "games/trex/state.h"

extern const char *const trex_card_names[TREX_CARDS];
extern const char *const trex_colour_names[TREX_COLOURS];
extern const char *const trex_phase_names[TREX_PHASES];

const char *trex_phase(const void *state);
bool trex_parse(const void *state, const char *text, struct move *move);
void trex_format(const void *state, const struct move *move, struct buffer *text);
void trex_save(const struct game *game, const void *state, struct doc *doc, const char *key);

#endif
