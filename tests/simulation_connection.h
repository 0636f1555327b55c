/* Connections. Messages on one connection stay in order; those on different ones do not. A connection
 * may be cut at any time, and the two sides learn of it at different times. */
#ifndef TESTS_SIMULATION_CONNECTION_H
#define TESTS_SIMULATION_CONNECTION_H

#include "simulation_world.h"

/* NULL if the server is not ready. */
struct connection *connection_open(struct world *world, int actor, int server);
/* The actor closes it, or the network does. */
void connection_cut(struct world *world, struct connection *connection, bool by_actor);
/* Sends a request, which is taken, and remembers that an answer is due. */
void connection_ask(struct world *world, struct connection *connection, struct actor *actor,
                    const char *cmd, json_t *request);
/* Sends any bytes. */
void connection_send(struct world *world, struct connection *connection, const char *bytes,
                     size_t size);
void connections_free(struct world *world);

/* The request with this id that waits for an answer; NULL if there is none. */
struct pending *pending_find(struct connection *connection, const json_t *id);
/* What was received of a table; a new one if nothing was. */
struct stream *stream_find(struct world *world, struct connection *connection, const char *table);

int64_t later(int64_t a, int64_t b);

#endif
