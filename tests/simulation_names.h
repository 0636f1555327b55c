/* Names that disappear from entries, because people delete their accounts. */
#ifndef TESTS_SIMULATION_NAMES_H
#define TESTS_SIMULATION_NAMES_H

#include "simulation_world.h"

/* Whether the texts of two entries of this kind differ only because one of them has lost a name. */
bool names_lost(int kind, const char *a, const char *b);

/* At the end of a round: no entry names a person who was deleted, and those who were not have their
 * names. */
void names_check(struct world *world);

#endif
