/* The truth: the entries in the database, read with a separate store, and what each viewer may know
 * after each of them, computed by the games and not by the server. */
#ifndef TESTS_SIMULATION_TRUTH_H
#define TESTS_SIMULATION_TRUTH_H

#include "simulation_world.h"

void truth_open(struct world *world);
void truth_close(struct world *world);
/* The table, read up to this version or further. NULL if the database has no such version. */
struct truth *truth_reach(struct world *world, const char *table, int64_t version);
/* Reads everything again: no entry has disappeared or changed. */
void truth_check_kept(struct world *world);
/* The tables in the memory of a hall equal what their entries say. */
void truth_check_hall(struct world *world, const struct hall *hall);
int truth_seat(const struct truth *truth, int64_t version, const char *person);
const char *truth_view(struct world *world, struct truth *truth, int64_t version, int viewer);
const char *truth_events(struct world *world, struct truth *truth, int64_t version, int viewer);
const json_t *truth_rest(struct world *world, struct truth *truth, int64_t version, int viewer);
const json_t *truth_result(struct world *world, struct truth *truth);
const json_t *truth_position(struct world *world, struct truth *truth);
/* Whether the match is over at this version. */
bool truth_is_over(const struct truth *truth, int64_t version);

#endif
