/* The events of the simulation, in the order of their time. */
#ifndef TESTS_SIMULATION_EVENTS_H
#define TESTS_SIMULATION_EVENTS_H

#include "simulation_world.h"

void event_plan(struct world *world, struct event event);
/* Removes the next one; there must be one. */
struct event event_take(struct world *world);
void event_free(struct event *event);

#endif
