/* A database in memory that several stores share. Each learns what the others have changed. */
#ifndef TESTS_SIMULATION_SHARED_H
#define TESTS_SIMULATION_SHARED_H

#include "store/database.h"

/* One database at a time. */
void shared_begin(void);
void shared_end(void);

/* Begins anew with what a shorter journal restores, as a browser does. No table may be closed: of such a
 * table only the record would be left. */
void shared_compact(void);

/* For one more store. */
struct database *shared_open(void);

/* Whether transactions fail. */
void shared_break(bool is_broken);

#endif
