/* The jobs of a PostgreSQL database about leases: job.h says what each does. */
#ifndef STORE_POSTGRES_LEASES_H
#define STORE_POSTGRES_LEASES_H

#include "store/postgres_query.h"

void postgres_leases_renew(struct postgres_connection *connection, const struct store_job *job);
enum store_outcome postgres_leases_renewed(struct postgres_connection *connection,
                                           struct store_job *job);
void postgres_leases_end(struct postgres_connection *connection, const struct store_job *job);

#endif
