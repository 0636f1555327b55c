/* What actors learn from the messages that they receive. */
#ifndef TESTS_SIMULATION_RECEIVE_H
#define TESTS_SIMULATION_RECEIVE_H

#include "simulation_world.h"

void actor_receives(struct world *world, struct actor *actor, struct event *event);

#endif
