/* What store.c asks of a database. One thread at a time; sqlite.c is the one there is. */
#ifndef STORE_DATABASE_H
#define STORE_DATABASE_H

#include "store/job.h"

struct database;

/* NULL if it cannot be opened or made; `error` then says why. Without `has_thread` it starts none of
 * its own. */
struct database *database_open(const char *path, bool has_thread, char *error, size_t error_size);
void database_close(struct database *database);

/* Does the jobs of a list in one transaction, and gives each its outcome. When this returns they
 * are on the disk, or all are STORE_FAILED. */
void database_run(struct database *database, struct store_job *jobs);

/* What can wait until the answers are out. */
void database_tidy(struct database *database);

#endif
