/* What actors do from time to time: good ones behave like the page. */
#ifndef TESTS_SIMULATION_BEHAVIOUR_H
#define TESTS_SIMULATION_BEHAVIOUR_H

#include "simulation_world.h"

void actor_wake(struct world *world, struct actor *actor);

#endif
