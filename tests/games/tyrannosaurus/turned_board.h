/* Positions that are worth the same, for tests of values. */
#ifndef TESTS_TYRANNOSAURUS_TURNED_BOARD_H
#define TESTS_TYRANNOSAURUS_TURNED_BOARD_H

#include "games/tyrannosaurus/tyrannosaurus.h"

/* After a quarter turn of the board. */
struct tyrannosaurus_state board_turned(const struct tyrannosaurus_state *s);

#endif
