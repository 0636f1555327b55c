#include "store/postgres_leases.h"

#include "base/alloc.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* The tables whose leases the job takes or gives back, as an array of PostgreSQL. */
static char *table_array(const struct store_job *job, bool gives_back)
{
    char *array = alloc_new(job->lease_count * STORE_ID_TEXT + 3), *at = array;
    *at++ = '{';
    for (size_t i = 0; i < job->lease_count; i++)
        if (job->leases[i].gives_back == gives_back)
            at += sprintf(at, "%s%s", at > array + 1 ? "," : "", job->leases[i].table);
    strcpy(at, "}");
    return array;
}

void postgres_leases_renew(struct postgres_connection *connection, const struct store_job *job)
{
    char *taken = table_array(job, false), *returned = table_array(job, true);
    postgres_send(connection, PG_LEASES, "titti", job->server, job->now_ms, taken, returned,
                  (int64_t)STORE_LEASE_MS);
    free(taken);
    free(returned);
}

static void set_holder(struct store_job *job, const char *table, const PGresult *result, int row)
{
    for (size_t i = 0; i < job->lease_count; i++)
        if (!job->leases[i].gives_back && strcmp(job->leases[i].table, table) == 0)
            postgres_copy_text(job->leases[i].holder, STORE_ID_TEXT, result, row, 1);
}

enum store_outcome postgres_leases_renewed(struct postgres_connection *connection,
                                           struct store_job *job)
{
    PGresult *result = postgres_next(connection);
    for (int row = 0; row < PQntuples(result); row++) {
        if (PQgetisnull(result, row, 0))
            store_job_add_server(job, PQgetvalue(result, row, 1));
        else
            set_holder(job, PQgetvalue(result, row, 0), result, row);
    }
    PQclear(result);
    return STORE_OK;
}

void postgres_leases_end(struct postgres_connection *connection, const struct store_job *job)
{
    postgres_send(connection, PG_LEASES_END, "t", job->server);
}
