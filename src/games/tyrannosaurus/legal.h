/* Who may choose what. Reads only what the seat itself may know, so it works on views. */
#ifndef GAMES_TYRANNOSAURUS_LEGAL_H
#define GAMES_TYRANNOSAURUS_LEGAL_H

#include "games/tyrannosaurus/state.h"

/* The first player, in order of play, who has still to flee. There must be one. */
int tyrannosaurus_fleeing(const struct tyrannosaurus_state *s);
/* The seats that choose in this phase, whether they have chosen or not. */
uint8_t tyrannosaurus_choosers(const struct tyrannosaurus_state *s);
/* The directions that a kind of choice may have now, a bit each; a rest has a single, meaningless
 * one. */
uint32_t tyrannosaurus_directions(const struct tyrannosaurus_state *s, int seat, int kind);

uint32_t tyrannosaurus_to_act(const void *state);
bool tyrannosaurus_check(const void *state, int seat, const struct move *move, struct fault *fault);
int tyrannosaurus_legal(const void *state, int seat, struct move *moves);
void tyrannosaurus_sample(const void *state, int seat, struct rng *rng, struct move *move);

#endif
