/* PostgreSQL: the jobs by their kind. All jobs of a batch are sent before the first result is read. */
#ifndef STORE_POSTGRES_JOBS_H
#define STORE_POSTGRES_JOBS_H

#include "store/postgres_query.h"

/* Sends the statements of a job, or reads their results and returns the outcome. STORE_TABLES_CHANGED
 * is not among them (postgres_known.h). */
void postgres_job_send(struct postgres_connection *connection, const struct store_job *job);
enum store_outcome postgres_job_receive(struct postgres_connection *connection,
                                        struct store_job *job);

/* For a job that perhaps was done before, because the answer to a commit was lost. Sends a question
 * after its statements, and reads the answer after its outcome: STORE_OK if it was done before. */
void postgres_job_ask(struct postgres_connection *connection, const struct store_job *job);
enum store_outcome postgres_job_answer(struct postgres_connection *connection,
                                       const struct store_job *job);

#endif
