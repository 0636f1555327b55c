/* Actors: the clients of the simulation, the tables that they know, and the invitations that friends
 * pass to each other. */
#ifndef TESTS_SIMULATION_ACTOR_H
#define TESTS_SIMULATION_ACTOR_H

#include "simulation_world.h"

struct actor *actor_new(struct world *world, int number);
void actor_free(struct actor *actor);

/* Sends a request, which is taken. */
void ask(struct world *world, struct actor *actor, const char *cmd, json_t *request);
void ask_table(struct world *world, struct actor *actor, const char *cmd,
               const struct known_table *known);
/* A new client id for a move. */
void actor_cid(struct actor *actor, char cid[STORE_CID_MAX]);

/* The connection is lost: the actor will connect again. */
void actor_disconnected(struct world *world, struct actor *actor, struct connection *connection);

struct known_table *known_find(struct actor *actor, const char *table);
/* NULL if the actor knows too many tables. */
struct known_table *known_add(struct world *world, struct actor *actor, const char *table);
void known_forget(struct actor *actor, struct known_table *known);

struct invitation *invitation_find(struct world *world, const char *table);
/* Remembers the invitation in an answer. */
void invitation_add(struct world *world, const json_t *json);

#endif
