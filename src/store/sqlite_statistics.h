/* SQLite: statistics of each game. Records are counted once: a later job adds only those that have
 * ended since. So a job is cheap, and never delays moves for long. */
#ifndef STORE_SQLITE_STATISTICS_H
#define STORE_SQLITE_STATISTICS_H

#include "store/job.h"
#include "store/sqlite_query.h"

struct sqlite_game_sums;

struct sqlite_statistics {
    struct sqlite_game_sums *games; /* a list */
};

/* The job STORE_STATISTICS. */
void sqlite_statistics_get(struct sqlite_statistics *statistics,
                           struct sqlite_connection *connection, struct store_job *job);

/* Frees all sums. Call it when a transaction has failed, too: the sums may include its records. */
void sqlite_statistics_forget(struct sqlite_statistics *statistics);

#endif
