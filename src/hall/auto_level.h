/* The level `auto`: decided when a match starts, by the host's latest results in the game. */
#ifndef HALL_AUTO_LEVEL_H
#define HALL_AUTO_LEVEL_H

#include "hall/live_table.h"

/* A job that reads the results of the host, to be submitted to the store. */
struct store_job *auto_level_job(const struct live_table *live, void (*done)(struct store_job *job),
                                 void *context);

/* The level that suits the host, by the results that the job has read. Without any, or if the store
 * failed, that of a person who is new. */
const struct player *auto_level(const struct store_job *job);

#endif
