/* Programs that use HTTP: one request, one answer with a status. */
#ifndef TESTS_SIMULATION_HTTP_H
#define TESTS_SIMULATION_HTTP_H

#include "simulation_world.h"

/* Makes a table. */
void http_create(struct world *world, struct actor *actor);
/* Sends a random request. */
void http_ask(struct world *world, struct actor *actor);

#endif
