/* Servers: a hall and a store each. They may be killed between any two events. */
#ifndef TESTS_SIMULATION_SERVER_H
#define TESTS_SIMULATION_SERVER_H

#include "simulation_world.h"

void server_start(struct world *world, int number);
void server_kill(struct world *world, int number, bool in_order);
void server_event(struct world *world, struct event *event);
/* Call it after anything that may have submitted jobs: plans when the store runs them. */
void server_schedule(struct world *world, int number);

#endif
