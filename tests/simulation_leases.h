/* Leases of the simulated database in memory, as job.h describes them; and a check that no two servers
 * think for the same seat at the same time. */
#ifndef TESTS_SIMULATION_LEASES_H
#define TESTS_SIMULATION_LEASES_H

#include "simulation_world.h"

/* A round begins: nobody has a lease. */
void leases_model_begin(void);

/* Runs STORE_LEASES or STORE_LEASES_END. */
void leases_model_run(struct store_job *job);

/* A server begins to think. */
void leases_check_thinking(struct world *world, int server, const struct decision *decision);

#endif
