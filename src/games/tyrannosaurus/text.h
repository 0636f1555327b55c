/* Tyrannosaurus Rex in texts: names, moves, positions and views. Squares are `a1` to `e5`,
 * directions `N` to `NW`. */
#ifndef GAMES_TYRANNOSAURUS_TEXT_H
#define GAMES_TYRANNOSAURUS_TEXT_H

#include "games/tyrannosaurus/state.h"

extern const char *const tyrannosaurus_phase_names[TYREX_PHASES];
extern const char *const tyrannosaurus_dino_names[TYREX_DINOSAURS];
extern const char *const tyrannosaurus_card_names[TYREX_CARDS];
extern const char *const tyrannosaurus_direction_names[TYREX_DIRECTIONS];

void tyrannosaurus_square_save(struct doc *doc, const char *key, uint8_t square);
/* A square of the board, or TYREX_NOWHERE for anything else; `text` may be NULL. */
uint8_t tyrannosaurus_square_parse(const char *text);
/* A packed choice, TYREX_HIDDEN or 0. */
void tyrannosaurus_choice_save(struct doc *doc, const char *key, uint8_t choice);

const char *tyrannosaurus_phase(const void *state);
const char *tyrannosaurus_part(const void *state, int seat);
bool tyrannosaurus_parse(const void *state, const char *text, struct move *move);
void tyrannosaurus_format(const void *state, const struct move *move, struct buffer *text);
void tyrannosaurus_save(const struct game *game, const void *state, struct doc *doc,
                        const char *key);

#endif
