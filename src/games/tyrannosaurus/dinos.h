/* Who plays which dinosaur (Y2): by the options `dinos` and `pair`, or at random. */
#ifndef GAMES_TYRANNOSAURUS_DINOS_H
#define GAMES_TYRANNOSAURUS_DINOS_H

#include "games/tyrannosaurus/state.h"

enum { TYREX_DINOS_VALUES = 1 + 24 + 6 + 2 + 2 };

/* The values of the option `dinos`. */
extern const char *const tyrannosaurus_dinos_values[TYREX_DINOS_VALUES];

/* The dinosaurs of this match, in arbitrary order. */
void tyrannosaurus_dinos_of_match(const struct tyrannosaurus_state *s,
                                  uint8_t dinos[TYREX_SEATS_MAX]);
/* The dinosaurs that the option `dinos` gives to the seats. Returns their number; 0 if they are
 * random. */
int tyrannosaurus_dinos_chosen(const struct tyrannosaurus_state *s, uint8_t dinos[TYREX_SEATS_MAX]);
/* Whether the dinosaurs of the players agree with the options `dinos`, unless random, and `pair`.
 */
bool tyrannosaurus_dinos_fit(const struct tyrannosaurus_state *s);
/* Whether these values of `pair` and `dinos` are compatible, with two players. */
bool tyrannosaurus_pair_allows(int pair, int dinos);

#endif
