/* What a position is worth to a seat at the start of a turn: a small network, and the facts about
 * the position that it sees. */
#ifndef GAMES_TYRANNOSAURUS_MIND_VALUE_H
#define GAMES_TYRANNOSAURUS_MIND_VALUE_H

#include "games/tyrannosaurus/mind/weights.h"
#include "games/tyrannosaurus/state.h"

/* The facts that are true from the point of view of a seat that is in the game. Returns their
 * number. */
int tyrannosaurus_facts(const struct tyrannosaurus_state *s, int seat,
                        uint16_t facts[TYREX_FACTS_MAX]);
/* The index of the margin of a seat over the best other one. */
int tyrannosaurus_margin(const struct tyrannosaurus_state *s, int seat);

/* The value of the end of a match, from -1 to 1: mostly the share of the win. */
double tyrannosaurus_result_value(const struct tyrannosaurus_state *s, int seat);
/* The winning chance, from 0 to 1, that a value stands for. */
double tyrannosaurus_value_chance(double value);
/* The value of the start of a turn, or of the end of a match. Between two players, one has the
 * opposite of the other. */
double tyrannosaurus_value(const struct tyrannosaurus_weights *weights,
                           const struct tyrannosaurus_state *s, int seat);
/* The same by the facts about one seat alone. */
double tyrannosaurus_value_one_sided(const struct tyrannosaurus_weights *weights,
                                     const struct tyrannosaurus_state *s, int seat);

#endif
