/* What actors do at tables: they create them, sit down, and play legal moves. After an interruption
 * they continue from the last version they have seen, and send again what was not acknowledged. */
#ifndef TESTS_SIMULATION_PLAY_H
#define TESTS_SIMULATION_PLAY_H

#include "simulation_world.h"

void create(struct world *world, struct actor *actor);
void watch(struct world *world, struct actor *actor, struct known_table *known);
/* Does something at a table. */
void act_at_table(struct world *world, struct actor *actor, struct known_table *known);

/* Finds a legal move: a listed one, or one of a kind that cannot be listed. */
bool actor_find_move(struct world *world, struct actor *actor, struct known_table *known,
                     char text[GAME_MOVE_TEXT_MAX]);
/* Sends the current move, for the first time or again. */
void actor_send_move(struct world *world, struct actor *actor, struct known_table *known);

#endif
