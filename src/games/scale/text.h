/* Scale in texts: names, moves, positions and views. */
#ifndef GAMES_SCALE_TEXT_H
#define GAMES_SCALE_TEXT_H

#include "games/scale/state.h"

enum { SCALE_NAME_MAX = 4 };
struct scale_name { /* of a card: "o6", "bs", "xs", "y01", "?" */
    char text[SCALE_NAME_MAX];
};
extern const char *const scale_colour_names[SCALE_COLOURS];
extern const char *const scale_phase_names[SCALE_PHASES];
extern const char *const scale_answer_names[SCALE_ANSWERS];
struct scale_name scale_card_name(uint8_t card);
struct scale_name scale_action_name(int colour, uint8_t action);
/* The card or colour with this name; SCALE_CARD_NONE or 0 if there is none or `text` is NULL. */
uint8_t scale_card_find(const char *name);
uint8_t scale_action_find(int colour, const char *name);

const char *scale_phase(const void *state);
bool scale_parse(const void *state, const char *text, struct move *move);
void scale_format(const void *state, const struct move *move, struct buffer *text);
void scale_save(const struct game *game, const void *state, struct doc *doc, const char *key);

#endif
