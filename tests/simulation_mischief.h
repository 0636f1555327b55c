/* Bad clients: they send anything at any time. Nobody else may suffer from it. */
#ifndef TESTS_SIMULATION_MISCHIEF_H
#define TESTS_SIMULATION_MISCHIEF_H

#include "simulation_world.h"

void mischief(struct world *world, struct actor *actor);

#endif
