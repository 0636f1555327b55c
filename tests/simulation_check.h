/* Checks every message when a server sends it: it reveals nothing that is not on the disk or that the
 * viewer may not know, nothing comes twice or out of order, and every answer has a request. */
#ifndef TESTS_SIMULATION_CHECK_H
#define TESTS_SIMULATION_CHECK_H

#include "simulation_world.h"

/* Returns the request that the message answers; its `cmd` is NULL if there is none. */
struct pending check_message(struct world *world, struct connection *connection,
                             const struct outgoing *outgoing);

/* No message contains the seed of a match that is not over. */
void check_seeds(struct world *world, struct connection *connection, const char *text,
                 size_t length);

#endif
