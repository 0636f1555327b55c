/* Checks answers to requests. */
#ifndef TESTS_SIMULATION_ANSWERS_H
#define TESTS_SIMULATION_ANSWERS_H

#include "simulation_world.h"

/* Returns the request that it answers; its `cmd` is NULL if there is none. */
struct pending check_answer(struct world *world, struct connection *connection, const char *text,
                            size_t length, const json_t *json, bool is_step);

/* The answer to a request by HTTP. */
void check_http_answer(struct world *world, struct connection *connection,
                       const struct outgoing *outgoing);

/* The server knows this person on the connection now. `is_other`: not the same as before. */
void become(struct connection *connection, const char *person, bool is_other);

#endif
