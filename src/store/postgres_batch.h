/* PostgreSQL: one batch of jobs as one transaction. Everything is sent at once, the commit too, so
 * that a batch costs one round trip. */
#ifndef STORE_POSTGRES_BATCH_H
#define STORE_POSTGRES_BATCH_H

#include "store/postgres_known.h"
#include "store/postgres_query.h"

/* Runs the jobs. `again`: perhaps they were done before. If it returns false, connection->failure says
 * why, and nothing was changed unless the connection was lost. */
bool postgres_batch_run(struct postgres_connection *connection, struct postgres_known *known,
                        struct store_job *jobs, bool again);

/* Whether all jobs only read. */
bool postgres_batch_only_reads(const struct store_job *jobs);

#endif
