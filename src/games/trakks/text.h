/* Trakks in texts: names, moves, positions and views. */
#ifndef GAMES_TRAKKS_TEXT_H
#define GAMES_TRAKKS_TEXT_H

#include "games/trakks/state.h"

extern const char *const trakks_phase_names[TRAKKS_PHASES];

enum { TRAKKS_TILE_TEXT_MAX = 6 }; /* with its end */
void trakks_tile_text(uint8_t tile,
                      char text[TRAKKS_TILE_TEXT_MAX]); /* "?" for TRAKKS_TILE_HIDDEN */
/* These read at *text and advance past what they have read. */
bool trakks_tile_read(const char **text, uint8_t *tile);
bool trakks_placed_read(const char **text, uint8_t *tile, struct trakks_square *at);

const char *trakks_phase(const void *state);
bool trakks_parse(const void *state, const char *text, struct move *move);
void trakks_format(const void *state, const struct move *move, struct buffer *text);
void trakks_save(const struct game *game, const void *state, struct doc *doc, const char *key);

#endif
