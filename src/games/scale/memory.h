/* What a seat remembers: discarded number cards, and the performances of the others. */
#ifndef GAMES_SCALE_MEMORY_H
#define GAMES_SCALE_MEMORY_H

#include "game/game.h"

bool scale_observe(void *memory, int viewer, const struct doc *doc, const struct doc_node *event);
void scale_witness(void *memory, int viewer, int seat, const struct stage_gesture *gesture);

#endif
